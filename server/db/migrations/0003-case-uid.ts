import { type Kysely, sql } from 'kysely'

/** Cases of one matter are found by their УИД with every case that comes in; the index of letters does not serve that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index court_case_uid on court_case (case_uid) where case_uid is not null`.execute(db)
}

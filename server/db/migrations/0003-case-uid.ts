import { type Kysely, sql } from 'kysely'

/**
 * Cases of one matter are found by their УИД with every case that comes in. Its own collation keeps the planner from the
 * index of letters, which also answers to equality and is thousands of times slower at it while cases pour in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index court_case_uid on court_case (case_uid collate "C") where case_uid is not null`.execute(db)
}

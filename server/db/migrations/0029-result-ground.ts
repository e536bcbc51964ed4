import { type Kysely, sql } from 'kysely'

/** What a site names beside the result of a case: «п.1 ч.1 ст.29.9 КоАП РФ». Cases are found by the result alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table court_case add column result_ground text`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * Numbers of cases as they are written: suggestions look for how one begins. Migration 0077 took the index away with the order by letters, and every
 * case was read instead. A number is that of cases of many courts and stands in the index once, so that it is a quarter of the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index court_case_number_letters on court_case (case_number collate "C")`.execute(db)
}

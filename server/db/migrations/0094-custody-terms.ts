import { type Kysely, sql } from 'kysely'

/** Few decisions tell a term of custody: the deadlines of thousands of cases look only at those (decision 0104). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index case_decision_custody on case_decision (case_id) where facts ? 'custody'`).execute(db)
}

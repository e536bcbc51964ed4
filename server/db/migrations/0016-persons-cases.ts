import { type Kysely, sql } from 'kysely'

/**
 * The cases of a person, answered from the index alone: ordering people by the number of their cases reads nothing else.
 * Measured on half a million cases: 0.13 s instead of 0.46.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index case_defendant_person on case_defendant (defendant_id, case_id) where defendant_id is not null`,
  `drop index case_defendant_defendant`,
]

import { type Kysely, sql } from 'kysely'
import { keepVersions } from '../as-of/versions.ts'

/**
 * Penalties that can be compared: the main one, of whom the case is about, surely read. A column of the views: it follows from what is stored, and
 * costs a large table no rewriting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await keepVersions(db)
}

const counts = `state in ('imposed', 'changed')`
const punishes = `${counts} and type not in ('no_data', 'error', 'court_fine')`

const columns = `case_id, ordinal, type, value, hidden, text, by_text, defendant_ordinal, of_other, additional, suspended, probation_months, percent,
  multiple, state, certainty`
// As a double, the stored 0.95 would be less than it.
const isCertain = `certainty >= 0.95::real and not additional and not of_other`

const viewOf = (name: string, holds: string) =>
  `create or replace view ${name} as select ${columns}, ${isCertain} as is_certain from case_told_penalty where ${holds}`

const statements = [viewOf('case_penalty', counts), viewOf('case_imposed_penalty', punishes)]

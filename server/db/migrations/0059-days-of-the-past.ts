import { type Kysely, sql } from 'kysely'
import { keepVersions } from '../as-of/versions.ts'

/**
 * Rows that questions about cases read are kept as they were at the end of each day (decision 0086). What was stored before this migration is known
 * from its day on: earlier days of it cannot be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function moscow_today() returns date language sql stable as
    $$ select (now() at time zone 'Europe/Moscow')::date $$`.execute(db)
  await sql`
    insert into installation (key, value)
    select 'days_known_since', to_jsonb(moscow_today()) where exists (select from court_case)`.execute(db)
  await keepVersions(db)
}

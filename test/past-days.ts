import { type Kysely, sql } from 'kysely'
import { versionedTables } from '../server/db/as-of/versions.ts'
import type { DB } from '../server/db/schema.ts'

/** Days of the past for tests of what was known when (decision 0086). */

/** All that was written today was written on the day. */
export async function wereOn(db: Kysely<DB>, day: string): Promise<void> {
  for (const table of Object.keys(versionedTables))
    await sql`update ${sql.table(table)} set known_from = ${day} where known_from = moscow_today()`.execute(db)
  await sql`alter table case_journal disable trigger all`.execute(db)
  await sql`update case_journal set seen_at = ${`${day}T12:00:00Z`} where seen_at > now() - interval '1 hour'`.execute(
    db,
  )
  await sql`alter table case_journal enable trigger all`.execute(db)
  await sql`update court_case set gone_at = ${`${day}T12:00:00Z`} where gone_at > now() - interval '1 hour'`.execute(db)
}

/** From now on it is this day in Moscow, for what is written. */
export const beOn = (db: Kysely<DB>, day: string): Promise<unknown> =>
  sql`create or replace function moscow_today() returns date language sql stable as ${sql.lit(`select date '${day}'`)}`.execute(
    db,
  )

import { type Kysely, sql } from 'kysely'
import { pastTable, versionedTables } from '../server/db/as-of/versioned-tables.ts'
import type { DB } from '../server/db/schema.ts'
import { addDays } from '../shared/domain/dates.ts'
import { today } from '../shared/domain/relative-dates.ts'

/** Days of the past for tests of what was known when (decision 0086). */

/** Moves everything that was written today to that day. */
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

/** Sets the product's current day in Moscow for later writes. */
export const beOn = (db: Kysely<DB>, day: string): Promise<unknown> =>
  sql`create or replace function moscow_today() returns date language sql stable as ${sql.lit(`select date '${day}'`)}`.execute(
    db,
  )

/**
 * Gives every row a past: the present values are two days old, the same values were valid three days before. Answers
 * a day of each.
 */
export async function givePast(db: Kysely<DB>): Promise<{ past: string; present: string }> {
  const day = (before: number): string => addDays(today(), -before)
  for (const table of Object.keys(versionedTables)) {
    const past = sql.table(pastTable(table) ?? '')
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not like 'known_%'`.execute(
      db,
    )
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    await sql`
      insert into ${past} (${columns}, known_from, known_until)
      select ${columns}, ${day(5)}::date, ${day(2)}::date from ${sql.table(table)}`.execute(db)
    await sql`update ${sql.table(table)} set known_from = ${day(2)}::date`.execute(db)
  }
  return { past: day(4), present: day(1) }
}

import { type Kysely, sql } from 'kysely'

const words = (table: string, column: string, where = ''): [name: string, definition: string] => [
  `past_${table}_${column}_words`,
  `on past_${table} using gin (translate(${column}, 'Ёё', 'Ее') gin_trgm_ops) ${where}`,
]
/** As of the tables of now (0003, 0006, 0040, 0047): of past days, every former row was read for a name or a number (design §11). */
const indexes: readonly (readonly [name: string, definition: string])[] = [
  words('court_case', 'case_number'),
  words('court_case', 'case_uid'),
  words('court_case', 'protocol_number'),
  words('court_case', 'other_numbers', `where other_numbers <> ''`),
  words('case_defendant', 'name'),
  words('case_participant', 'name'),
  ['past_court_case_uid', 'on past_court_case (case_uid collate "C") where case_uid is not null'],
  [
    'past_court_case_uid_odd',
    `on past_court_case (id) where case_uid !~ '^[0-9]{2}[A-Z]{2}[0-9]{4}-[0-9]{2}-[0-9]{4}-[0-9]{6}-[0-9]{2}$'`,
  ],
]

/** Whoever changes a case writes to these tables: each index is built beside them, each statement on its own (migrate.ts). */
export async function beside(db: Kysely<unknown>): Promise<void> {
  // In a database from before 0059 there is no past: `up` makes them with it.
  const { rows: past } = await sql`select where to_regclass('past_court_case') is not null`.execute(db)
  if (past.length === 0) return
  for (const [name, definition] of indexes) {
    const { rows: broken } = await sql`
      select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
    if (broken.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(db)
    await sql.raw(`create index concurrently if not exists ${name} ${definition}`).execute(db)
  }
}

/** In a database that has no cases yet, or no past. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of indexes) {
    // `if not exists` would stop all writing before it looks.
    const { rows } = await sql`select where to_regclass(${name}) is null`.execute(db)
    if (rows.length > 0) await sql.raw(`create index ${name} ${definition}`).execute(db)
  }
}

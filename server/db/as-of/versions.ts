import { type QueryExecutorProvider, sql } from 'kysely'
import { asOfSchema, createDayViews } from './day-views.ts'
import { forgetPastPeopleFunction, versionTriggers } from './version-triggers.ts'
import { readVersionedColumns, versionedTables } from './versioned-tables.ts'

/**
 * Creates past tables, triggers that fill them, and views of a day. A table and its past inherit one of the same name in the schema `versions`: PostgreSQL
 * plans queries on that like queries on one table, with its indexes. To be run again by a migration that changes columns of a versioned table (decision 0086).
 */
export async function keepVersions(db: QueryExecutorProvider): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  const { rows: isNew } = await sql`select where to_regclass('past_court_case') is null`.execute(db)
  await run([
    // Remains of a dropped schema.
    ...(isNew.length > 0 ? [`drop schema if exists ${asOfSchema}, versions cascade`] : []),
    'create schema if not exists versions',
    `create schema if not exists ${asOfSchema}`,
    // One row for each removal of cases (edition.ts).
    'create table if not exists case_removal (at timestamptz not null default now())',
    ...Object.keys(versionedTables).flatMap(table => [
      `alter table ${table}
        add column if not exists known_from date not null default moscow_today(),
        add column if not exists known_until date not null default 'infinity'`,
    ]),
  ])
  const tables = await readVersionedColumns(db)
  const { rows: spread } =
    await sql`select from pg_class where oid = to_regclass('case_text') and relkind = 'p'`.execute(db)
  const hasTriggers = (table: string): boolean =>
    versionedTables[table]?.isVersionedByWriter !== true || spread.length === 0
  await run([
    forgetPastPeopleFunction,
    ...tables.flatMap(one => (hasTriggers(one.table) ? [...pastTables(one.table), ...versionTriggers(one)] : [])),
  ])
  await createDayViews(db, tables)
}

/** Columns added to the table since are added to its parent, and so to its past. */
const pastTables = (table: string): string[] => [
  `do $$ declare missing record; begin
    if to_regclass('versions.${table}') is null then
      create table versions.${table} (like ${table} including generated);
      alter table ${table} inherit versions.${table};
      create table past_${table} () inherits (versions.${table});
    end if;
    for missing in
      select attname, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attinhcount = 0
    loop
      execute format('alter table versions.${table} add column %I %s', missing.attname, missing.type);
    end loop;
  end $$`,
  ...[...(versionedTables[table]?.cases ?? []), ...(versionedTables[table]?.people ?? [])].map(
    (column, at) => `create index if not exists past_${table}_of${at === 0 ? '' : at} on past_${table} ("${column}")`,
  ),
  `create index if not exists past_${table}_until on past_${table} (known_until, known_from)`,
  ...(moreIndexes[table] ?? []),
]
const moreIndexes: Readonly<Record<string, readonly string[]>> = {
  // The default order of lists; included columns allow index-only scans.
  court_case: [
    `create index if not exists past_court_case_entry
      on past_court_case (entry_date desc nulls last, id desc) include (known_from, known_until)`,
  ],
  case_defendant: ['defendant_id', 'own_id'].map(
    column => `create index if not exists past_case_defendant_${column} on past_case_defendant (${column})`,
  ),
}

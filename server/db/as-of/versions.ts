import { type Kysely, sql } from 'kysely'
import { z } from 'zod'

/**
 * Tables whose rows are kept as they were at the end of each day in Moscow (decision 0086). A row says since when it stands (`known_from`); what it
 * was before stands in `past_…` until the day it ceased to be so (`known_until`, that day excluded). Triggers keep it so, whoever writes; what comes
 * and goes within a day leaves no trace. Both tables inherit one of the same name in the schema `versions`, so that PostgreSQL plans a question about
 * them as one about a table with its indexes; over that, the schema `as_of` shows the rows of the day that the session names.
 */
type Versioned = {
  /** The column that its rows are found by, when a case or a person goes for good. */
  of: 'id' | 'case_id' | 'defendant_id'
  /** Columns that change without the row saying anything else. */
  silent?: readonly string[]
}
export const versionedTables: Readonly<Record<string, Versioned>> = {
  court_case: { of: 'id', silent: ['checked_at', 'changed_xid'] },
  case_article: { of: 'case_id' },
  case_event: { of: 'case_id' },
  case_defendant: { of: 'case_id' },
  case_participant: { of: 'case_id' },
  case_told_penalty: { of: 'case_id' },
  case_defence_param: { of: 'case_id' },
  case_decision: { of: 'case_id', silent: ['read_at', 'reader'] },
  case_text: { of: 'case_id', silent: ['words', 'grams', 'letters', 'prints', 'reading'] },
  case_tag: { of: 'case_id' },
  case_link: { of: 'case_id' },
  defendant: { of: 'id' },
  defendant_risk: { of: 'defendant_id' },
}
/** Append-only tables: the day they tell of is that of this column. */
const dated: Readonly<Record<string, string>> = { case_change: 'at', case_journal: 'seen_at' }
/** Views over versioned tables: they are made again over the views of the day. */
const derived = [
  'case_penalty',
  'case_imposed_penalty',
  'case_advocate',
  'case_prosecutor',
  'case_without_first_instance',
  'case_notice',
]

export const asOfSchema = 'as_of'
/** Of the session: `YYYY-MM-DD`. */
export const daySetting = 'sudmonitor.as_of'
/** Of a transaction that decides to forget somebody, or undoes it: the number of the decision (decision 0088). */
export const forgettingSetting = 'sudmonitor.forgetting'
/** What such a transaction rewrites is no news of its day: the row stands since when it stood, and what it said is not kept. */
const isForgetting = `coalesce(current_setting('${forgettingSetting}', true), '') <> ''`

/** Where rows of a table lie when they have ceased to be so; undefined: they are not kept. */
export const pastTable = (table: string): string | undefined =>
  Object.hasOwn(versionedTables, table) ? `past_${table}` : undefined

const described = z.array(
  z.object({ table: z.string(), columns: z.array(z.object({ name: z.string(), is_generated: z.boolean() })) }),
)
const definitions = z.array(z.object({ view: z.string(), definition: z.string() }))

/** Makes what keeps the versions of a table, and what shows them. A migration that adds a column to such a table runs it again. */
export async function keepVersions(db: Kysely<unknown>): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  const { rows: isNew } = await sql`select where to_regclass('past_court_case') is null`.execute(db)
  await run([
    // Left by a schema that was dropped.
    ...(isNew.length > 0 ? [`drop schema if exists ${asOfSchema}, versions cascade`] : []),
    'create schema if not exists versions',
    `create schema if not exists ${asOfSchema}`,
    ...Object.keys(versionedTables).flatMap(table => [
      `alter table ${table}
        add column if not exists known_from date not null default moscow_today(),
        add column if not exists known_until date not null default 'infinity'`,
    ]),
  ])
  const { rows } = await columnsQuery.execute(db)
  const tables = described.parse(rows)
  await run(tables.flatMap(({ table, columns }) => [...tablesOf(table), ...triggersOf(table, columns)]))
  const views = definitions.parse((await definitionsQuery.execute(db)).rows)
  await run(daysOf(tables, views))
}

const columnsQuery = sql`
  select relname as table, json_agg(json_build_object('name', attname, 'is_generated', attgenerated <> '') order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relname = any(${Object.keys(versionedTables)})
    and attnum > 0 and not attisdropped
  group by relname`
/** Without names of schemas, as long as only ours is looked in. */
const definitionsQuery = sql`
  select viewname as view, definition from pg_views
  where schemaname = current_schema() and viewname = any(${derived})
  order by array_position(${derived}::text[], viewname::text)`

type Column = { name: string; is_generated: boolean }
const listed = (columns: readonly Column[], prefix = ''): string =>
  columns.map(({ name }) => `${prefix}"${name}"`).join(', ')

/** A column that the table has got since is added to the others. */
const tablesOf = (table: string): string[] => [
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
  `create index if not exists past_${table}_of on past_${table} ("${versionedTables[table]?.of}")`,
  `create index if not exists past_${table}_until on past_${table} (known_until, known_from)`,
  ...(table === 'court_case'
    ? [
        // The usual order of lists, with what tells the rows of a day.
        `create index if not exists past_court_case_entry
          on past_court_case (entry_date desc nulls last, id desc) include (known_from, known_until)`,
      ]
    : []),
]

function triggersOf(table: string, columns: readonly Column[]): string[] {
  const { of, silent = [] } = versionedTables[table] ?? { of: 'id' as const }
  const own = columns.filter(
    ({ name, is_generated }) => !is_generated && name !== 'known_from' && name !== 'known_until',
  )
  const telling = own.filter(({ name }) => !silent.includes(name))
  // What a removed case had goes with it, and so does what it had been.
  const stands = of === 'case_id' ? 'and exists (select from court_case where court_case.id = gone.case_id)' : ''
  const keptGone = `insert into past_${table} (${listed(own)}, known_from, known_until)
    select ${listed(own)}, known_from, moscow_today() from gone where known_from < moscow_today() and not (${isForgetting}) ${stands};`
  const ofCases = Object.keys(versionedTables).filter(other => versionedTables[other]?.of === 'case_id')
  const forgottenCase = [
    'delete from past_court_case where id in (select id from gone);',
    ...ofCases.map(other => `delete from past_${other} where case_id in (select id from gone);`),
  ].join('\n')
  return [
    `create or replace function keep_changed_${table}() returns trigger language plpgsql as $$ begin
      if ${isForgetting} then return new; end if;
      if old.known_from < moscow_today() then
        insert into past_${table} (${listed(own)}, known_from, known_until)
        values (${listed(own, 'old.')}, old.known_from, moscow_today());
      end if;
      -- Not before it: a transaction that began before midnight may come after one of the next day.
      new.known_from := greatest(old.known_from, moscow_today());
      return new;
    end $$`,
    `create or replace trigger kept_changed before update on ${table} for each row
      when ((${listed(telling, 'old.')}) is distinct from (${listed(telling, 'new.')}))
      execute function keep_changed_${table}()`,
    `create or replace function keep_gone_${table}() returns trigger language plpgsql as $$ begin
      ${table === 'court_case' ? forgottenCase : keptGone}
      return null;
    end $$`,
    `create or replace trigger kept_gone after delete on ${table} referencing old table as gone
      for each statement execute function keep_gone_${table}()`,
    `create or replace function keep_nothing_${table}() returns trigger language plpgsql as $$ begin
      truncate past_${table};
      return null;
    end $$`,
    `create or replace trigger kept_nothing after truncate on ${table}
      for each statement execute function keep_nothing_${table}()`,
  ]
}

/** What reads is made after what it reads. */
function daysOf(tables: z.output<typeof described>, views: z.output<typeof definitions>): string[] {
  const end = `(${asOfSchema}.day() + 1)::timestamp at time zone 'Europe/Moscow'`
  const names = [...tables.map(({ table }) => table), ...Object.keys(dated), ...views.map(({ view }) => view)]
  return [
    ...names.toReversed().map(name => `drop view if exists ${asOfSchema}.${name}`),
    `create or replace function ${asOfSchema}.day() returns date language sql stable as
      $$ select current_setting('${daySetting}')::date $$`,
    // Found before PostgreSQL's own: what was ahead then is ahead.
    `create or replace function ${asOfSchema}.now() returns timestamptz language sql stable as
      $$ select least(pg_catalog.now(), ${end} - interval '1 microsecond') $$`,
    ...tables.map(({ table, columns }) => {
      const shown = columns.map(({ name }) =>
        name === 'checked_at' ? `least(checked_at, ${asOfSchema}.now()) as checked_at` : `"${name}"`,
      )
      return `create view ${asOfSchema}.${table} as select ${shown.join(', ')} from versions.${table}
        where known_from <= ${asOfSchema}.day() and known_until > ${asOfSchema}.day()`
    }),
    ...Object.entries(dated).map(
      ([table, at]) => `create view ${asOfSchema}.${table} as select * from ${table} where ${at} < ${end}`,
    ),
    `select set_config('search_path', '${asOfSchema}, ' || current_schema(), true)`,
    ...views.map(({ view, definition }) => `create view ${asOfSchema}.${view} as ${definition}`),
    `select set_config('search_path', substring(current_setting('search_path') from ', (.*)$'), true)`,
  ]
}

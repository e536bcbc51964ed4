import { type QueryExecutorProvider, sql } from 'kysely'
import { z } from 'zod'

/**
 * Tables whose rows are kept as they were at the end of each day in Moscow (decision 0086). A row says since when it stands (`known_from`); what it
 * was before stands in `past_…` until the day it ceased to be so (`known_until`, that day excluded). Triggers keep it so, whoever writes; what comes
 * and goes within a day leaves no trace. Both tables inherit one of the same name in the schema `versions`, so that PostgreSQL plans a question about
 * them as one about a table with its indexes; over that, the schema `as_of` shows the rows of the day that the session names.
 */
type Versioned = {
  /** Columns that name cases or people: with one of these that is removed for good the row goes from every day. */
  cases?: readonly string[]
  people?: readonly string[]
  /** Columns that change without the row saying anything else. */
  silent?: readonly string[]
  /**
   * Its rows may lie on other servers (decision 0130): whoever writes them keeps what they were, and a day is shown without the parent. On one server triggers
   * and parent stay for servers of the version before.
   */
  isApart?: true
}
const ofCase = { cases: ['case_id'] } as const
export const versionedTables: Readonly<Record<string, Versioned>> = {
  court_case: { cases: ['id'], silent: ['checked_at', 'changed_xid'] },
  case_article: ofCase,
  case_event: ofCase,
  case_defendant: ofCase,
  case_participant: ofCase,
  case_told_penalty: ofCase,
  case_defence_param: ofCase,
  case_decision: { ...ofCase, silent: ['read_at', 'reader'] },
  case_text: { ...ofCase, silent: ['words', 'grams', 'letters', 'prints', 'reading'], isApart: true },
  case_tag: ofCase,
  case_link: { cases: ['case_id', 'other_id'] },
  case_link_candidate: { cases: ['first_id', 'second_id'] },
  case_link_verdict: { cases: ['first_id', 'second_id'], silent: ['account_id', 'decided_at'] },
  defendant: { people: ['id'] },
  defendant_risk: { people: ['defendant_id'] },
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
/** The view over texts that shows what their indexes hold (migration 0109). Of texts of the past that is made when it is asked. */
export const seenTexts = {
  view: 'case_text_seen',
  stored: 'case_id, body, words, grams, letters, prints, reading, known_from, known_until',
  held: 'held_words, held_strings',
  made: 'word_index(words, grams) as held_words, string_index(letters) as held_strings',
} as const

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

/** Makes what keeps the versions of tables, and what shows them. A migration that changes columns of such a table runs it again (decision 0086). */
export async function keepVersions(db: QueryExecutorProvider): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  const { rows: isNew } = await sql`select where to_regclass('past_court_case') is null`.execute(db)
  await run([
    // Left by a schema that was dropped.
    ...(isNew.length > 0 ? [`drop schema if exists ${asOfSchema}, versions cascade`] : []),
    'create schema if not exists versions',
    `create schema if not exists ${asOfSchema}`,
    // A row for each time that cases were removed: see edition.ts.
    'create table if not exists case_removal (at timestamptz not null default now())',
    ...Object.keys(versionedTables).flatMap(table => [
      `alter table ${table}
        add column if not exists known_from date not null default moscow_today(),
        add column if not exists known_until date not null default 'infinity'`,
    ]),
  ])
  const { rows } = await columnsQuery.execute(db)
  const tables = described.parse(rows)
  const { rows: spread } =
    await sql`select from pg_class where oid = to_regclass('case_text') and relkind = 'p'`.execute(db)
  const isKept = (table: string): boolean => versionedTables[table]?.isApart !== true || spread.length === 0
  await run([
    purgePeople,
    ...tables.flatMap(({ table, columns }) =>
      isKept(table) ? [...tablesOf(table), ...triggersOf(table, columns)] : [],
    ),
  ])
  const views = definitions.parse((await definitionsQuery.execute(db)).rows)
  await run(
    daysOf(
      tables.filter(({ table }) => table !== texts),
      views,
    ),
  )
  await showTextsOfDays(db)
}

/** Whoever puts another relation in place of `case_text` runs it again. */
export async function showTextsOfDays(db: QueryExecutorProvider): Promise<void> {
  const columns = described.parse((await columnsQuery.execute(db)).rows).find(({ table }) => table === texts)?.columns
  if (columns === undefined) return
  const { rows: isSeen } = await sql`select where to_regclass(${seenTexts.view}) is not null`.execute(db)
  const { view, stored, held, made } = seenTexts
  for (const statement of [
    `drop view if exists ${asOfSchema}.${view}, ${asOfSchema}.${texts}`,
    `create view ${asOfSchema}.${texts} as ${[texts, `past_${texts}`]
      .map(from => `select ${listed(columns)} from ${from} ${ofDay}`)
      .join(' union all ')}`,
    ...(isSeen.length > 0
      ? [
          `create view ${asOfSchema}.${view} as select ${stored}, ${held} from ${view} ${ofDay}
            union all select ${stored}, ${made} from past_${texts} ${ofDay}`,
        ]
      : []),
  ])
    await sql.raw(statement).execute(db)
}
const texts = 'case_text'
const ofDay = `where known_from <= ${asOfSchema}.day() and known_until > ${asOfSchema}.day()`

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
  ...[...(versionedTables[table]?.cases ?? []), ...(versionedTables[table]?.people ?? [])].map(
    (column, at) => `create index if not exists past_${table}_of${at === 0 ? '' : at} on past_${table} ("${column}")`,
  ),
  `create index if not exists past_${table}_until on past_${table} (known_until, known_from)`,
  ...(moreIndexes[table] ?? []),
]
const moreIndexes: Readonly<Record<string, readonly string[]>> = {
  // The usual order of lists, with what tells the rows of a day.
  court_case: [
    `create index if not exists past_court_case_entry
      on past_court_case (entry_date desc nulls last, id desc) include (known_from, known_until)`,
  ],
  case_defendant: ['defendant_id', 'own_id'].map(
    column => `create index if not exists past_case_defendant_${column} on past_case_defendant (${column})`,
  ),
}

const tablesWith = (kind: 'cases' | 'people'): (readonly [table: string, column: string])[] =>
  Object.entries(versionedTables).flatMap(([table, of]) => (of[kind] ?? []).map(column => [table, column] as const))

/** Of people who are no more: what they were goes where no day has a case of theirs. */
const purgePeople = `create or replace function forget_past_people(people integer[]) returns void language plpgsql as $$
declare gone integer[] := array(
  select id from unnest(people) as one (id)
  where not exists (select from defendant where defendant.id = one.id)
    and not exists (select from past_case_defendant where defendant_id = one.id)
    and not exists (select from past_case_defendant where own_id = one.id)
);
begin
  ${tablesWith('people')
    .map(([table, column]) => `delete from past_${table} where ${column} = any(gone);`)
    .join('\n')}
end $$`

/** A removed case goes from every day, with what hangs on it; one that came today is on none. */
const purgeCases = `if exists (select from gone where known_from < moscow_today())
    or exists (select from past_court_case where id in (select id from gone)) then
    people := array(
      select distinct one.id from past_case_defendant cross join lateral (values (defendant_id), (own_id)) as one (id)
      where case_id in (select id from gone) and one.id is not null
    );
    ${tablesWith('cases')
      .map(([table, column]) => `delete from past_${table} where ${column} in (select id from gone);`)
      .join('\n')}
    perform forget_past_people(people);
    insert into case_removal default values;
  end if;`

function triggersOf(table: string, columns: readonly Column[]): string[] {
  const { cases = [], silent = [] } = versionedTables[table] ?? {}
  const own = columns.filter(
    ({ name, is_generated }) => !is_generated && name !== 'known_from' && name !== 'known_until',
  )
  const telling = own.filter(({ name }) => !silent.includes(name))
  // What a removed case had goes with it, and so does what it had been.
  const stands = cases.map(column => `and exists (select from court_case where court_case.id = gone.${column})`)
  if (versionedTables[table]?.isApart)
    stands.push(
      `and not exists (select from past_${table} kept where kept.case_id = gone.case_id and kept.known_from = gone.known_from)`,
    )
  const keptGone = `insert into past_${table} (${listed(own)}, known_from, known_until)
    select ${listed(own)}, known_from, moscow_today() from gone
    where known_from < moscow_today() and not (${isForgetting}) ${stands.join(' ')};`
  const onGone: Readonly<Record<string, string>> = {
    court_case: purgeCases,
    defendant: `${keptGone} perform forget_past_people(array(select id from gone));`,
  }
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
    `create or replace function keep_gone_${table}() returns trigger language plpgsql as $$ declare people integer[]; begin
      ${onGone[table] ?? keptGone}
      return null;
    end $$`,
    `create or replace trigger kept_gone after delete on ${table} referencing old table as gone
      for each statement execute function keep_gone_${table}()`,
    `create or replace function keep_nothing_${table}() returns trigger language plpgsql as $$ begin
      truncate past_${table};
      ${table === 'court_case' ? 'insert into case_removal default values;' : ''}
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
      return `create view ${asOfSchema}.${table} as select ${shown.join(', ')} from versions.${table} ${ofDay}`
    }),
    ...Object.entries(dated).map(
      ([table, at]) => `create view ${asOfSchema}.${table} as select * from ${table} where ${at} < ${end}`,
    ),
    `select set_config('search_path', '${asOfSchema}, ' || current_schema(), true)`,
    ...views.map(({ view, definition }) => `create view ${asOfSchema}.${view} as ${definition}`),
    `select set_config('search_path', substring(current_setting('search_path') from ', (.*)$'), true)`,
  ]
}

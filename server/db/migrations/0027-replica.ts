import { type Kysely, sql } from 'kysely'

/**
 * What copies of the cases are kept up by (decision 0041): triggers of whole statements note which cases were written, in the
 * transaction that wrote them, whoever wrote. One row a statement, not one a case: it costs an import next to nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const children = [
  'case_article',
  'case_tag',
  'case_event',
  'case_defendant',
  'case_participant',
  'case_penalty',
  'case_defence_param',
]
const directories = ['article', 'result_type', 'event_type', 'court']
/** Columns of a case that a copy holds: what else changes is not noted. */
const copied = `id, type, stage, court_id, region, city, judge_id, case_number, entry_date, result_date, result_type_id,
  last_scheduled_hearing_date, hearing_until, has_text, defendants_hidden`

/** So many that a row stays where it is, out of the way of what is kept apart for being long. */
const idsInRow = 400
const note = (ids: string): string => `
  insert into case_write (case_ids)
  select array_agg(id) from (select id, row_number() over () as place from (${ids}) as one) as numbered
  group by (place - 1) / ${idsInRow};`

const noting = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
const on = (event: string, table: string, referencing: string, act: string): string =>
  `create trigger noted_${event} after ${event} on ${table} ${referencing} for each statement execute function ${act}()`
const added = 'referencing new table as added'
const gone = 'referencing old table as gone'
const both = 'referencing new table as added old table as gone'

const statements = [
  // Append-only. Read by transactions, never by time or number: decision 0041.
  `create table case_write (
    id bigint generated always as identity,
    xid xid8 not null default pg_current_xact_id(),
    -- Cases that were written, or are no more.
    case_ids integer[],
    -- Else a directory that was.
    directory text,
    -- Neither: everything is to be read anew.
    primary key (xid, id)
  )`,
  // Copies there are, and what they have read: see server/replica/position.ts.
  `create table case_copy (
    id uuid primary key,
    place pg_snapshot not null,
    token uuid not null,
    next_token uuid not null,
    seen_at timestamptz not null default now()
  )`,

  noting('note_cases_added', note('select id from added')),
  noting('note_cases_gone', note('select id from gone')),
  noting(
    'note_cases_changed',
    note(`select id from (select ${copied} from added except select ${copied} from gone) as changed`),
  ),
  on('insert', 'court_case', added, 'note_cases_added'),
  on('delete', 'court_case', gone, 'note_cases_gone'),
  on('update', 'court_case', both, 'note_cases_changed'),

  noting('note_rows_added', note('select distinct case_id as id from added')),
  noting('note_rows_gone', note('select distinct case_id as id from gone')),
  noting('note_rows_changed', note('select case_id as id from added union select case_id from gone')),
  ...children.flatMap(table => [
    on('insert', table, added, 'note_rows_added'),
    on('delete', table, gone, 'note_rows_gone'),
    on('update', table, both, 'note_rows_changed'),
  ]),

  noting(
    'note_directory_added',
    `if exists (select from added) then insert into case_write (directory) values (tg_table_name); end if;`,
  ),
  noting(
    'note_directory_gone',
    `if exists (select from gone) then insert into case_write (directory) values (tg_table_name); end if;`,
  ),
  ...directories.flatMap(table => [
    on('insert', table, added, 'note_directory_added'),
    on('delete', table, gone, 'note_directory_gone'),
    on('update', table, gone, 'note_directory_gone'),
  ]),

  noting('note_emptied', `insert into case_write default values;`),
  ...['court_case', ...children, ...directories].map(table => on('truncate', table, '', 'note_emptied')),

  noting('tell_copies', `notify case_write;`),
  on('insert', 'case_write', '', 'tell_copies'),
]

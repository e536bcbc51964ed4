import { type Kysely, sql } from 'kysely'

/**
 * Every state that was stored of a case is kept whole, from the first on (decision 0085): what changed is the difference of two neighbours.
 * Records move here from `case_source`, so that an import writes as much as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const unchecked = ['case_source', 'case_article', 'case_defendant', 'case_participant', 'case_told_penalty']
const withTheirCase = ['case_event', 'case_clue', 'people_due', 'case_journal', 'former_text', ...unchecked]

const statements = [
  `create table case_journal (
    case_id integer not null,
    -- 0: as it was first read.
    number integer not null,
    seen_at timestamptz not null default now(),
    -- The importer or collector; null: the court has said nothing new, what is stored was read anew.
    origin text,
    -- Where it was read: the name of a file, or a page by its hash, with the version of the reader of pages.
    file text,
    page_hash bytea,
    page_reader smallint,
    -- The version of the reader of texts.
    text_reader smallint,
    -- The record from then on, without its text; null: as in the entry before.
    record jsonb,
    -- SHA-256 of the text of the record.
    text_hash bytea,
    -- What changed beside the record: [{field, before, after}].
    beside jsonb,
    -- Of revisions from before the journal only sentences were kept: [{field, before, after}].
    told jsonb,
    primary key (case_id, number),
    check (record is not null or beside is not null or told is not null)
  )`,
  // The text that a case has now is in case_text.
  `create table former_text (
    case_id integer not null,
    hash bytea not null,
    body text not null,
    primary key (case_id, hash)
  )`,
  // A PostgreSQL that is built without lz4 compresses in its own way.
  `do $$ begin
    alter table case_journal alter column record set compression lz4, alter column beside set compression lz4;
    alter table former_text alter column body set compression lz4;
  exception when feature_not_supported then null;
  end $$`,
  // The number of the entry that has its record.
  `alter table case_source add column entry integer not null default 0`,

  // Numbers of revisions stay: the change feed tells them.
  `insert into case_journal (case_id, number, seen_at, origin, page_hash, told)
    select case_id, number, seen_at, case when changes->0->>'field' = 'reading' then null else first.origin end, page_hash, changes
    from case_revision
    cross join lateral (
      select origin from case_source where case_source.case_id = case_revision.case_id order by first_seen_at limit 1
    ) first`,
  `insert into case_journal (case_id, number, seen_at, origin, told)
    select distinct on (case_id) case_id, 0, first_seen_at, origin, '[]' from case_source
    where exists (select from case_revision known where known.case_id = case_source.case_id)
    order by case_id, first_seen_at`,
  // The last entry of a case has the record that was read last; of further sources each has one after it.
  `with placed as (
    select source_key, case_id, first_seen_at, last_seen_at, origin, page_reader, record,
      coalesce((select max(number) from case_journal known where known.case_id = source.case_id), 0)
        + row_number() over (partition by case_id order by last_seen_at desc) - 1 as number
    from case_source source
  ), pointed as (
    update case_source set entry = placed.number from placed
    where placed.number > 0 and placed.source_key = case_source.source_key
  )
  insert into case_journal (case_id, number, seen_at, origin, page_reader, record, text_hash)
  select placed.case_id, number, case when number = 0 then first_seen_at else last_seen_at end, origin, page_reader, record,
    sha256(convert_to(body, 'UTF8'))
  from placed left join case_text on case_text.case_id = placed.case_id
  on conflict (case_id, number) do update set record = excluded.record, text_hash = excluded.text_hash,
    page_reader = excluded.page_reader`,
  `drop table case_revision`,
  `alter table case_source drop column record`,
  // Written anew without it: the room it took would never be given back.
  `cluster case_source using case_source_case`,
  `alter table case_source set without cluster`,
  `create view case_record as
    select source_key, case_source.case_id, case_source.origin, digest, first_seen_at, last_seen_at, record
    from case_source join case_journal on case_journal.case_id = case_source.case_id and number = entry`,

  `create or replace function remove_with_cases() returns trigger language plpgsql as $$ begin
    ${withTheirCase.map(table => `delete from ${table} where case_id in (select id from gone);`).join('\n')}
    return null;
  end $$`,
  `create or replace function empty_with_cases() returns trigger language plpgsql as $$ begin
    truncate ${withTheirCase.filter(table => table !== 'case_defendant').join(', ')};
    -- Emptied already where people are emptied with their cases: then a second time is refused.
    delete from case_defendant;
    return null;
  end $$`,
  // Appended to alone. An entry goes only with its case.
  `create function keep_journal() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      if not exists (select from gone join court_case on court_case.id = gone.case_id) then return null; end if;
    end if;
    raise exception 'Entries of % stay as they are', tg_table_name;
  end $$`,
  ...['case_journal', 'former_text'].flatMap(table => [
    `create trigger keep_updated after update on ${table} for each statement execute function keep_journal()`,
    `create trigger keep_deleted after delete on ${table} referencing old table as gone
      for each statement execute function keep_journal()`,
  ]),
]

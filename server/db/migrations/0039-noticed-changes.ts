import { type Kysely, sql } from 'kysely'

/**
 * The copy of the cases answers what a subscription would have brought (decision 0055): it holds days of publication and of appeal, and
 * what was noticed here that no date of a court tells. So that it is told of them, they are noted like what it held before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Kinds of news that courts do not date (shared/domain/news.ts). */
const noticed = `'{hearing_moved,hearing_cancelled,disappeared,changed}'::text[]`

/** Columns of a case that a copy holds: what else changes is not noted. */
const copied = `id, type, stage, court_id, region, city, judge_id, case_number, entry_date, result_date, result_published_date, appeal_date,
  appeal_result, result_type_id, last_scheduled_hearing_date, hearing_until, has_text, defendants_hidden`

/** As in migration 0027: so many that a row stays where it is. */
const idsInRow = 400
const noting = (name: string, ids: string): string => `
  create or replace function ${name}() returns trigger language plpgsql as $$ begin
    insert into case_write (case_ids)
    select array_agg(id) from (select id, row_number() over () as place from (${ids}) as one) as numbered
    group by (place - 1) / ${idsInRow};
    return null;
  end $$`
const on = (event: string, referencing: string, act: string): string =>
  `create trigger noted_${event} after ${event} on case_change ${referencing} for each statement execute function ${act}()`
const told = (table: string): string => `select case_id as id from ${table} where kinds && ${noticed}`
/** What only moves on in the feed says nothing new. */
const differing = (one: string, other: string): string =>
  `select case_id, kinds, at from ${one} except select case_id, kinds, at from ${other}`

const statements = [
  noting(
    'note_cases_changed',
    `select id from (select ${copied} from added except select ${copied} from gone) as changed`,
  ),

  `create index case_change_noticed on case_change (case_id) where kinds && ${noticed}`,
  // A day is one of Moscow, as all days of news are. Of cases that are no more it tells nothing.
  `create view case_notice as
    select case_change.case_id, (case_change.at at time zone 'Europe/Moscow')::date as day, kind
    from case_change cross join unnest(case_change.kinds) as kind
    where case_change.kinds && ${noticed} and kind = any(${noticed})
      and exists (select from court_case where court_case.id = case_change.case_id)`,
  noting('note_changes_added', told('added')),
  noting('note_changes_gone', told('gone')),
  noting(
    'note_changes_changed',
    told(`((${differing('added', 'gone')}) union all (${differing('gone', 'added')})) as differing`),
  ),
  on('insert', 'referencing new table as added', 'note_changes_added'),
  on('delete', 'referencing old table as gone', 'note_changes_gone'),
  on('update', 'referencing new table as added old table as gone', 'note_changes_changed'),
  on('truncate', '', 'note_emptied'),
]

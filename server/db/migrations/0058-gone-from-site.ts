import { type Kysely, sql } from 'kysely'

/** Cases that are gone from the site of their court are found, by the day when that was noticed in Moscow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Columns of a case that a copy holds: what else changes is not noted. */
const copied = `id, type, stage, court_id, region, city, judge_id, case_number, entry_date, result_date, result_published_date, appeal_date,
  appeal_result, result_type_id, last_scheduled_hearing_date, hearing_until, possible_hearing_at, has_text, defendants_hidden, in_question,
  gone_on`

/** As in migration 0027: so many that a row stays where it is. */
const idsInRow = 400

const statements = [
  `alter table court_case
    add column is_gone boolean generated always as (gone_at is not null) stored,
    add column gone_on date generated always as ((gone_at at time zone 'Europe/Moscow')::date) stored`,
  `create index court_case_is_gone on court_case (id) where is_gone`,
  `create index court_case_gone on court_case (gone_on) where gone_on is not null`,
  `create or replace function note_cases_changed() returns trigger language plpgsql as $$ begin
    insert into case_write (case_ids)
    select array_agg(id) from (
      select id, row_number() over () as place
      from (select id from (select ${copied} from added except select ${copied} from gone) as changed) as one
    ) as numbered
    group by (place - 1) / ${idsInRow};
    return null;
  end $$`,
]

import { type Kysely, sql } from 'kysely'

/**
 * Events whose wording is not known are perhaps hearings while they are ahead (decision 0065). Which wordings are known is set from the
 * reference at this very start; cases that are here already follow in the background (server/ingest/reread-hearings.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Columns of a case that a copy holds: what else changes is not noted. */
const copied = `id, type, stage, court_id, region, city, judge_id, case_number, entry_date, result_date, result_published_date, appeal_date,
  appeal_result, result_type_id, last_scheduled_hearing_date, hearing_until, possible_hearing_at, has_text, defendants_hidden, in_question`

/** As in migration 0027: so many that a row stays where it is. */
const idsInRow = 400

const statements = [
  // Null: the wording is not known.
  `alter table event_type alter column is_hearing drop not null, alter column is_hearing drop default`,
  // When the last event of unknown wording that has an hour begins.
  `alter table court_case add column possible_hearing_at timestamptz`,
  `create index court_case_possible_hearing on court_case (possible_hearing_at) where possible_hearing_at is not null`,
  `alter table calendar_hearing add column is_possible boolean not null default false`,
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

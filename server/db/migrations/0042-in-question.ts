import { type Kysely, sql } from 'kysely'

/**
 * Decisions of first instance that are perhaps annulled (decision 0059): kept on the case (server/links/in-question.ts), held by the
 * copy, and so noted when it changes. Cases that are here already get it as their clues are read anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Columns of a case that a copy holds: what else changes is not noted. */
const copied = `id, type, stage, court_id, region, city, judge_id, case_number, entry_date, result_date, result_published_date, appeal_date,
  appeal_result, result_type_id, last_scheduled_hearing_date, hearing_until, has_text, defendants_hidden, in_question`

/** As in migration 0027: so many that a row stays where it is. */
const idsInRow = 400

const statements = [
  `alter table court_case add column in_question boolean not null default false`,
  `create index court_case_in_question on court_case (id) where in_question`,
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

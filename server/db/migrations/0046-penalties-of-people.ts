import { type Kysely, sql } from 'kysely'

/**
 * Penalties say whose they are, what goes with the main one, and how surely they were read. All that is told is kept in
 * `case_told_penalty`; whoever counts or filters reads `case_penalty`, which is without what a review annulled (decision 0068).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Indexes and views say it in the same words, so that the planner sees that they agree. */
const counts = `state in ('imposed', 'changed')`
const punishes = `${counts} and type not in ('no_data', 'error', 'court_fine')`

/** Below what is certain enough. */
const notKnownHowSure = 0.5

const unchecked = ['case_source', 'case_article', 'case_defendant', 'case_participant', 'case_told_penalty']
const withTheirCase = ['case_event', 'case_clue', 'people_due', ...unchecked]

const statements = [
  // How far kept records have been read anew: for roles once, and for more now.
  `update installation set key = 'case_records' where key = 'case_roles'`,
  `drop view case_imposed_penalty`,
  `alter table case_penalty rename to case_told_penalty`,
  `alter table case_told_penalty
    -- Whose it is: ordinal of case_defendant; null: not told.
    add column defendant_ordinal smallint,
    -- Told of somebody whom the case does not list.
    add column of_other boolean not null default false check (not of_other or defendant_ordinal is null),
    add column additional boolean not null default false,
    add column suspended boolean not null default false,
    add column probation_months numeric(6, 2),
    -- Of the earnings, withheld for the state.
    add column percent numeric(5, 2),
    -- So many times another sum.
    add column multiple numeric(8, 2),
    add column state text not null default 'imposed' check (state in ('imposed', 'changed', 'annulled', 'released')),
    add column certainty real not null default 1 check (certainty between 0 and 1)`,
  // What a text tells is as sure as it was read, and whose it is, is read anew: it may decide about people who are not listed.
  `update case_told_penalty set certainty = coalesce(
      (select certainty from case_decision where case_decision.case_id = case_told_penalty.case_id), ${notKnownHowSure}
    ) where by_text`,
  // What the card tells is of the only accused.
  `update case_told_penalty set defendant_ordinal = sole.ordinal
    from (
      select case_id, min(ordinal) as ordinal from case_defendant group by case_id
      having count(*) = 1 or (count(distinct defendant_id) = 1 and count(*) = count(defendant_id))
    ) as sole
    where sole.case_id = case_told_penalty.case_id and not by_text and not exists (
      select from case_participant
      where case_participant.case_id = sole.case_id and role = 'unknown' and articles = 'not_told'
    )`,
  `alter index case_penalty_pkey rename to case_told_penalty_pkey`,
  `drop index case_penalty_type`,
  `drop index case_penalty_imposed`,
  `create view case_penalty as select * from case_told_penalty where ${counts}`,
  `create view case_imposed_penalty as select * from case_told_penalty where ${punishes}`,
  `create index case_penalty_type on case_told_penalty (type, value, case_id) where ${counts}`,
  `create index case_penalty_imposed on case_told_penalty (case_id) where ${punishes}`,
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
]

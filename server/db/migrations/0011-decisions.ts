import { type Kysely, sql } from 'kysely'

/** What was read from the text of a decision, with its evidence, and which children of a case come from there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_decision (
    case_id integer primary key references court_case on delete cascade,
    outcome text not null,
    -- Rubles, days or hours, by outcome.
    value numeric(14, 2),
    hidden boolean not null default false,
    -- The sentence it was read from.
    evidence text not null default '',
    certainty real not null check (certainty between 0 and 1),
    -- What was done with the decision before this one.
    review text,
    facts jsonb not null,
    -- Version of the reader: texts that an earlier one has read are read again.
    reader smallint not null,
    read_at timestamptz not null default now()
  )`,
  // What the site says wins; by_text marks what only the text says, so that it can be read anew.
  ...['case_penalty', 'case_participant', 'case_defence_param'].map(
    table => `alter table ${table} add column by_text boolean not null default false`,
  ),
]

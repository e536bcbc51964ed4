import { type Kysely, sql } from 'kysely'

/** Penalties say whose they are, what goes with the main one, and how surely they were read (decision 0068). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table case_penalty
    -- Whose it is: ordinal of case_defendant; null: not told.
    add column defendant_ordinal smallint,
    add column additional boolean not null default false,
    add column suspended boolean not null default false,
    add column probation_months numeric(6, 2),
    -- Of the earnings, withheld for the state.
    add column percent numeric(5, 2),
    -- So many times another sum.
    add column multiple numeric(8, 2),
    add column state text not null default 'imposed' check (state in ('imposed', 'changed', 'annulled')),
    add column certainty real not null default 1 check (certainty between 0 and 1)`,
]

import { type Kysely, sql } from 'kysely'

/** Figures that were cited, as they were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Kept when its account is gone: what is cited is in print.
  `create table citation (
    id text primary key,
    account_id integer references account on delete set null,
    made_at timestamptz not null default now(),
    title text not null,
    regions integer[],
    definition jsonb not null,
    pivot jsonb not null,
    figures_key bytea not null,
    file bytea not null,
    sha256 bytea not null
  )`,
  `create index citation_account on citation (account_id, made_at desc)`,
]

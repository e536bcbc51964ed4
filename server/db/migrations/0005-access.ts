import { type Kysely, sql } from 'kysely'

/** What people say of themselves when they ask for an account, sessions one can tell apart, personal keys, counted attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account
    add column about text not null default '',
    -- Declined requests are kept for a while, so that the person can be told, then deleted.
    add column declined_at timestamptz`,
  `create index account_waiting on account (created_at) where approved_at is null and declined_at is null`,

  // A number to name a session by (its hash is nobody's business), and where it was opened from.
  `alter table session
    add column id integer generated always as identity unique,
    add column address text not null default '',
    add column agent text not null default ''`,

  // Apart from sessions: a key has a name and a fixed end, is not prolonged by use, and opens only reading.
  `create table access_token (
    id integer primary key generated always as identity,
    token_hash bytea not null unique,
    account_id integer not null references account on delete cascade,
    name text not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    expires_at timestamptz not null
  )`,
  `create index access_token_account on access_token (account_id)`,

  // Attempts that are limited, counted for all processes. Keys hold no names: a name is hashed.
  `create table attempt (
    key text primary key,
    count double precision not null,
    -- When counting began, and when it was last added to.
    began_at timestamptz not null default now(),
    last_at timestamptz not null default now()
  )`,
  `create index attempt_age on attempt (last_at)`,

  `create index audit_entry_account on audit_entry (account_id)`,
  `create index audit_entry_action on audit_entry (action, id)`,
]

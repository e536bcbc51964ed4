import { type Kysely, sql } from 'kysely'

/** Accounts, their sessions and all that a person keeps: favourites, presets, links, subscriptions, exports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table account (
    id integer primary key generated always as identity,
    username text not null,
    email text,
    password_hash text not null,
    groups text[] not null default '{}',
    is_superuser boolean not null default false,
    -- Null: every region. Empty: none.
    regions smallint[],
    approved_at timestamptz,
    blocked_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index account_username on account (lower(username))`,
  `create unique index account_email on account (lower(email)) where email is not null`,

  // Tokens are kept as SHA-256 only: a stolen table opens no session.
  `create table session (
    token_hash bytea primary key,
    account_id integer not null references account on delete cascade,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index session_account on session (account_id)`,
  `create index session_expiry on session (expires_at)`,

  `create table favourite (
    account_id integer not null references account on delete cascade,
    case_id integer not null references court_case on delete cascade,
    added_at timestamptz not null default now(),
    primary key (account_id, case_id)
  )`,
  `create index favourite_case on favourite (case_id)`,

  `create table preset_category (
    id integer primary key generated always as identity,
    account_id integer not null references account on delete cascade,
    title text not null,
    unique (account_id, title)
  )`,
  `create table preset (
    id integer primary key generated always as identity,
    account_id integer not null references account on delete cascade,
    category_id integer references preset_category on delete set null,
    title text not null,
    description text not null default '',
    get_params jsonb not null,
    human_readable jsonb not null,
    position integer not null default 0,
    created_at timestamptz not null default now(),
    unique (account_id, title)
  )`,
  `create table saved_link (
    id text primary key,
    account_id integer references account on delete set null,
    get_params jsonb not null,
    created_at timestamptz not null default now()
  )`,

  `create table subscription (
    id integer primary key generated always as identity,
    account_id integer not null references account on delete cascade,
    title text not null,
    get_params jsonb not null,
    settings jsonb not null default '{}',
    paused_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index subscription_account on subscription (account_id)`,
  `create table delivery (
    id bigint primary key generated always as identity,
    subscription_id integer not null references subscription on delete cascade,
    case_id integer not null references court_case on delete cascade,
    payload jsonb not null,
    created_at timestamptz not null default now(),
    delivered_at timestamptz,
    attempts smallint not null default 0,
    last_error text
  )`,
  `create index delivery_waiting on delivery (created_at) where delivered_at is null`,

  `create table export_request (
    id integer primary key generated always as identity,
    account_id integer not null references account on delete cascade,
    selected_columns text[] not null,
    filters jsonb not null,
    telegram text,
    status text not null default 'waiting',
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`,

  `create table audit_entry (
    id bigint primary key generated always as identity,
    account_id integer references account on delete set null,
    action text not null,
    details jsonb not null default '{}',
    happened_at timestamptz not null default now()
  )`,

  // Facts about this installation, one row each: release date, demonstration corpus.
  `create table installation (
    key text primary key,
    value jsonb not null
  )`,
]

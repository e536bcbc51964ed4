import { type Kysely, sql } from 'kysely'

/** The feed of changes; subscriptions, what they found, and the messages that tell of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Append-only, written in the transaction of the change. No foreign key: what was removed stays told, and writing is cheap.
  `create table case_change (
    id bigint generated always as identity,
    case_id integer not null,
    -- 0: the case is new; else the number of its revision; null: it changed without its card.
    revision integer,
    -- Kinds of news (shared/domain/news.ts); none: nothing to tell of.
    kinds text[] not null,
    details jsonb,
    at timestamptz not null default now(),
    xid xid8 not null default pg_current_xact_id(),
    primary key (xid, id)
  )`,
  `create index case_change_news on case_change (case_id) where kinds <> '{}'`,
  `create index case_change_at on case_change using brin (at) with (pages_per_range = 16, autosummarize = on)`,

  // How far each reader of the feed has come.
  `create table change_reader (name text primary key, xid xid8 not null, id bigint not null)`,
  `insert into change_reader (name, xid, id) values ('news', pg_snapshot_xmin(pg_current_snapshot()), 0)`,

  // Nobody has written these yet.
  `drop table delivery`,
  `delete from subscription`,
  `alter table subscription
    drop column settings,
    add column about_case_id integer references court_case on delete cascade,
    -- No foreign key: a person nobody is named by any more takes no subscription along.
    add column about_person_id integer,
    add column filter_key bytea,
    add column human_readable jsonb not null default '{}',
    add column kinds text[] not null,
    add column channels text[] not null,
    add column cadence text not null,
    add column send_at time not null,
    add column weekday smallint not null check (weekday between 1 and 7),
    add column zone text not null,
    add column quiet_from time,
    add column quiet_to time,
    -- Changes before are not told: since it was made, was resumed, or watches something else.
    add column watched_since timestamptz not null default now(),
    -- Counts on when what is watched changes: a match of the former filters is then dropped.
    add column watch_version integer not null default 1,
    -- When the person last said that it is wanted; how often and when it was asked since.
    add column kept_at timestamptz not null default now(),
    add column asks smallint not null default 0,
    add column asked_at timestamptz,
    -- In addresses that work without signing in.
    add column secret text not null unique,
    add column deleted_at timestamptz,
    add column changed_xid xid8 not null default pg_current_xact_id(),
    add check (num_nonnulls(about_case_id, about_person_id, filter_key) = 1)`,
  `create index subscription_changed on subscription (changed_xid)`,
  `create index subscription_case on subscription (about_case_id) where about_case_id is not null`,
  `create index subscription_person on subscription (about_person_id) where about_person_id is not null`,

  `create table subscription_mute (
    subscription_id integer not null references subscription on delete cascade,
    case_id integer not null references court_case on delete cascade,
    muted_at timestamptz not null default now(),
    primary key (subscription_id, case_id)
  )`,
  `create index subscription_mute_case on subscription_mute (case_id)`,

  // A case as it was when it was told of, once for all who are told.
  `create table change_snapshot (
    change_id bigint primary key,
    case_id integer not null references court_case on delete cascade,
    revision integer,
    details jsonb not null,
    payload jsonb not null,
    taken_at timestamptz not null default now()
  )`,
  `create index change_snapshot_case on change_snapshot (case_id)`,

  // What is gathered into one message; one is open at a time.
  `create table subscription_batch (
    id bigint primary key generated always as identity,
    subscription_id integer not null references subscription on delete cascade,
    kind text not null default 'news',
    opened_at timestamptz not null,
    due_at timestamptz not null,
    sealed_at timestamptz
  )`,
  `create unique index subscription_batch_open on subscription_batch (subscription_id)
    where sealed_at is null and kind = 'news'`,
  `create index subscription_batch_due on subscription_batch (due_at) where sealed_at is null`,
  `create index subscription_batch_of on subscription_batch (subscription_id, due_at)`,

  // Each change once a subscription. Written by the ten thousand: no key that nobody looks for, and snapshots and messages
  // are found from here, not the other way round.
  `create table subscription_hit (
    id bigint not null generated always as identity,
    subscription_id integer not null references subscription on delete cascade,
    change_id bigint not null,
    case_id integer not null,
    kinds text[] not null,
    -- The filters, narrowed to the values that the case has.
    matched jsonb not null,
    matched_at timestamptz not null,
    -- Found only by the nightly sweep.
    missed boolean not null default false,
    batch_id bigint not null,
    primary key (subscription_id, change_id)
  )`,
  `create index subscription_hit_batch on subscription_hit (subscription_id, batch_id)`,

  // A message to one channel. \`key\` is the same however often it is tried.
  `create table delivery (
    id bigint primary key generated always as identity,
    batch_id bigint not null references subscription_batch on delete cascade,
    subscription_id integer not null references subscription on delete cascade,
    channel text not null,
    key uuid not null default gen_random_uuid() unique,
    created_at timestamptz not null,
    -- When it is tried next; moved on before it is tried, so that who dies over it leaves it to be tried again.
    next_at timestamptz not null,
    attempts smallint not null default 0,
    delivered_at timestamptz,
    -- Not tried any more.
    dead_at timestamptz,
    last_error text,
    unique (batch_id, channel)
  )`,
  `create index delivery_waiting on delivery (next_at) where delivered_at is null and dead_at is null`,
  `create index delivery_of on delivery (subscription_id, created_at)`,

  // What the nightly sweep looked at, and what it found that had been missed.
  `create table subscription_sweep (
    id integer primary key generated always as identity,
    ran_at timestamptz not null,
    changes integer not null,
    missed integer not null
  )`,
]

import { type Kysely, sql } from 'kysely'

/** Names and numbers that a set watches for, and what was found for each (decision 0105). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_set_watch (
    id integer primary key generated always as identity,
    set_id integer not null references case_set on delete cascade,
    kind text not null check (kind in ('name', 'number', 'uid')),
    text text not null check (text <> ''),
    -- What else is known: the court as it was written and what it means, a region, an article, a day.
    court text not null default '',
    courts integer[] not null default '{}',
    region smallint,
    article text not null default '',
    day date,
    -- More cases are like it than are kept to be looked at.
    is_cut boolean not null default false,
    created_by integer references account on delete set null,
    created_at timestamptz not null default now(),
    -- Null: the cases that there are wait to be looked through.
    searched_at timestamptz,
    -- A removed row comes back with what was decided.
    removed_at timestamptz
  )`,
  `create index case_set_watch_set on case_set_watch (set_id)`,
  `create index case_set_watch_unsearched on case_set_watch (id) where searched_at is null`,

  // The inverted index of all watched rows: hashes of what a case must have to be like one (server/watching/name-keys.ts).
  `create table case_set_watch_key (
    key bigint not null,
    watch_id integer not null references case_set_watch on delete cascade,
    primary key (key, watch_id)
  )`,
  `create index case_set_watch_key_watch on case_set_watch_key (watch_id)`,
  // A name that is masked is watched for no more.
  `create function forget_watch_keys() returns trigger language plpgsql as $$
    begin
      delete from case_set_watch_key where watch_id = new.id;
      return null;
    end $$`,
  `create trigger forget_watch_keys after update of text on case_set_watch
    for each row when (old.text is distinct from new.text) execute function forget_watch_keys()`,

  `create table case_set_watch_case (
    watch_id integer not null references case_set_watch on delete cascade,
    case_id integer not null references court_case on delete cascade,
    -- What the rules say; what somebody has said stands above it for ever.
    state text not null check (state in ('found', 'perhaps')),
    verdict text check (verdict in ('confirmed', 'refused')),
    evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
    found_at timestamptz not null default now(),
    -- When it came into the set by itself: whoever takes it out there does not meet it again.
    joined_at timestamptz,
    decided_by integer references account on delete set null,
    decided_at timestamptz,
    primary key (watch_id, case_id)
  )`,
  `create index case_set_watch_case_case on case_set_watch_case (case_id)`,

  // A list that nobody has touched for a year ends after a warning.
  `create table case_set_watching (
    set_id integer primary key references case_set on delete cascade,
    kept_at timestamptz not null default now(),
    warned_at timestamptz,
    ended_at timestamptz
  )`,
]

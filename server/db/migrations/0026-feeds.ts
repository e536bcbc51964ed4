import { type Kysely, sql } from 'kysely'

/** Addresses of feeds and calendars, and hearings as calendars know them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Whoever has the secret reads; a new one takes its place, none revokes it.
  `create table subscription_feed (
    subscription_id integer primary key references subscription on delete cascade,
    secret text not null unique,
    created_at timestamptz not null default now(),
    read_at timestamptz
  )`,
  // A court moves a hearing by writing another line: calendars have to know it as the one that was there.
  `create table calendar_hearing (
    id integer primary key generated always as identity,
    case_id integer not null references court_case on delete cascade,
    event_date date not null,
    event_time time,
    happens_at timestamptz,
    title text not null,
    hall text not null,
    sequence integer not null default 0,
    changed_at timestamptz not null,
    cancelled_at timestamptz
  )`,
  `create index calendar_hearing_case on calendar_hearing (case_id, event_date)`,
]

import { type Kysely, sql } from 'kysely'

/** Browsers that may be notified (Web Push): each belongs to a session and goes with it, so that who has signed out is told nothing. */
const steps = [
  `create unique index if not exists session_id_key on session (id)`,
  `create table push_browser (
    id integer generated always as identity primary key,
    session_id integer not null unique references session (id) on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    created_at timestamptz not null default now()
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of steps) await sql.raw(step).execute(db)
}

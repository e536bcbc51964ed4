import { type Kysely, sql } from 'kysely'

/**
 * What changed in the cases that a person watches, and whether they have seen it (decision 0096). Written by the thousand beside the hits of
 * subscriptions, so that no foreign key looks up, and locks, a row for each; rows of what is no more are deleted when they are old.
 */
const statements = [
  `create table inbox_item (
    account_id integer not null,
    change_id bigint not null,
    case_id integer not null,
    at timestamptz not null,
    seen_at timestamptz,
    primary key (account_id, change_id)
  )`,
  // The number in the menu is read from it alone.
  `create index inbox_item_unseen on inbox_item (account_id) include (case_id) where seen_at is null`,
  // Streams of a session that is over are ended by whichever process has them.
  `create function tell_sessions_over() returns trigger language plpgsql as $$ begin
    perform pg_notify('session_over', id::text) from gone;
    return null;
  end $$`,
  `create trigger tell_sessions_over after delete on session referencing old table as gone
    for each statement execute function tell_sessions_over()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Programs that are told of news: one address a subscription, and what became of each call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table subscription_webhook (
    subscription_id integer primary key references subscription on delete cascade,
    url text not null,
    -- Kept as they are: both sides sign with the same one. The former signs beside it for a day.
    secret text not null,
    former_secret text,
    secret_at timestamptz not null,
    created_at timestamptz not null,
    -- Since when no call has succeeded; null: the last one did.
    failing_since timestamptz,
    -- Switched off because nobody took what was sent.
    off_at timestamptz
  )`,
  `create table webhook_call (
    id bigint primary key generated always as identity,
    subscription_id integer not null references subscription_webhook on delete cascade,
    key uuid not null,
    at timestamptz not null,
    ms integer not null,
    -- Null: there was no answer.
    status smallint,
    -- What went wrong; null: it was taken.
    said text
  )`,
  `create index webhook_call_of on webhook_call (subscription_id, id)`,
  `create index webhook_call_at on webhook_call (at)`,
]

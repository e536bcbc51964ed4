import { type Kysely, sql } from 'kysely'
import { getConstructionPlans } from 'pg-boss'

/**
 * The queue of jobs, chats of the bot, and what becomes of an asked-for export. The queue's tables are the library's own:
 * a newer one brings them up to date when jobs start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [queueTables(), ...statements]) await sql.raw(statement).execute(db)
}

/** Without the library's own transaction and its settings: all of it belongs to the transaction of migrations. */
function queueTables(): string {
  const plan = getConstructionPlans('pgboss')
  return plan.slice(plan.indexOf('CREATE SCHEMA')).replace(/COMMIT;?\s*$/, '')
}

const statements = [
  // A chat belongs to the account whose code was sent from it; several accounts may share one.
  `create table telegram_chat (
    account_id integer primary key references account on delete cascade,
    chat_id bigint not null,
    linked_at timestamptz not null default now(),
    blocked_at timestamptz
  )`,
  `create index telegram_chat_by_chat on telegram_chat (chat_id)`,
  // Said /stop: nothing is sent there, whoever asks, until /start.
  `create table telegram_silence (
    chat_id bigint primary key,
    since timestamptz not null default now()
  )`,
  // One code an account: a new one ends the old.
  `create table telegram_code (
    account_id integer primary key references account on delete cascade,
    code_hash bytea not null unique,
    expires_at timestamptz not null
  )`,
  // Nothing could be asked for before this.
  `delete from export_request`,
  `alter table export_request
    add column format text not null default 'csv',
    add column ordering text not null,
    add column readable jsonb not null,
    add column origin text not null,
    add column regions integer[],
    add column about jsonb,
    add column count integer,
    add column written integer not null default 0,
    add column file_name text,
    add column bytes bigint,
    add column parts_sent integer not null default 0,
    add column error text,
    add column started_at timestamptz,
    add column sent_at timestamptz,
    add column expires_at timestamptz,
    add constraint export_request_status check (status in ('waiting', 'writing', 'ready', 'sending', 'sent', 'failed'))`,
  `create index export_request_of_account on export_request (account_id, id)`,
  `create index export_request_expires on export_request (expires_at) where expires_at is not null`,
]

import { type Kysely, sql } from 'kysely'

/** Devices that an account has signed in from: strangers' wrong passwords do not make them wait (decision 0078). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table known_device (
    token_hash bytea not null,
    account_id integer not null references account on delete cascade,
    used_at timestamptz not null default now(),
    primary key (token_hash, account_id)
  )`,
  `create index known_device_account on known_device (account_id, used_at)`,
]

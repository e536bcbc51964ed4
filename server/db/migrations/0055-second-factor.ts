import { type Kysely, sql } from 'kysely'

/** One-time codes by time (TOTP) beside the password, and codes for who has lost the device (decision 0080). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Until `totp_at` the secret is one that nobody has confirmed. `totp_step`: the last code that was taken, so that none is taken twice.
  `alter table account add column totp_secret text, add column totp_at timestamptz, add column totp_step bigint`,
  `create table recovery_code (
    account_id integer not null references account on delete cascade,
    code_hash bytea not null,
    primary key (account_id, code_hash)
  )`,
]

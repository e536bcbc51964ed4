import { type Kysely, sql } from 'kysely'

/** By what a standby shows how far it has come (server/db/freshness.ts, decision 0129). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table freshness (
      subject text primary key,
      token uuid not null default gen_random_uuid(),
      at timestamptz not null default clock_timestamp()
    )`.execute(db)
}

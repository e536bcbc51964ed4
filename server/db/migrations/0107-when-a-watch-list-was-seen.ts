import { type Kysely, sql } from 'kysely'

/** The audit log tells once a day of each member that a watch list was looked at (decision 0105). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table case_set_member add column watch_seen_at timestamptz`.execute(db)
}

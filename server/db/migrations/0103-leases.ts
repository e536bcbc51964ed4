import { type Kysely, sql } from 'kysely'

/** Who does what only one process may do at a time, and until when (server/db/lease.ts, decision 0119). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lease (
      name text primary key,
      holder uuid not null,
      held_until timestamptz not null
    )`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Entries of the journal between two days are found by blocks: they lie in the order of time, and an index of blocks costs writing next to nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index case_journal_seen on case_journal using brin (seen_at)`.execute(db)
}

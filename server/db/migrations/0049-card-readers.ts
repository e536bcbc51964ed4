import { type Kysely, sql } from 'kysely'

/** What an earlier version of the reader made of a card is told apart from what its court says anew (server/collectors/pages/reread-card.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Which version of the reader of cards made the record; null: one that did not say, or the record came by another way.
  await sql`alter table case_source add column page_reader smallint`.execute(db)
}

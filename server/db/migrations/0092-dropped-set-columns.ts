import { type Kysely, sql } from 'kysely'

/** An own column of a set that was dropped is kept with its texts for a day, so that it can be taken back (decision 0108). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table case_set_column add column dropped_at timestamptz`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Names are met by more keys (server/watching/name-keys.ts): rows that are there get them when they are looked for, which they are again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`update case_set_watch set searched_at = null where kind = 'name' and removed_at is null`).execute(db)
}

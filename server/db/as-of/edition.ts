import { type Kysely, sql } from 'kysely'
import type { DB } from '../schema.ts'

/**
 * Generation of past days: changes with each decision to forget somebody, each one undone, and each removal of cases. A count, since a sequence is
 * not in commit order.
 */
export async function editionOfDays(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ edition: number }>`
    select (select count(*) + count(undone_at) from forgetting) + (select count(*) from case_removal) as edition`.execute(
    db,
  )
  return rows[0]?.edition ?? 0
}

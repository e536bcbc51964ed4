import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Of decisions to forget people (decision 0088): another number after each and each one undone. */
export async function decisionsSoFar(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) + count(undone_at) as count from forgetting`.execute(db)
  return rows[0]?.count ?? 0
}

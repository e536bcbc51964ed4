import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * A copy that has not announced itself for this long is loaded again rather than caught up, and its changes are
 * deleted.
 */
const expiry = '2 hours'

export const pruning: readonly string[] = [
  `delete from case_copy where seen_at < now() - interval '${expiry}'`,
  `delete from case_write where xid < (
    select coalesce(min(pg_snapshot_xmin(place)::text::bigint)::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
    from case_copy)`,
]

const intervalMs = 600_000

/** For a server without a copy, because triggers record changes all the same. Returns a function that stops. */
export function startPruning(db: Kysely<DB>, onError: (error: unknown) => void): () => Promise<void> {
  const prune = async (): Promise<void> => {
    for (const statement of pruning) await sql.raw(statement).execute(db)
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = prune().catch(onError)
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * What every copy has read is of no more use, and neither is what was written for copies that are gone: those that nobody
 * has kept up for so long are quicker made again than caught up.
 */
const goneAfter = '2 hours'

export const pruning: readonly string[] = [
  `delete from case_copy where seen_at < now() - interval '${goneAfter}'`,
  `delete from case_write where xid < (
    select coalesce(min(pg_snapshot_xmin(place)::text::bigint)::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
    from case_copy)`,
]

const everyMilliseconds = 600_000

/** For a server without a copy: what is written is noted all the same. Answers how to stop. */
export function startPruning(db: Kysely<DB>, onError: (error: unknown) => void): () => Promise<void> {
  const prune = async (): Promise<void> => {
    for (const statement of pruning) await sql.raw(statement).execute(db)
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = prune().catch(onError)
  }, everyMilliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * A condition on `case_write` (decision 0041): visible to the current snapshot, but not to `snapshot`, a parameter or a
 * literal.
 */
export const writtenSince = (snapshot: string): string =>
  `xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`

/**
 * Whether a transaction of the copy shows the same state as a snapshot of PostgreSQL, so that results of both can be
 * combined. Snapshots of a standby do not list running transactions: there the copy may only have seen transactions
 * older than all of them.
 */
export async function isSameSnapshot(copy: Kysely<DB>, snapshot: Kysely<DB>): Promise<boolean> {
  const checkpoints = await sql<{ snapshot: string }>`select snapshot from copy_place`.execute(copy)
  const [checkpoint] = checkpoints.rows
  if (checkpoint === undefined) return false
  const seenByCopy = sql.lit(checkpoint.snapshot)
  const { rows } = await sql<{ same: boolean }>`
    with seen as (select ${seenByCopy}::pg_snapshot as there, pg_current_snapshot() as here)
    select not exists (select from case_write where ${sql.raw(writtenSince(`(select there from seen)`))})
      and pg_snapshot_xmax(there) <= case when pg_is_in_recovery() then pg_snapshot_xmin(here) else pg_snapshot_xmax(here) end
      and not exists (select from pg_snapshot_xip(here) as running where pg_visible_in_snapshot(running, there)) as same
    from seen`.execute(snapshot)
  return rows[0]?.same === true
}

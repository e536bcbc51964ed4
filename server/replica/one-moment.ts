import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Of `case_write` (decision 0041): what a snapshot of now sees and `snapshot`, a parameter or a literal, did not.
 */
export const sinceThen = (snapshot: string): string =>
  `xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`

/**
 * Whether the copy, as a transaction of it sees it, is neither behind a snapshot of PostgreSQL nor ahead: both can be read as one. A snapshot of a standby does
 * not name the transactions that run, so there the copy may have seen none but those that are older than all of them.
 */
export async function isOneMoment(copy: Kysely<DB>, snapshot: Kysely<DB>): Promise<boolean> {
  const checkpoints = await sql<{ snapshot: string }>`select snapshot from copy_place`.execute(copy)
  const [checkpoint] = checkpoints.rows
  if (checkpoint === undefined) return false
  const then = sql.lit(checkpoint.snapshot)
  const { rows } = await sql<{ same: boolean }>`
    with seen as (select ${then}::pg_snapshot as there, pg_current_snapshot() as here)
    select not exists (select from case_write where ${sql.raw(sinceThen(`(select there from seen)`))})
      and pg_snapshot_xmax(there) <= case when pg_is_in_recovery() then pg_snapshot_xmin(here) else pg_snapshot_xmax(here) end
      and not exists (select from pg_snapshot_xip(here) as running where pg_visible_in_snapshot(running, there)) as same
    from seen`.execute(snapshot)
  return rows[0]?.same === true
}

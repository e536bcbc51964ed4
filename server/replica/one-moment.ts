import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Of `case_write` (decision 0041): what a snapshot of now sees and the place `snapshot` did not. It is an expression: a parameter or a
 * literal.
 */
export const sinceThen = (snapshot: string): string =>
  `xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`

/**
 * Whether the copy, as a transaction of it sees it, is what the truth is to a transaction of one snapshot: neither behind it nor
 * ahead. Then both can be read as one.
 */
export async function isOneMoment(copy: Kysely<DB>, truth: Kysely<DB>): Promise<boolean> {
  const places = await sql<{ snapshot: string }>`select snapshot from copy_place`.execute(copy)
  const [place] = places.rows
  if (place === undefined) return false
  const then = sql.lit(place.snapshot)
  const { rows } = await sql<{ same: boolean }>`
    with seen as (select ${then}::pg_snapshot as there, pg_current_snapshot() as here)
    select not exists (select from case_write where ${sql.raw(sinceThen(`(select there from seen)`))})
      and pg_snapshot_xmax(there) <= pg_snapshot_xmax(here)
      and not exists (select from pg_snapshot_xip(here) as running where pg_visible_in_snapshot(running, there)) as same
    from seen`.execute(truth)
  return rows[0]?.same === true
}

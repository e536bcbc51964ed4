import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { findMatches } from './find-matches.ts'
import { takeSnapshots } from './snapshots.ts'
import { maskOf, type WatchList } from './watch-list.ts'
import { type ToldChange, writeHits } from './write-hits.ts'

/**
 * Follows the change feed: finds who is to be told of what has changed, and comes to stand after it, in one transaction.
 * Two that follow it at once do the same work, and only one of them writes it.
 */
export type Matched = { changes: number; hits: number /** There may be more. */; more: boolean }
export type MatchOptions = { now: Date; onError: (error: unknown) => void; most?: number }

const reader = 'news'
const mostChanges = 1_000

type Place = { xid: string; id: number }

export async function matchChanges(
  db: Kysely<DB>,
  list: WatchList,
  { now, onError, most = mostChanges }: MatchOptions,
): Promise<Matched> {
  const { from, to, changes } = await readFeed(db, most)
  const more = changes.length === most
  if (from.xid === to.xid && from.id === to.id) return { changes: 0, hits: 0, more }
  await list.refresh(db)
  const told = changes.map(({ case_id, kinds }) => ({ caseId: case_id, kinds: maskOf(kinds) }))
  const matches = list.size === 0 || told.length === 0 ? [] : await findMatches(db, list, told, { onError })
  const snapshots = await takeSnapshots(db, [...new Set(matches.map(({ caseId }) => caseId))])
  const hits = await db.transaction().execute(async trx => {
    const moved = await sql`
      update change_reader set xid = ${to.xid}::xid8, id = ${to.id}
      where name = ${reader} and xid = ${from.xid}::xid8 and id = ${from.id}`.execute(trx)
    if (moved.numAffectedRows === 0n) return 0
    return writeHits(trx, changes, matches, snapshots, { now })
  })
  return { changes: changes.length, hits, more }
}

type FeedRow = {
  from_xid: string
  from_id: number
  horizon: string
  ahead: boolean
  passed: boolean
  changes: (Omit<ToldChange, 'at'> & { at: string; xid: string })[] | null
}

/** What lies between where the reader stands and the oldest transaction that still runs, read in one look. */
async function readFeed(db: Kysely<DB>, most: number): Promise<{ from: Place; to: Place; changes: ToldChange[] }> {
  const { rows } = await sql<FeedRow>`
    with place as (select xid, id from change_reader where name = ${reader}),
    horizon as (select pg_snapshot_xmin(pg_current_snapshot()) as xid),
    found as (
      select change.* from case_change change, place, horizon
      where (change.xid, change.id) > (place.xid, place.id) and change.xid < horizon.xid and change.kinds <> '{}'
      order by change.xid, change.id limit ${most}
    )
    select place.xid::text as from_xid, place.id as from_id, horizon.xid::text as horizon,
      place.xid > pg_snapshot_xmax(pg_current_snapshot()) as ahead,
      exists (
        select from case_change where (case_change.xid, case_change.id) > (place.xid, place.id) and case_change.xid < horizon.xid
      ) as passed,
      (select json_agg(json_build_object('id', id, 'xid', xid::text, 'case_id', case_id, 'revision', revision,
        'kinds', kinds, 'details', details, 'at', at) order by xid, id) from found) as changes
    from place, horizon`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('nobody reads the news')
  const from = { xid: row.from_xid, id: row.from_id }
  if (row.ahead) {
    await startAnew(db)
    return { from, to: from, changes: [] }
  }
  const changes = (row.changes ?? []).map(change => ({ ...change, at: new Date(change.at) }))
  const last = row.changes?.at(-1)
  const to =
    changes.length === most && last ? { xid: last.xid, id: last.id } : row.passed ? { xid: row.horizon, id: 0 } : from
  return { from, to, changes }
}

/** The data were brought to another server, whose transactions count from the beginning: what was read stays read. */
const startAnew = (db: Kysely<DB>): Promise<unknown> =>
  db.transaction().execute(async trx => {
    await sql`
      update case_change set xid = case when (case_change.xid, case_change.id) > (place.xid, place.id)
        then pg_current_xact_id() else '3'::xid8 end
      from (select xid, id from change_reader where name = ${reader} for update) place`.execute(trx)
    await sql`update subscription set changed_xid = '3'::xid8`.execute(trx)
    await sql`update change_reader set xid = '3'::xid8, id = 9007199254740991 where name = ${reader}`.execute(trx)
  })

import { type Kysely, sql } from 'kysely'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import type { DB } from '../db/schema.ts'
import { watchChanged } from '../watching/match-rows.ts'
import { findMatches, type Match } from './find-matches.ts'
import { maskOf, type WatchList } from './watch-list.ts'
import { type NewsEntry, takeSnapshots, writeHits } from './write-hits.ts'

type Matched = { changes: number; hits: number; more: boolean }
type MatchOptions = { now: Date; onError: (error: unknown) => void; most?: number }

const reader = 'news'
const mostChanges = 1_000
/** While PostgreSQL writes a chunk, the next one is matched here. */
const chunkSize = 250

type Checkpoint = { xid: string; id: number }
type FeedChange = NewsEntry & { xid: string }

/**
 * Follows the change feed: matches changes, and moves the checkpoint in one transaction with the hits. Of two
 * concurrent processes only one writes.
 */
export async function matchChanges(
  db: Kysely<DB>,
  list: WatchList,
  { now, onError, most = mostChanges }: MatchOptions,
): Promise<Matched> {
  const { from, to, changes } = await readFeed(db, most)
  const result = { changes: changes.length, hits: 0, more: changes.length === most }
  if (from.xid === to.xid && from.id === to.id) return result
  await list.refresh(db)
  let at = from
  let written: Promise<number | undefined> = Promise.resolve(0)
  for (let first = 0; first === 0 || first < changes.length; first += chunkSize) {
    const chunk = changes.slice(first, first + chunkSize)
    const [found, hits] = await Promise.all([matchChunk(db, list, chunk, onError), written])
    result.hits += hits ?? 0
    if (hits === undefined) return result
    const last = first + chunkSize < changes.length ? chunk.at(-1) : undefined
    const next = last ? { xid: last.xid, id: last.id } : to
    written = writeChunk(db, { from: at, to: next }, { changes: chunk, ...found }, now)
    at = next
  }
  result.hits += (await written) ?? 0
  return result
}

type MatchedChunk = { matches: Match[]; snapshots: ReadonlyMap<number, CaseSnapshot> }
async function matchChunk(
  db: Kysely<DB>,
  list: WatchList,
  changes: readonly NewsEntry[],
  onError: (error: unknown) => void,
): Promise<MatchedChunk> {
  const changed = changes.map(({ case_id, kinds }) => ({ caseId: case_id, kinds: maskOf(kinds) }))
  // Before subscriptions, so that what a watch list finds is immediately news of its set.
  await watchChanged(
    db,
    changes.map(({ case_id }) => case_id),
  )
  const matches = list.size === 0 || changed.length === 0 ? [] : await findMatches(db, list, changed, { onError })
  return { matches, snapshots: await takeSnapshots(db, [...new Set(matches.map(({ caseId }) => caseId))]) }
}

/** Undefined when another process has moved the checkpoint and written the hits. */
const writeChunk = (
  db: Kysely<DB>,
  { from, to }: { from: Checkpoint; to: Checkpoint },
  { changes, matches, snapshots }: MatchedChunk & { changes: readonly NewsEntry[] },
  now: Date,
): Promise<number | undefined> =>
  db.transaction().execute(async trx => {
    const moved = await sql`
      update change_reader set xid = ${to.xid}::xid8, id = ${to.id}
      where name = ${reader} and xid = ${from.xid}::xid8 and id = ${from.id}`.execute(trx)
    return moved.numAffectedRows === 0n ? undefined : writeHits(trx, changes, matches, snapshots, { now })
  })

type FeedRow = {
  horizon: string
  ahead: boolean
  passed: boolean
  changes: (Omit<FeedChange, 'at'> & { at: string })[] | null
}

/**
 * Changes between the checkpoint and the oldest running transaction. The checkpoint is passed as literals: with a join
 * the query would scan the whole feed every few seconds.
 */
async function readFeed(
  db: Kysely<DB>,
  most: number,
): Promise<{ from: Checkpoint; to: Checkpoint; changes: FeedChange[] }> {
  const checkpoints = await sql<Checkpoint>`select xid::text, id from change_reader where name = ${reader}`.execute(db)
  const [from] = checkpoints.rows
  if (from === undefined) throw new Error('the change feed has no reader')
  const unread = sql`(xid, id) > (${from.xid}::xid8, ${from.id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())`
  const { rows } = await sql<FeedRow>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      ${from.xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as ahead,
      (select id from case_change where ${unread} order by xid, id limit 1) is not null as passed,
      (
        select json_agg(json_build_object('id', id, 'xid', xid::text, 'case_id', case_id, 'revision', revision,
          'kinds', kinds, 'details', details, 'at', at) order by xid, id)
        from (select * from case_change where ${unread} and kinds <> '{}' order by xid, id limit ${most}) found
      ) as changes`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL answered without a row')
  if (row.ahead) {
    await resetCheckpoint(db)
    return { from, to: from, changes: [] }
  }
  const changes = (row.changes ?? []).map(change => ({ ...change, at: new Date(change.at) }))
  const last = row.changes?.at(-1)
  const to =
    changes.length === most && last ? { xid: last.xid, id: last.id } : row.passed ? { xid: row.horizon, id: 0 } : from
  return { from, to, changes }
}

/** After a restore into a server with lower transaction ids: changes already read stay read. */
const resetCheckpoint = (db: Kysely<DB>): Promise<unknown> =>
  db.transaction().execute(async trx => {
    await sql`
      update case_change set xid = case when (case_change.xid, case_change.id) > (checkpoint.xid, checkpoint.id)
        then pg_current_xact_id() else '3'::xid8 end
      from (select xid, id from change_reader where name = ${reader} for update) checkpoint`.execute(trx)
    await sql`update subscription set changed_xid = '3'::xid8`.execute(trx)
    await sql`update change_reader set xid = '3'::xid8, id = 9007199254740991 where name = ${reader}`.execute(trx)
  })

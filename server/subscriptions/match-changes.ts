import { type Kysely, sql } from 'kysely'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import { databaseTrouble } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import { watchChanged } from '../watching/match-rows.ts'
import { takeSnapshots } from './case-snapshots.ts'
import { findMatches, type Match } from './find-matches.ts'
import { maskOf, type WatchList } from './watch-list.ts'
import { type NewsEntry, writeHits } from './write-hits.ts'

type Matched = { changes: number; hits: number; more: boolean }
type MatchOptions = { now: Date; onError: (error: unknown) => void; most?: number }

/** Readers of the feed. `words` is there while texts were away: filters by words have seen all changes up to it, and all others up to `news`. */
type Reader = 'news' | 'words'
const mostChanges = 1_000
/** While PostgreSQL writes a chunk, the next one is matched here. */
const chunkSize = 250

type Checkpoint = { xid: string; id: number }
type FeedChange = NewsEntry & { xid: string }

/**
 * Follows the change feed: matches changes, and moves the checkpoint in one transaction with the hits. Of two
 * concurrent processes only one writes.
 */
export async function matchChanges(db: Kysely<DB>, list: WatchList, options: MatchOptions): Promise<Matched> {
  const { news: from, words } = await readCheckpoints(db)
  if (from === undefined) throw new Error('the change feed has no reader')
  const matched = await follow(db, list, { reader: 'news', from }, options)
  if (words === undefined || matched.more) return matched
  const then = await readCheckpoints(db)
  if (then.words === undefined) return matched
  const late = await follow(db, list, { reader: 'words', from: then.words, until: then.news }, options)
  return { changes: matched.changes, hits: matched.hits + late.hits, more: late.more }
}

/** `until`: what another reader has read; absent: all that is committed. */
type Reading = { reader: Reader; from: Checkpoint; until?: Checkpoint | undefined }

async function follow(
  db: Kysely<DB>,
  list: WatchList,
  reading: Reading,
  { now, onError, most = mostChanges }: MatchOptions,
): Promise<Matched> {
  const { reader, from } = reading
  const { to, changes } = await readFeed(db, reading, most)
  const result = { changes: changes.length, hits: 0, more: changes.length === most }
  if (reader === 'news' && from.xid === to.xid && from.id === to.id) return result
  await list.refresh(db)
  let at = from
  let written: Promise<number | undefined> = Promise.resolve(0)
  for (let first = 0; first === 0 || first < changes.length; first += chunkSize) {
    const chunk = changes.slice(first, first + chunkSize)
    const [found, hits] = await Promise.all([matchChunk(db, list, reader, chunk, onError), written])
    result.hits += hits ?? 0
    if (hits === undefined) return result
    if (reader === 'words' && found.textsAreAway) return { ...result, more: false }
    const last = first + chunkSize < changes.length ? chunk.at(-1) : undefined
    const next = last ? { xid: last.xid, id: last.id } : to
    written = writeChunk(db, reader, { from: at, to: next }, { changes: chunk, ...found }, now)
    at = next
  }
  result.hits += (await written) ?? 0
  return result
}

type MatchedChunk = { matches: Match[]; snapshots: ReadonlyMap<number, CaseSnapshot>; textsAreAway: boolean }
async function matchChunk(
  db: Kysely<DB>,
  list: WatchList,
  reader: Reader,
  changes: readonly NewsEntry[],
  onError: (error: unknown) => void,
): Promise<MatchedChunk> {
  const changed = changes.map(({ case_id, kinds }) => ({ caseId: case_id, kinds: maskOf(kinds) }))
  // Before subscriptions, so that what a watch list finds is immediately news of its set.
  if (reader === 'news')
    await watchChanged(
      db,
      changes.map(({ case_id }) => case_id),
    )
  let textsAreAway = false
  const tell = (error: unknown): void => {
    if (databaseTrouble(error) === 'texts') textsAreAway = true
    else onError(error)
  }
  const options = { onlyByWords: reader === 'words', onError: tell }
  const matches = list.size === 0 || changed.length === 0 ? [] : await findMatches(db, list, changed, options)
  const snapshots = await takeSnapshots(db, [...new Set(matches.map(({ caseId }) => caseId))])
  return { matches, snapshots, textsAreAway }
}

/** Undefined when another process has moved the checkpoint and written the hits. */
const writeChunk = (
  db: Kysely<DB>,
  reader: Reader,
  { from, to }: { from: Checkpoint; to: Checkpoint },
  { changes, matches, snapshots, textsAreAway }: MatchedChunk & { changes: readonly NewsEntry[] },
  now: Date,
): Promise<number | undefined> =>
  db.transaction().execute(async trx => {
    // Whoever puts words off moves this one as well: it tells whether there is more to catch up with.
    if (reader === 'words') await sql`select from change_reader where name = 'news' for update`.execute(trx)
    const moved = await sql`
      update change_reader set xid = ${to.xid}::xid8, id = ${to.id}
      where name = ${reader} and xid = ${from.xid}::xid8 and id = ${from.id}`.execute(trx)
    if (moved.numAffectedRows === 0n) return undefined
    if (textsAreAway)
      await sql`insert into change_reader (name, xid, id) values ('words', ${from.xid}::xid8, ${from.id})
        on conflict (name) do nothing`.execute(trx)
    if (reader === 'words')
      await sql`delete from change_reader words using change_reader news
        where words.name = 'words' and news.name = 'news' and (words.xid, words.id) >= (news.xid, news.id)`.execute(trx)
    return writeHits(trx, changes, matches, snapshots, { now, missed: reader === 'words' })
  })

async function readCheckpoints(db: Kysely<DB>): Promise<Readonly<Record<Reader, Checkpoint | undefined>>> {
  const all = await db.selectFrom('change_reader').selectAll().execute()
  const of = (reader: Reader) => all.find(({ name }) => name === reader)
  return { news: of('news'), words: of('words') }
}

type FeedRow = {
  horizon: string
  ahead: boolean
  passed: boolean
  changes: (Omit<FeedChange, 'at'> & { at: string })[] | null
}

/**
 * Changes between the checkpoint and the oldest running transaction, or `until`. The checkpoint is passed as literals: with a join
 * the query would scan the whole feed every few seconds.
 */
async function readFeed(
  db: Kysely<DB>,
  { from, until }: Reading,
  most: number,
): Promise<{ to: Checkpoint; changes: FeedChange[] }> {
  const end = until
    ? sql`(xid, id) <= (${until.xid}::xid8, ${until.id}::bigint)`
    : sql`xid < pg_snapshot_xmin(pg_current_snapshot())`
  const unread = sql`(xid, id) > (${from.xid}::xid8, ${from.id}::bigint) and ${end}`
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
    return { to: from, changes: [] }
  }
  const changes = (row.changes ?? []).map(change => ({ ...change, at: new Date(change.at) }))
  const last = row.changes?.at(-1)
  const to =
    changes.length === most && last
      ? { xid: last.xid, id: last.id }
      : (until ?? (row.passed ? { xid: row.horizon, id: 0 } : from))
  return { to, changes }
}

/** After a restore into a server with lower transaction ids: changes already read stay read, by whom they were. */
const resetCheckpoint = (db: Kysely<DB>): Promise<unknown> =>
  db.transaction().execute(async trx => {
    await sql`select from change_reader for update`.execute(trx)
    const passed = (table: string) =>
      sql`(3 + (select count(*) from change_reader r where (r.xid, r.id) < ${sql.raw(`(${table}.xid, ${table}.id)`)}))::text::xid8`
    await sql`
      update case_change set xid = case when (case_change.xid, case_change.id) > (checkpoint.xid, checkpoint.id)
        then pg_current_xact_id() else ${passed('case_change')} end
      from (select xid, id from change_reader where name = 'news') checkpoint`.execute(trx)
    await sql`update subscription set changed_xid = '3'::xid8`.execute(trx)
    await sql`update change_reader set xid = ${passed('change_reader')}, id = 9007199254740991`.execute(trx)
  })

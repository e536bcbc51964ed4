import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { mostPerhaps } from '#shared/domain/set-watch.ts'
import { maxSetCases } from '#shared/domain/sets.ts'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { bearersOf } from './compared-cases.ts'
import {
  type Judged,
  judgeWatched,
  readOnce,
  strengthOf,
  type WatchedCaseFacts,
  type WatchedRow,
} from './judge-watched.ts'
import { doubtsOfTables } from './said-in-tables.ts'

/** Stores what was found for watched rows, once; certain matches are added to the set. */
type Pair = { row: WatchedRow; one: WatchedCaseFacts }
/** `holds`: certain except for namesakes. */
type Match = Judged & { watch_id: number; case_id: number; holds: boolean }
type PairIds = { watch_id: number; case_id: number }

/** Judges and stores candidate pairs; stored ones that no longer match are withdrawn. Returns how many match. */
export async function judgeAndRecord(db: Kysely<DB>, pairs: readonly Pair[]): Promise<number> {
  const met = pairs.filter(({ row, one }) => judgeWatched(row, one, () => undefined) !== undefined)
  const names = new Set(
    met.flatMap(({ row, one }) =>
      row.kind === 'name' && one.people.some(({ name }) => readOnce(name)?.words === readOnce(row.text)?.words)
        ? [row.text]
        : [],
    ),
  )
  const bearers = await bearersOf(db, [...names])
  const isDoubted = await doubtsOfTables(
    db,
    met.map(({ row }) => row.id),
  )
  const matches = met.flatMap(({ row, one }): Match[] => {
    const judged = judgeWatched(row, one, full => bearers.get(full))
    if (judged === undefined) return []
    const doubted = isDoubted(row, one) ? { state: 'perhaps' as const, holds: false } : {}
    const holds = judgeWatched(row, one, () => nobodyElse)?.state === 'found'
    return [{ ...judged, holds, ...doubted, watch_id: row.id, case_id: one.id }]
  })
  const matching = new Set(met)
  const gone = await keptAmong(
    db,
    pairs.flatMap(pair => (matching.has(pair) ? [] : [{ watch_id: pair.row.id, case_id: pair.one.id }])),
  )
  if (matches.length + gone.length > 0) await db.transaction().execute(trx => record(trx, matches, gone))
  return matches.length
}
const nobodyElse = { people: 1, isCommon: false }

const pairsGiven = (pairs: readonly PairIds[]) => recordset(pairs, 'watch_id integer, case_id integer')
async function keptAmong(db: Kysely<DB>, pairs: readonly PairIds[]): Promise<PairIds[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<PairIds>`
    select own.watch_id, own.case_id from case_set_watch_case own
    join ${pairsGiven(pairs)} on r.watch_id = own.watch_id and r.case_id = own.case_id
    where verdict is null`.execute(db)
  return rows
}

/** The best first: only as many possible matches are kept as a person can look at. */
async function record(trx: Transaction<DB>, matches: readonly Match[], gone: readonly PairIds[]): Promise<void> {
  const touched = [...new Set([...matches, ...gone].map(({ watch_id }) => watch_id))]
  // In a fixed order, so that two processes cannot deadlock.
  await sql`select from case_set where id in (select set_id from case_set_watch where id = any(${touched}::integer[]))
    order by id for no key update`.execute(trx)
  const rows = matches.toSorted((a, b) => strengthOf(b) - strengthOf(a)).map((match, place) => ({ ...match, place }))
  await sql`
    with given as (
      -- What was found stays found when others of the name come: the evidence tells them.
      select r.watch_id, r.case_id, r.evidence, case when known.state = 'found' and r.holds then 'found' else r.state end as state,
        count(*) filter (where r.state = 'perhaps' and known.case_id is null)
        over (partition by r.watch_id order by r.place) as nth
      from ${recordset(rows, 'watch_id integer, case_id integer, state text, evidence jsonb, holds boolean, place integer')}
      join court_case on court_case.id = r.case_id
      left join case_set_watch_case known on known.watch_id = r.watch_id and known.case_id = r.case_id
    ), waiting as (
      select watch_id, count(*) as n from case_set_watch_case
      where watch_id = any(${touched}::integer[]) and state = 'perhaps' and verdict is null group by watch_id
    ), judged as (
      select given.*, state = 'perhaps' and nth + coalesce(n, 0) > ${mostPerhaps} and not exists (
          select from case_set_watch_case own where own.watch_id = given.watch_id and own.case_id = given.case_id) as is_over
      from given left join waiting using (watch_id)
    ), cut as (
      update case_set_watch set is_cut = true where not is_cut and id in (select watch_id from judged where is_over)
    )
    insert into case_set_watch_case as own (watch_id, case_id, state, evidence)
    select watch_id, case_id, state, evidence from judged where not is_over
    on conflict (watch_id, case_id) do update set evidence = excluded.evidence, state = excluded.state
      where (own.state, own.evidence) is distinct from (excluded.state, excluded.evidence)`.execute(trx)
  await withdrawMatches(trx, matches, gone)
  await joinSets(trx, touched)
}

/** An `item` that rows added automatically and nobody has worked on. */
export const isUntouched = sql<SqlBool>`added_by is null and changed_by is null and item.removed_at is null
  and status = 'unseen' and assignee is null and note = '' and columns = '{}'
  and not exists (select from case_set_item_label label where label.set_id = item.set_id and label.case_id = item.case_id)`
/**
 * After a correction by the court, the case leaves sets that it had joined automatically, unless somebody has worked on
 * it there.
 */
async function withdrawMatches(
  trx: Transaction<DB>,
  matches: readonly Match[],
  gone: readonly PairIds[],
): Promise<void> {
  const isGone = sql`(own.watch_id, own.case_id) in (select watch_id, case_id from ${pairsGiven(gone)}) and own.verdict is null`
  await sql`update case_set_watch_case own set state = 'perhaps' where ${isGone}`.execute(trx)
  const doubtful = matches.filter(({ state }) => state === 'perhaps')
  const ids = [...doubtful, ...gone].map(({ watch_id, case_id }) => ({ watch_id, case_id }))
  const ofSet = sql`own.case_id = item.case_id and own.watch_id in (select id from case_set_watch where set_id = item.set_id)`
  await sql`
    with left_out as (
      delete from case_set_item item using (
        select distinct watch.set_id, own.case_id, own.joined_at
        from ${pairsGiven(ids)} join case_set_watch_case own on own.watch_id = r.watch_id and own.case_id = r.case_id
        join case_set_watch watch on watch.id = own.watch_id
        where own.state = 'perhaps' and own.verdict is null
      ) lost
      where item.set_id = lost.set_id and item.case_id = lost.case_id and item.added_at = lost.joined_at
        and ${isUntouched}
        and not exists (select from case_set_watch_case own where ${ofSet} and coalesce(own.verdict, own.state) in ('found', 'confirmed'))
      returning item.set_id, item.case_id
    )
    update case_set_watch_case own set joined_at = null from left_out item where ${ofSet}`.execute(trx)
  await sql`delete from case_set_watch_case own where ${isGone}`.execute(trx)
}

/** Once: a case that was removed or rejected is not added again. What does not fit into a full set waits for room. */
async function joinSets(trx: Transaction<DB>, watches: readonly number[]): Promise<void> {
  await sql`
    with due as (
      select watch.set_id, found.case_id, bool_or(true) as is_due
      from case_set_watch_case found join case_set_watch watch on watch.id = found.watch_id
      where watch.set_id in (select set_id from case_set_watch where id = any(${watches}::integer[]))
        and watch.removed_at is null and found.state = 'found' and found.verdict is null and found.joined_at is null
      group by watch.set_id, found.case_id
    ), fresh as (
      select set_id, case_id, row_number() over (partition by set_id order by case_id) as nth from due
      where not exists (
        select from case_set_watch_case other join case_set_watch watch on watch.id = other.watch_id
        where watch.set_id = due.set_id and other.case_id = due.case_id
          and (other.joined_at is not null or other.verdict = 'refused'))
        and not exists (select from case_set_item item where item.set_id = due.set_id and item.case_id = due.case_id)
    ), room as (
      select set_id, coalesce(max(position), 0) as last, ${maxSetCases} - count(*) filter (where removed_at is null) as free
      from (select distinct set_id from due) sets left join case_set_item using (set_id) group by set_id
    ), joined as (
      insert into case_set_item (set_id, case_id, position)
      select set_id, case_id, last + nth from fresh join room using (set_id) where nth <= free
      returning set_id, case_id
    )
    update case_set_watch_case found set joined_at = now()
    from case_set_watch watch, due
    where watch.id = found.watch_id and watch.set_id = due.set_id and found.case_id = due.case_id
      and found.state = 'found' and found.joined_at is null
      and not exists (
        select from fresh join room using (set_id)
        where fresh.set_id = due.set_id and fresh.case_id = due.case_id and nth > free)`.execute(trx)
}

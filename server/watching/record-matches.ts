import { type Kysely, sql, type Transaction } from 'kysely'
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

/** What was found for watched rows, kept once; what is found comes into its set. */
type Pair = { row: WatchedRow; one: WatchedCaseFacts }
type Match = Judged & { watch_id: number; case_id: number }

/** Pairs that may match are judged and kept. Answers how many do. */
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
  const matches = met.flatMap(({ row, one }): Match[] => {
    const judged = judgeWatched(row, one, full => bearers.get(full))
    return judged === undefined ? [] : [{ ...judged, watch_id: row.id, case_id: one.id }]
  })
  if (matches.length > 0) await db.transaction().execute(trx => record(trx, matches))
  return matches.length
}

/** The best first: of what may be meant so many wait that somebody can look at them. */
async function record(trx: Transaction<DB>, matches: readonly Match[]): Promise<void> {
  const touched = [...new Set(matches.map(({ watch_id }) => watch_id))]
  // In one order, so that two processes wait for each other and not in a circle.
  await sql`select from case_set where id in (select set_id from case_set_watch where id = any(${touched}::integer[]))
    order by id for no key update`.execute(trx)
  const rows = matches
    .toSorted((a, b) => strengthOf(b) - strengthOf(a))
    .map(({ watch_id, case_id, state, evidence }, place) => ({ watch_id, case_id, state, evidence, place }))
  await sql`
    with given as (
      select r.*, count(*) filter (where r.state = 'perhaps' and known.case_id is null)
        over (partition by r.watch_id order by r.place) as nth
      from ${recordset(rows, 'watch_id integer, case_id integer, state text, evidence jsonb, place integer')}
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
    on conflict (watch_id, case_id) do update set evidence = excluded.evidence,
      -- What was found stays found: a second bearer of the name is told by the evidence.
      state = case when own.state = 'found' then own.state else excluded.state end
      where (own.state, own.evidence) is distinct from (excluded.state, excluded.evidence)`.execute(trx)
  await joinSets(trx, touched)
}

/**
 * Once: whoever takes such a case out of the set, or refuses it, does not meet it again. What does not fit into a full set waits until there is
 * room.
 */
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

import { type Kysely, sql, type Transaction } from 'kysely'
import { areIndexesDeferred } from '../../db/deferred-indexes.ts'
import { type Lease, withLease } from '../../db/lease.ts'
import { forgettingGeneration, isForgettingUnchanged } from '../../db/people-locks.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { DB } from '../../db/schema.ts'
import { keysOfName } from '../../names/person-name.ts'
import { countNames, queueCasesOf } from './count-names.ts'
import { findPairs } from './find-pairs.ts'
import { type JudgedPair, type JudgedPairs, judgePairs } from './judge-pairs.ts'
import { keyOf, type Merging, mergePairs, onOneCase, updatePersonNames } from './merge-people.ts'
import { weighPairs } from './pair-evidence.ts'
import { thresholds } from './score-pair.ts'
import { keptApart, pairsAwaitingDecision, withoutTies } from './weak-merges.ts'

/**
 * Finds the same people on cases that came or changed since the last time. Resumable and idempotent; it waits while a bulk load has dropped
 * indexes.
 */
export type Resolved = { cases: number; merged: number; asked: number }
type ResolveOptions = { isStopped?: () => boolean; onProgress?: (soFar: Readonly<Resolved>) => void }

const batchSize = 500

/** Undefined when another process is resolving. */
export const resolvePeople = (
  db: Kysely<DB>,
  { isStopped = () => false, onProgress = () => undefined }: ResolveOptions = {},
): Promise<Resolved | undefined> =>
  withLease(db, 'resolve-people', async lease => {
    const done: Resolved = { cases: 0, merged: 0, asked: 0 }
    const isOver = (): boolean => isStopped() || lease.signal.aborted
    while (!isOver() && !(await areIndexesDeferred(db))) {
      await countNames(db, isOver)
      const cases = await dueCases(db)
      if (cases.length === 0) break
      const resolved = await resolveCases(db, cases, lease)
      if (resolved === undefined) continue
      const { merged, asked } = resolved
      done.cases += cases.length
      done.merged += merged
      done.asked += asked
      onProgress(done)
    }
    return done
  })

/** Resolves all cases again, as after a change of rules: open questions are dropped, decisions stay. */
export async function resolveAgain(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('person_pair').where('verdict', '=', 'open').execute()
  await sql`
    insert into people_due (case_id) select distinct case_id from case_defendant where defendant_id is not null
    on conflict do nothing`.execute(db)
}

type Due = { case_id: number; turn: number }
const dueCases = (db: Kysely<DB>): Promise<Due[]> =>
  db.selectFrom('people_due').select(['case_id', 'turn']).orderBy('case_id').limit(batchSize).execute()

/**
 * A case that changes meanwhile stays due, because its queue number has grown. Undefined when a person was forgotten or
 * restored since names were read.
 */
async function resolveCases(
  db: Kysely<DB>,
  due: readonly Due[],
  lease: Lease,
): Promise<{ merged: number; asked: number } | undefined> {
  const asOf = await forgettingGeneration(db)
  const ids = due.map(({ case_id }) => case_id)
  const { merge, ask, leave, many, apart, rejudged } = await judge(db, ids, asOf)
  const keep = async (trx: Transaction<DB>) => {
    if (!(await isForgettingUnchanged(trx, { asOf }))) return undefined
    const settled = await mergePairs(trx, { pairs: merge, rejudged, apart }, { why: 'automatic' })
    const asked = [...ask, ...settled.refused]
    await storeOpenPairs(trx, asked)
    await dropOpenPairs(trx, leave)
    await dropPairsOfCommonNames(trx, many)
    // People of undone merges may be one with others.
    await queueCasesOf(trx, settled.undone)
    await keepNamesOn(trx, ids)
    await sql`
      delete from people_due using unnest(${ids}::int[], ${due.map(({ turn }) => turn)}::int[]) as done(id, turn)
      where case_id = done.id and people_due.turn = done.turn`.execute(trx)
    await lease.confirm(trx)
    return { merged: settled.merged.length, asked: asked.length }
  }
  return retryTransaction(() => db.transaction().execute(keep))
}

async function judge(
  db: Kysely<DB>,
  ids: readonly number[],
  asOf: number,
): Promise<JudgedPairs & Required<Merging> & { many: ReadonlySet<string> }> {
  const found = await findPairs(db, ids, asOf)
  const weighed = await weighPairs(db, found)
  const first = judgePairs(weighed, [])
  const asked = await pairsAwaitingDecision(db, first.merge)
  const { merge, ask, leave } = asked.length === 0 ? first : judgePairs(weighed, asked)
  const apart = await keptApart(db, merge, asked)
  const ends = [...merge, ...asked].flatMap(({ left_id, right_id }) => [left_id, right_id])
  const plain = withoutTies(merge, asked, { apart, together: await onOneCase(db, [...new Set(ends)]) })
  const seen = new Set(weighed.map(({ left, right }) => keyOf(left.id, right.id)))
  const rejudged = new Set(found.merged.map(({ left, right }) => keyOf(left.id, right.id)).filter(key => seen.has(key)))
  const many = new Set(weighed.flatMap(({ ofMany, left }) => (ofMany ? (left.full ?? []) : [])))
  return { many, merge: plain.merge, pairs: plain.merge, ask: [...ask, ...plain.ask], leave, apart, rejudged }
}

async function keepNamesOn(trx: Transaction<DB>, caseIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct defendant_id as id from case_defendant
    where case_id = any(${caseIds}) and defendant_id is not null`.execute(trx)
  await updatePersonNames(
    trx,
    rows.map(({ id }) => id),
  )
}

/** Drops open pairs that rest only on a name that too many people now have. */
const dropPairsOfCommonNames = (trx: Transaction<DB>, names: ReadonlySet<string>) =>
  names.size === 0
    ? undefined
    : sql`
        delete from person_pair using json_to_recordset(${JSON.stringify([...names].map(keysOfName))}::json)
          as r("from" text, "to" text)
        join defendant on match_key >= r."from" collate "C" and match_key < r."to" collate "C"
        where left_id = defendant.id and verdict = 'open' and name_relation = 'full' and score < ${thresholds.ask}`.execute(
        trx,
      )

const dropOpenPairs = (trx: Transaction<DB>, pairs: JudgedPairs['leave']) =>
  pairs.length === 0
    ? undefined
    : sql`
        delete from person_pair
        using json_to_recordset(${JSON.stringify(pairs)}::json) as r(left_id integer, right_id integer)
        where person_pair.left_id = r.left_id and person_pair.right_id = r.right_id and verdict = 'open'`.execute(trx)

async function storeOpenPairs(db: Kysely<DB>, pairs: readonly JudgedPair[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into person_pair (left_id, right_id, score, name_relation, evidence)
    select left_id, right_id, score, name_relation, array(select json_array_elements_text(evidence))
    from json_to_recordset(${JSON.stringify(pairs)}::json) as r(left_id integer, right_id integer, score real,
      name_relation text, evidence json)
    where exists (select from defendant where id = left_id) and exists (select from defendant where id = right_id)
    order by left_id, right_id
    on conflict (left_id, right_id) do update
      set score = excluded.score, name_relation = excluded.name_relation, evidence = excluded.evidence
      where person_pair.verdict = 'open'`.execute(db)
}

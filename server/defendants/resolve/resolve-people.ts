import { type Kysely, sql, type Transaction } from 'kysely'
import { areIndexesAside } from '../../db/indexes-aside.ts'
import type { DB } from '../../db/schema.ts'
import { takingTurns } from '../../db/taking-turns.ts'
import { findPairs } from './find-pairs.ts'
import { type JudgedPair, judgePairs } from './judge-pairs.ts'
import { mergePairs } from './merge-people.ts'
import { weighPairs } from './pair-evidence.ts'

/**
 * Looks at every case that came or changed since the last time, and finds the same people on others. It goes on where it was
 * stopped; the same case again finds nothing new. It waits while a great load has put indexes aside.
 */
export type Resolved = { cases: number; merged: number; asked: number }
export type ResolveOptions = {
  isStopped?: () => boolean
  onProgress?: (soFar: Readonly<Resolved>) => void
}

const batchSize = 500
/** Any number that nobody else uses. */
const lock = 7_302_002

/** Undefined: another process is at it. */
export async function resolvePeople(
  db: Kysely<DB>,
  { isStopped = () => false, onProgress = () => undefined }: ResolveOptions = {},
): Promise<Resolved | undefined> {
  return db.connection().execute(async held => {
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${lock}) as ours`.execute(held)
    if (!rows[0]?.ours) return undefined
    const done: Resolved = { cases: 0, merged: 0, asked: 0 }
    try {
      while (!isStopped() && !(await areIndexesAside(db))) {
        const cases = await dueCases(db)
        if (cases.length === 0) break
        const { merged, asked } = await resolveCases(db, cases)
        done.cases += cases.length
        done.merged += merged
        done.asked += asked
        onProgress(done)
      }
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(held)
    }
    return done
  })
}

/** Begins from the first case again, as when the rules have changed: what is asked is asked anew, what is decided stays. */
export async function resolveAnew(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('person_pair').where('verdict', '=', 'open').execute()
  await sql`
    insert into people_due (case_id) select distinct case_id from case_defendant where defendant_id is not null
    on conflict do nothing`.execute(db)
}

type Due = { case_id: number; turn: number }
const dueCases = (db: Kysely<DB>): Promise<Due[]> =>
  db.selectFrom('people_due').select(['case_id', 'turn']).orderBy('case_id').limit(batchSize).execute()

/** A case is due until all that it tells is kept; one that changes meanwhile stays due. */
async function resolveCases(db: Kysely<DB>, due: readonly Due[]): Promise<{ merged: number; asked: number }> {
  const ids = due.map(({ case_id }) => case_id)
  const { merge, ask } = judgePairs(await weighPairs(db, await findPairs(db, ids)))
  const keep = async (trx: Transaction<DB>): Promise<{ merged: number; asked: number }> => {
    const { merged, refused } = await mergePairs(trx, merge, { why: 'automatic' })
    await askAbout(trx, [...ask, ...refused])
    await sql`
      delete from people_due using unnest(${ids}::int[], ${due.map(({ turn }) => turn)}::int[]) as done(id, turn)
      where case_id = done.id and people_due.turn = done.turn`.execute(trx)
    return { merged: merged.length, asked: ask.length + refused.length }
  }
  return takingTurns(() => db.transaction().execute(keep))
}

/** About whom somebody has decided, is not asked again. */
async function askAbout(db: Kysely<DB>, pairs: readonly JudgedPair[]): Promise<void> {
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

import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../db/schema.ts'
import { findPairs } from './find-pairs.ts'
import { type JudgedPair, judgePairs } from './judge-pairs.ts'
import { mergePairs } from './merge-people.ts'
import { weighPairs } from './pair-evidence.ts'

/**
 * Looks at every case that came or changed since the last time, in the order in which they were written, and finds the same
 * people on others. It goes on where it was stopped; the same case again finds nothing new.
 */
export type Resolved = { cases: number; merged: number; asked: number }
export type ResolveOptions = {
  isStopped?: () => boolean
  onProgress?: (soFar: Readonly<Resolved>) => void
}

const batchSize = 500
const markKey = 'people_resolved'
const mark = z.object({ xid: z.string().regex(/^\d+$/), id: z.number().int() })
type Mark = z.infer<typeof mark>
const beginning: Mark = { xid: '0', id: 0 }
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
      for (let from = await readMark(db); !isStopped(); ) {
        const cases = await nextCases(db, from)
        const last = cases.at(-1)
        if (last === undefined) break
        const { merged, asked } = await resolveCases(
          db,
          cases.map(({ id }) => id),
        )
        from = last
        await writeMark(db, from)
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
  await db.deleteFrom('installation').where('key', '=', markKey).execute()
}

async function resolveCases(db: Kysely<DB>, ids: readonly number[]): Promise<{ merged: number; asked: number }> {
  const { merge, ask } = judgePairs(await weighPairs(db, await findPairs(db, ids)))
  const { merged, refused } = await db.transaction().execute(trx => mergePairs(trx, merge, { why: 'automatic' }))
  await askAbout(db, [...ask, ...refused])
  return { merged: merged.length, asked: ask.length + refused.length }
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

/** Only what no running transaction can still add to. */
async function nextCases(db: Kysely<DB>, { xid, id }: Mark): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select changed_xid::text as xid, id from court_case
    where (changed_xid, id) > (${xid}::xid8, ${id}::integer)
      and changed_xid < pg_snapshot_xmin(pg_current_snapshot())
    order by changed_xid, id limit ${batchSize}`.execute(db)
  return rows
}

/** A mark from another cluster, whose transactions had larger numbers, is none. */
async function readMark(db: Kysely<DB>): Promise<Mark> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', markKey).executeTakeFirst()
  const kept = mark.safeParse(row?.value)
  if (!kept.success) return beginning
  const { rows } = await sql<{ known: boolean }>`
    select ${kept.data.xid}::xid8 < pg_snapshot_xmax(pg_current_snapshot()) as known`.execute(db)
  return rows[0]?.known ? kept.data : beginning
}

async function writeMark(db: Kysely<DB>, value: Mark): Promise<void> {
  const json = JSON.stringify(value)
  await db
    .insertInto('installation')
    .values({ key: markKey, value: json })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value: json }))
    .execute()
}

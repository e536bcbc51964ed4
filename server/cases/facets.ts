import { type Kysely, sql } from 'kysely'
import type { CaseFacets } from '#shared/api/facets.ts'
import type { CaseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Values } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { explainSearchError } from '../texts/text-search.ts'
import { countBatch, mostFirst } from './count-batch.ts'
import { type Batch, batchesOf, costs, wholeArticle } from './facet-batches.ts'
import { countCases } from './list-cases.ts'
import { isPersonal, type Scope } from './predicates.ts'
import { type Read, type Reading, readCases } from './reading.ts'

/**
 * How many cases each value of a filter would leave (design §7): the list's own count, had that value been set, under
 * the same scope and all other filters. A facet that cannot be counted in time is null.
 */
type CaseValues = Values<CaseFields>

/** Long enough for millions of cases, short enough to be of use to who is choosing. */
const longestSeconds = 3

export type FacetsAsked = {
  keys: readonly string[]
  /** All of them together. */
  limitSeconds?: number
  /** Whether somebody still waits for the answer. */
  isWanted?: () => boolean
}

export async function countFacets(
  reading: Reading,
  scope: Scope,
  values: CaseValues,
  { keys, limitSeconds = longestSeconds, isWanted = () => true }: FacetsAsked,
): Promise<CaseFacets> {
  const until = performance.now() + limitSeconds * 1000
  const answer: CaseFacets = { facets: {}, groups: {} }
  const left = (): number => (isWanted() ? until - performance.now() : 0)
  const found = new Map<string, Promise<string | null | undefined>>()
  /** Many facets are counted among the same cases: these are looked for once. */
  const find = async (ask: (on: Kysely<DB>) => Promise<string | null>, by: AnyValues): Promise<string | null> => {
    const key = JSON.stringify(by)
    const known = found.get(key) ?? inTime(reading.db, values, left(), ask)
    found.set(key, known)
    return (await known) ?? null
  }
  /** Undefined: not in time. */
  const timed = async <T>(others: AnyValues, read: Read<AnyValues, T>, joined?: string): Promise<T | undefined> => {
    if (left() < 1) return undefined
    return readCases<AnyValues, T | undefined>(
      reading,
      scope,
      others,
      (on, among, asked) =>
        on === reading.db ? inTime(on, values, left(), trx => read(trx, among, asked)) : read(on, among, asked),
      { joined, find },
    )
  }
  const count = (batch: Batch) =>
    timed(batch.others, (on, among, others) => countBatch(on, among, { ...batch, others }), batch.home)
  /** Of what is somebody's own there is little: it is found first, and all the rest is the rest. */
  const countOwn = async ({ others, parts }: Batch) => {
    const all = await timed(others, countCases)
    const [{ key } = { key: '' }] = parts
    const own = await timed({ ...others, [key]: true }, countCases)
    if (all === undefined || own === undefined) return undefined
    const counts = [
      { value: 'true', count: own },
      { value: 'false', count: all - own },
    ]
    return new Map([[key, counts.filter(one => one.count > 0).toSorted(mostFirst)]])
  }
  const hasCopy = reading.copy?.() !== undefined
  const answerOne = async (batch: Batch): Promise<void> => {
    const isOwn = batch.cost === costs.existence && isPersonal(batch.home)
    const counted = await (hasCopy && isOwn ? countOwn(batch) : count(batch))
    for (const { key } of batch.parts) answer.facets[key] = counted?.get(key) ?? null
    if (batch.table === 'case_article') {
      const groups = batch.parts.map(({ key }) => ({ key, value: () => wholeArticle }))
      const whole = await count({ ...batch, parts: groups, groups: true })
      for (const { key } of groups) answer.groups[key] = whole?.get(key) ?? null
    }
  }
  const batches = batchesOf(values, keys)
  // In one order, whoever is done first.
  for (const { key } of batches.flatMap(({ parts }) => parts)) answer.facets[key] = null
  // The copy counts several at once; PostgreSQL takes the cheap ones first, as many as there is time for.
  if (hasCopy) await Promise.all(batches.map(answerOne))
  else for (const batch of batches) await answerOne(batch)
  return answer
}

/** Undefined: not answered in the time that is left. */
async function inTime<T>(
  db: Kysely<DB>,
  values: CaseValues,
  milliseconds: number,
  ask: (trx: Kysely<DB>) => Promise<T>,
): Promise<T | undefined> {
  if (milliseconds < 1) return undefined
  try {
    return await db.transaction().execute(async trx => {
      // Compiling such a query takes longer than running it; room for its hashes keeps it from the disk.
      await sql`select set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true),
        set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(trx)
      return await ask(trx)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === cancelled) return undefined
    const words = values.result_text_search
    const sentence = words && explainSearchError(error, words, longestSeconds)
    throw sentence === undefined ? error : fieldError('result_text_search', sentence)
  }
}
/** PostgreSQL's word for a statement that was stopped. */
const cancelled = '57014'

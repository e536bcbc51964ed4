import { type Kysely, sql } from 'kysely'
import type { CaseFacets } from '#shared/api/facets.ts'
import { type CaseFields, caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Values } from '#shared/filters/field.ts'
import type { Dimension } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { explainSearchError } from '../texts/text-search.ts'
import type { CaseSet } from './case-sets.ts'
import { commonest, countBatch } from './count-batch.ts'
import { type Asked, askedFacets, type Batch, batchesOf, type Options, wholeArticle } from './facet-batches.ts'
import { countInCells, dimensionOf } from './facet-cells.ts'
import { countCases } from './list-cases.ts'
import { type Scope, withoutYo } from './predicates.ts'
import { foreignTables, type Read, type Reading, readCases } from './reading.ts'

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
  const found = new Map<string, Promise<CaseSet | null | undefined>>()
  /** Many facets are counted among the same cases: these are looked for once. */
  const find = async (ask: (on: Kysely<DB>) => Promise<CaseSet | null>, by: AnyValues): Promise<CaseSet | null> => {
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
  const answerBatch = async (batch: Batch): Promise<void> => {
    const counted = await count(batch)
    for (const { key } of batch.parts) answer.facets[key] = counted?.get(key) ?? null
    if (batch.table === 'case_article') {
      const groups = batch.parts.map(part => ({ ...part, value: () => wholeArticle }))
      const whole = await count({ ...batch, parts: groups, groups: true })
      for (const { key } of groups) answer.groups[key] = whole?.get(key) ?? null
    }
  }
  const totals = new Map<string, Promise<number | undefined>>()
  const total = (by: AnyValues): Promise<number | undefined> => {
    const key = JSON.stringify(by)
    const known = totals.get(key) ?? timed(by, countCases)
    totals.set(key, known)
    return known
  }
  /** Options that leave nothing out, all but the last looked for, which is the rest. */
  const answerOptions = async ({ key, others }: Asked, options: Options): Promise<void> => {
    const [all, ...found] = await Promise.all(
      [others, ...options.sought.map(value => ({ ...others, [key]: value }))].map(total),
    )
    const counts = found.flatMap((number, at) =>
      number === undefined ? [] : [{ value: String(options.sought[at]), count: number }],
    )
    if (all === undefined || counts.length < found.length) return
    const rest = counts.reduce((left, { count: one }) => left - one, all)
    answer.facets[key] = commonest([...counts, { value: options.rest, count: rest }].filter(one => one.count > 0))
  }
  const answerInCells = async (dimension: Dimension, facets: readonly Asked[]): Promise<void> => {
    const counted = await timed(values, (on, among, asked) =>
      among.copy ? countInCells(on, among, asked, dimension, facets) : Promise.resolve(undefined),
    )
    // The copy has just gone.
    if (counted === undefined) for (const batch of batchesOf(facets)) await answerBatch(batch)
    else
      for (const part of ['facets', 'groups'] as const) Object.assign(answer[part], Object.fromEntries(counted[part]))
  }
  const asked = askedFacets(values, keys)
  // In one order, whoever is done first.
  for (const { key } of asked) answer.facets[key] = null
  const copy = reading.copy?.()
  if (copy === undefined) {
    // The cheap ones first, as many as there is time for.
    for (const batch of batchesOf(asked)) await answerBatch(batch)
    return asWritten(reading.db, answer)
  }
  const foreign = foreignTables(copy, values)
  const there = { ...scope, copy: { layout: copy.layout } }
  const ways = Map.groupBy(asked, one => {
    if (foreign.has(one.home) && one.home !== 'court_case') return undefined
    return dimensionOf(one, there)
  })
  await Promise.all(
    [...ways].flatMap(([dimension, facets]) => {
      if (dimension !== undefined) return [answerInCells(dimension, facets)]
      return [
        ...facets.map(one => one.options && answerOptions(one, one.options)),
        ...batchesOf(facets.filter(one => one.options === undefined)).map(answerBatch),
      ]
    }),
  )
  return asWritten(reading.db, answer)
}

/** Names are counted with ё as е, and told as the directory has them: in each of its spellings, for each finds all. */
async function asWritten(db: Kysely<DB>, answer: CaseFacets): Promise<CaseFacets> {
  for (const [key, field] of Object.entries(caseFields)) {
    const counts = answer.facets[key]
    if (field.kind !== 'names' || !counts?.length) continue
    const { rows } = await sql<{ name: string }>`
      select distinct city as name from court where city <> '' order by name desc`.execute(db)
    const spellings = Map.groupBy(rows, ({ name }) => withoutYo(name))
    answer.facets[key] = counts.flatMap(({ value, count }) =>
      (spellings.get(value) ?? [{ name: value }]).map(({ name }) => ({ value: name, count })),
    )
  }
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

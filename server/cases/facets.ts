import { type Kysely, sql } from 'kysely'
import type { CaseFacets } from '#shared/api/facets.ts'
import { type CaseFields, caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Values } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { enginesAt } from './engine/at-day.ts'
import type { Engines, Facet, FacetOptions } from './engine/engine.ts'
import { planOf } from './engine/plan.ts'
import { caseAsker, OutOfTime, type Want } from './engine/run.ts'
import { articleInSql, askedFacets, type Batch, batchesOf, commonest, countBatch } from './facet-batches.ts'
import { withoutYo } from './filter-kinds.ts'
import { countCases } from './list-cases.ts'
import type { Scope } from './predicates.ts'

/**
 * How many cases each value of a filter would leave (design §7): the count of the list with that value set, under the
 * same scope and all other filters. A facet that cannot be counted in time is null.
 */
type CaseValues = Values<CaseFields>

/** Long enough for millions of cases, short enough for a user who is choosing a filter. */
const longestSeconds = 3

type FacetsAsked = {
  keys: readonly string[]
  /** For all facets together. */
  limitSeconds?: number
  /** Whether the client is still connected. */
  isWanted?: () => boolean
}

export async function countFacets(
  now: Engines,
  scope: Scope,
  values: CaseValues,
  { keys, limitSeconds = longestSeconds, isWanted = () => true }: FacetsAsked,
): Promise<CaseFacets> {
  const engines = await enginesAt(now, values)
  const until = performance.now() + limitSeconds * 1000
  const secondsLeft = (): number => (isWanted() ? (until - performance.now()) / 1000 : 0)
  const answer: CaseFacets = { facets: {}, groups: {} }
  const ask = caseAsker(engines, { seconds: secondsLeft })
  /** Returns undefined on timeout. */
  const askInTime = async <T>(by: AnyValues, want: Want<AnyValues, T>, joined?: string): Promise<T | undefined> => {
    if (secondsLeft() < 0.001) return undefined
    return ask({ scope, values: by, joined }, want).catch(ifOutOfTime)
  }
  const count = (batch: Batch) =>
    askInTime(
      batch.others,
      (engine, question) => countBatch(engine, question, batch),
      batch.home === 'court_case' ? undefined : batch.home,
    )
  const answerBatch = async (batch: Batch): Promise<void> => {
    const counted = await count(batch)
    for (const { key } of batch.parts) answer.facets[key] = counted?.get(key) ?? null
    if (batch.table === 'case_article') {
      const groups = batch.parts.map(part => ({ ...part, value: () => articleInSql }))
      const whole = await count({ ...batch, parts: groups, groups: true })
      for (const { key } of groups) answer.groups[key] = whole?.get(key) ?? null
    }
  }
  const totals = new Map<string, Promise<number | undefined>>()
  const total = (by: AnyValues): Promise<number | undefined> => {
    const key = JSON.stringify(by)
    const known = totals.get(key) ?? askInTime(by, countCases)
    totals.set(key, known)
    return known
  }
  /** Options that partition the cases: all but the last are counted, the last is the remainder. */
  const answerOptions = async ({ key, others }: Facet, options: FacetOptions): Promise<void> => {
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
  const answerGroup = async (group: readonly Facet[]): Promise<void> => {
    const counted = await askInTime(values, async (engine, question) => engine.facets?.(question, group))
    // The copy has just become unavailable.
    if (counted === undefined) for (const batch of batchesOf(group)) await answerBatch(batch)
    else
      for (const part of ['facets', 'groups'] as const) Object.assign(answer[part], Object.fromEntries(counted[part]))
  }
  const asked = askedFacets(values, keys)
  // A fixed key order, independent of which query ends first.
  for (const { key } of asked) answer.facets[key] = null
  const copy = await engines.copy?.()
  if (copy === undefined) {
    for (const batch of batchesOf(asked)) await answerBatch(batch)
    return asWritten(engines.db, scope, answer)
  }
  const isOfCopy = ({ home }: Facet): boolean =>
    home === 'court_case' || planOf({ values, joined: home }, copy.capabilities).on === 'copy'
  const groups = copy.facetGroups(asked.filter(isOfCopy))
  const single = asked.filter(facet => !groups.some(group => group.includes(facet)))
  await Promise.all([
    ...groups.map(answerGroup),
    ...single.map(facet => facet.options && answerOptions(facet, facet.options)),
    ...batchesOf(single.filter(({ options }) => options === undefined)).map(answerBatch),
  ])
  return asWritten(engines.db, scope, answer)
}

function ifOutOfTime(error: unknown): undefined {
  if (!(error instanceof OutOfTime)) throw error
}

/**
 * Names are counted with ё as е and returned in every spelling of the directory, because a filter by any of them finds
 * all.
 */
async function asWritten(db: Kysely<DB>, { regions }: Scope, answer: CaseFacets): Promise<CaseFacets> {
  for (const [key, field] of Object.entries(caseFields)) {
    const counts = answer.facets[key]
    if (field.kind !== 'names' || !counts?.length) continue
    const { rows } = await sql<{ name: string }>`
      select distinct city as name from court
      where city <> '' and ${regions === 'all' ? sql`true` : sql`region = any(${regions}::integer[])`} order by name desc`.execute(
      db,
    )
    const spellings = Map.groupBy(rows, ({ name }) => withoutYo(name))
    answer.facets[key] = counts.flatMap(({ value, count }) =>
      (spellings.get(value) ?? [{ name: value }]).map(({ name }) => ({ value: name, count })),
    )
  }
  return answer
}

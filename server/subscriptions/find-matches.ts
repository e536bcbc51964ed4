import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { selectCases } from '../cases/case-query.ts'
import { withoutYo } from '../cases/filter-kinds.ts'
import { databaseTrouble } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import { whileTextsAnswer } from '../db/text-nodes.ts'
import { readTraits, type Traits } from './case-traits.ts'
import { readDecisionWords } from './decision-words.ts'
import type { FilterGroup, WatchList } from './watch-list.ts'

/** Regions are not part of a match: each account's regions are applied when hits are written. */
export type Match = { group: FilterGroup; caseId: number; matched: string }
type ChangedCase = { caseId: number; kinds: number }
type Filters = NonNullable<FilterGroup['filters']>
/** A group that the database has to decide, for these cases. */
type Undecided = { group: FilterGroup; filters: Filters; ids: number[] }
type Options = {
  /** Leaves out filters that match by time alone or by an action of the person. */
  ignoreMoving?: boolean
  onlyByWords?: boolean
  /** Also told, once, when a server of texts is away: filters by words have found nothing then, and all others what they find. */
  onError: (error: unknown) => void
}

const casesPerYield = 50

/**
 * Which groups match which cases. Memory leaves few pairs undecided; those are decided by the predicates of the list of
 * cases, many per query, on these cases only.
 */
export async function findMatches(
  db: Kysely<DB>,
  list: WatchList,
  changed: readonly ChangedCase[],
  { ignoreMoving = false, onlyByWords = false, onError }: Options,
): Promise<Match[]> {
  const kinds = new Map<number, number>()
  for (const { caseId, kinds: mask } of changed) kinds.set(caseId, (kinds.get(caseId) ?? 0) | mask)
  const cases = await readTraits(db, [...kinds.keys()])
  const byId = new Map(cases.map(traits => [traits.id, traits]))

  const certain: Match[] = []
  const undecided = new Map<FilterGroup, Undecided>()
  const consider = (group: FilterGroup, traits: Traits): void => {
    if ((group.kinds & (kinds.get(traits.id) ?? 0)) === 0) return
    const { filters } = group
    if (onlyByWords && filters?.conditions.words === undefined) return
    if (filters === undefined) {
      certain.push({ group, caseId: traits.id, matched: '{}' })
      return
    }
    const { asked: mustAsk, moving } = filters.conditions
    if ((ignoreMoving && moving) || !filters.tests.every(test => test(traits))) return
    if (!mustAsk) certain.push({ group, caseId: traits.id, matched: matchedOf(filters, traits) })
    else {
      const known = undecided.get(group)
      if (known) known.ids.push(traits.id)
      else undecided.set(group, { group, filters, ids: [traits.id] })
    }
  }
  for (const [n, traits] of cases.entries()) {
    list.candidates(traits, group => consider(group, traits))
    if (n % casesPerYield === casesPerYield - 1) await yieldToEventLoop()
  }
  considerLetters(list, cases, consider)

  const byWords = [...list.byWords].filter(({ kinds: mask }) =>
    cases.some(({ id }) => (mask & (kinds.get(id) ?? 0)) !== 0),
  )
  const undecidedWords = [...undecided.values()].flatMap(one => {
    const { words } = one.filters.conditions
    return words ? [{ one, words }] : []
  })
  if (byWords.length + undecidedWords.length > 0) {
    const texts = await unlessTextsAreAway(decisionWords(db, [...kinds.keys()]), onError)
    for (const group of byWords) {
      const words = group.filters?.conditions.words
      for (const id of (words && texts?.candidates(words)) ?? []) {
        const traits = byId.get(id)
        if (traits) consider(group, traits)
      }
    }
    for (const { one, words } of undecidedWords) {
      const may = texts?.candidates(words)
      one.ids = one.ids.filter(id => may?.has(id))
      if (one.ids.length === 0) undecided.delete(one.group)
    }
  }
  const decided = await decideInDatabase(db, [...undecided.values()], onError)
  return [
    ...certain,
    ...decided.flatMap(([{ group, filters }, id]) => {
      const traits = byId.get(id)
      return traits ? [{ group, caseId: id, matched: matchedOf(filters, traits) }] : []
    }),
  ]
}

/** A trigram that no case contains excludes a filter without looking into the cases. */
function considerLetters(
  list: WatchList,
  cases: readonly Traits[],
  consider: (group: FilterGroup, one: Traits) => void,
): void {
  const wanted = [...list.byLetters].flatMap(group => {
    const letters = group.filters?.conditions.letters
    return letters ? [{ group, ...letters }] : []
  })
  for (const [column, groups] of Map.groupBy(wanted, one => one.column)) {
    const byText = cases.flatMap(one => (one.small.get(column) ?? []).map((has): [string, Traits] => [has, one]))
    const trigrams = new Set(byText.flatMap(([has]) => trigramsOf(has)))
    for (const { group, text } of groups) {
      if (!trigramsOf(text).every(trigram => trigrams.has(trigram))) continue
      for (const one of new Set(byText.flatMap(([has, of]) => (has.includes(text) ? [of] : [])))) consider(group, one)
    }
  }
}
const trigramsOf = (text: string): string[] => {
  const trigrams: string[] = []
  for (let at = 0; at + 3 <= text.length; at++) trigrams.push(text.slice(at, at + 3))
  return trigrams
}

const filtersPerQuery = 60
const longestSeconds = 5

async function unlessTextsAreAway<T>(answer: Promise<T>, onError: Options['onError']): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (databaseTrouble(error) !== 'texts') throw error
    onError(error)
    return undefined
  }
}

/** When a query fails, each filter is queried alone, and the failing one finds nothing. */
async function decideInDatabase(
  db: Kysely<DB>,
  asked: readonly Undecided[],
  onError: (error: unknown) => void,
): Promise<[Undecided, number][]> {
  const found: [Undecided, number][] = []
  // Each question to a server that is away may take seconds.
  let textsAreAway = false
  const mayAsk = ({ filters }: Undecided): boolean => !textsAreAway || filters.conditions.words === undefined
  const tell = (error: unknown): void => {
    if (databaseTrouble(error) === 'texts') textsAreAway = true
    onError(error)
  }
  for (let at = 0; at < asked.length; at += filtersPerQuery) {
    const some = asked.slice(at, at + filtersPerQuery).filter(mayAsk)
    if (some.length === 0) continue
    try {
      found.push(...(await queryMatches(db, some)))
    } catch {
      for (const one of some)
        if (mayAsk(one))
          try {
            found.push(...(await askAlone(db, one)))
          } catch (error) {
            tell(error)
          }
    }
  }
  return found
}

const askAlone = (db: Kysely<DB>, one: Undecided): Promise<[Undecided, number][]> =>
  one.filters.conditions.words === undefined
    ? queryMatches(db, [one])
    : whileTextsAnswer(db, 'some', () => queryMatches(db, [one]))

async function queryMatches(db: Kysely<DB>, some: readonly Undecided[]): Promise<[Undecided, number][]> {
  const queries = some.map(({ group, filters, ids }, n) =>
    selectCases(db, { accountId: group.accountId, regions: 'all' }, filters.values)
      .where(sql<boolean>`court_case.id = any(${ids}::int[])`)
      .select([sql<number>`${sql.lit(n)}::integer`.as('n'), 'court_case.id']),
  )
  const { rows } = await inTime(db, trx =>
    sql<{ n: number; id: number }>`${sql.join(queries, sql` union all `)}`.execute(trx),
  )
  return rows.flatMap(({ n, id }): [Undecided, number][] => {
    const one = some[n]
    return one ? [[one, id]] : []
  })
}

const decisionWords = (db: Kysely<DB>, ids: readonly number[]): ReturnType<typeof readDecisionWords> =>
  whileTextsAnswer(db, 'some', () => inTime(db, trx => readDecisionWords(trx, ids)))

const inTime = <T>(db: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('statement_timeout', ${String(longestSeconds * 1000)}, true), set_config('jit', 'off', true)`.execute(
      trx,
    )
    return await work(trx)
  })

const narrowedCacheSize = 100
/** Why the case matched: the filters, reduced to the values that it has. */
function matchedOf(filters: Filters, { values: has }: Traits): string {
  const { values, matched, conditions } = filters
  const narrowed: Record<string, AnyValues[string]> = {}
  for (const { name, column } of conditions.narrowed) {
    const value = values[name]
    if (!Array.isArray(value)) continue
    const there = has.get(column) ?? []
    const shared = value.filter(one => there.includes(withoutYo(String(one))))
    if (shared.length > 0 && shared.length < value.length) narrowed[name] = shared
  }
  if (Object.keys(narrowed).length === 0) return matched
  const key = JSON.stringify(narrowed)
  const known = filters.narrowed.get(key)
  if (known !== undefined) return known
  const made = JSON.stringify(writeValues(caseListFields, { ...values, ...narrowed }))
  if (filters.narrowed.size >= narrowedCacheSize) filters.narrowed.clear()
  filters.narrowed.set(key, made)
  return made
}

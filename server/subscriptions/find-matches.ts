import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { selectCases } from '../cases/case-query.ts'
import { withoutYo } from '../cases/filter-kinds.ts'
import type { DB } from '../db/schema.ts'
import { readTraits, type Traits } from './case-traits.ts'
import { readDecisionWords } from './decision-words.ts'
import type { FilterGroup, WatchList } from './watch-list.ts'

/** Regions are not part of a match: each account's own are applied when hits are written. */
export type Match = { group: FilterGroup; caseId: number; matched: string }
type ChangedCase = { caseId: number; kinds: number }
type Options = {
  /** Leaves out filters that match by the passing of time, or by what the person does. */
  ignoreMoving?: boolean
  onError: (error: unknown) => void
}

const casesPerYield = 50

/**
 * Which groups match which cases. Memory leaves few pairs undecided; those are decided by the predicates of the list of
 * cases, many to a query, over these cases alone.
 */
export async function findMatches(
  db: Kysely<DB>,
  list: WatchList,
  changed: readonly ChangedCase[],
  { ignoreMoving = false, onError }: Options,
): Promise<Match[]> {
  const kinds = new Map<number, number>()
  for (const { caseId, kinds: mask } of changed) kinds.set(caseId, (kinds.get(caseId) ?? 0) | mask)
  const cases = await readTraits(db, [...kinds.keys()])
  const byId = new Map(cases.map(traits => [traits.id, traits]))

  const certain: Match[] = []
  const undecided = new Map<FilterGroup, number[]>()
  const consider = (group: FilterGroup, traits: Traits): void => {
    if ((group.kinds & (kinds.get(traits.id) ?? 0)) === 0) return
    const { filters } = group
    if (filters === undefined) {
      certain.push({ group, caseId: traits.id, matched: '{}' })
      return
    }
    const { asked: mustAsk, moving } = filters.conditions
    if ((ignoreMoving && moving) || !filters.tests.every(test => test(traits))) return
    if (!mustAsk) certain.push({ group, caseId: traits.id, matched: matchedOf(group, traits) })
    else {
      const ids = undecided.get(group)
      if (ids) ids.push(traits.id)
      else undecided.set(group, [traits.id])
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
  const undecidedWords = [...undecided.keys()].filter(group => wordsOf(group) !== undefined)
  if (byWords.length + undecidedWords.length > 0) {
    const texts = await readDecisionWords(db, [...kinds.keys()])
    for (const group of byWords) {
      const words = wordsOf(group)
      for (const id of words ? texts.candidates(words) : []) {
        const traits = byId.get(id)
        if (traits) consider(group, traits)
      }
    }
    for (const group of undecidedWords) {
      const words = wordsOf(group)
      const may = words && texts.candidates(words)
      const left = undecided.get(group)?.filter(id => may?.has(id)) ?? []
      if (left.length > 0) undecided.set(group, left)
      else undecided.delete(group)
    }
  }
  const decided = await decideInDatabase(db, [...undecided], onError)
  return [
    ...certain,
    ...decided.flatMap(([group, id]) => {
      const traits = byId.get(id)
      return traits ? [{ group, caseId: id, matched: matchedOf(group, traits) }] : []
    }),
  ]
}

const wordsOf = ({ filters }: FilterGroup) => filters?.conditions.words

/** A trigram that no case has rules a filter out without looking into the cases. */
function considerLetters(
  list: WatchList,
  cases: readonly Traits[],
  consider: (group: FilterGroup, one: Traits) => void,
): void {
  const known = new Map<string, { trigrams: Set<string>; byText: [text: string, one: Traits][] }>()
  const ofColumn = (column: string) => {
    const found = known.get(column)
    if (found) return found
    const byText = cases.flatMap(one => (one.small.get(column) ?? []).map((text): [string, Traits] => [text, one]))
    const made = { trigrams: new Set(byText.flatMap(([text]) => trigramsOf(text))), byText }
    known.set(column, made)
    return made
  }
  for (const group of list.byLetters) {
    const letters = group.filters?.conditions.letters
    if (letters === undefined) continue
    const { trigrams, byText } = ofColumn(letters.column)
    if (!trigramsOf(letters.text).every(trigram => trigrams.has(trigram))) continue
    for (const one of new Set(byText.flatMap(([text, has]) => (text.includes(letters.text) ? [has] : []))))
      consider(group, one)
  }
}
const trigramsOf = (text: string): string[] => {
  const trigrams: string[] = []
  for (let at = 0; at + 3 <= text.length; at++) trigrams.push(text.slice(at, at + 3))
  return trigrams
}

const filtersPerQuery = 60
const longestSeconds = 5

/** When a query fails, each filter is asked alone, and the failing one finds nothing. */
async function decideInDatabase(
  db: Kysely<DB>,
  asked: readonly (readonly [FilterGroup, readonly number[]])[],
  onError: (error: unknown) => void,
): Promise<[FilterGroup, number][]> {
  const found: [FilterGroup, number][] = []
  for (let at = 0; at < asked.length; at += filtersPerQuery) {
    const some = asked.slice(at, at + filtersPerQuery)
    try {
      found.push(...(await queryMatches(db, some)))
    } catch {
      for (const one of some)
        try {
          found.push(...(await queryMatches(db, [one])))
        } catch (error) {
          onError(error)
        }
    }
  }
  return found
}

async function queryMatches(
  db: Kysely<DB>,
  some: readonly (readonly [FilterGroup, readonly number[]])[],
): Promise<[FilterGroup, number][]> {
  const queries = some.flatMap(([{ filters, accountId }, ids], n) =>
    filters === undefined
      ? []
      : [
          selectCases(db, { accountId, regions: 'all' }, filters.values)
            .where(sql<boolean>`court_case.id = any(${ids}::int[])`)
            .select([sql<number>`${sql.lit(n)}::integer`.as('n'), 'court_case.id']),
        ],
  )
  const { rows } = await db.transaction().execute(async trx => {
    await sql`select set_config('statement_timeout', ${String(longestSeconds * 1000)}, true), set_config('jit', 'off', true)`.execute(
      trx,
    )
    return await sql<{ n: number; id: number }>`${sql.join(queries, sql` union all `)}`.execute(trx)
  })
  return rows.flatMap(({ n, id }): [FilterGroup, number][] => {
    const group = some[n]?.[0]
    return group ? [[group, id]] : []
  })
}

const narrowedCacheSize = 100
/** Why the case matched: the filters with only those of their values that it has. */
function matchedOf({ filters }: FilterGroup, { values: has }: Traits): string {
  if (filters === undefined) return '{}'
  const { values, matched, conditions } = filters
  if (conditions.narrowed.length === 0) return matched
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

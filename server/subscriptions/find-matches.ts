import { setImmediate as breath } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { selectCases } from '../cases/case-query.ts'
import { withoutYo } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { readTraits, type Traits } from './case-traits.ts'
import { readTexts } from './texts-told.ts'
import type { Group, WatchList } from './watch-list.ts'

/**
 * Which groups of subscriptions the cases match, as sets: memory leaves few to ask, and those are asked many to a query
 * with the predicates of the list of cases itself, over these cases alone. Regions are not looked at here: every account's
 * own are ANDed where hits are written.
 */
export type Match = { group: Group; caseId: number; matched: string }
type Told = { caseId: number; kinds: number }
type Options = {
  /** Leaves out filters that time alone, or the person, makes match. */
  unmoving?: boolean
  onError: (error: unknown) => void
}

/** Cases after which others may work. */
const atOnce = 50

export async function findMatches(
  db: Kysely<DB>,
  list: WatchList,
  told: readonly Told[],
  { unmoving = false, onError }: Options,
): Promise<Match[]> {
  const kinds = new Map<number, number>()
  for (const { caseId, kinds: mask } of told) kinds.set(caseId, (kinds.get(caseId) ?? 0) | mask)
  const cases = await readTraits(db, [...kinds.keys()])
  const byId = new Map(cases.map(traits => [traits.id, traits]))

  const sure: Match[] = []
  const asked = new Map<Group, number[]>()
  const consider = (group: Group, traits: Traits): void => {
    if ((group.kinds & (kinds.get(traits.id) ?? 0)) === 0) return
    const { filters } = group
    if (filters === undefined) {
      sure.push({ group, caseId: traits.id, matched: '{}' })
      return
    }
    const { asked: mustAsk, moving } = filters.conditions
    if ((unmoving && moving) || !filters.tests.every(test => test(traits))) return
    if (!mustAsk) sure.push({ group, caseId: traits.id, matched: matchedOf(group, traits) })
    else {
      const ids = asked.get(group)
      if (ids) ids.push(traits.id)
      else asked.set(group, [traits.id])
    }
  }
  for (const [n, traits] of cases.entries()) {
    list.near(traits, group => consider(group, traits))
    if (n % atOnce === atOnce - 1) await breath()
  }
  considerSpelt(list, cases, consider)

  const worded = [...list.worded].filter(({ kinds: mask }) =>
    cases.some(({ id }) => (mask & (kinds.get(id) ?? 0)) !== 0),
  )
  const speaking = [...asked.keys()].filter(group => group.filters?.conditions.words)
  if (worded.length + speaking.length > 0) {
    const texts = await readTexts(db, [...kinds.keys()])
    for (const group of worded) {
      const words = group.filters?.conditions.words
      for (const id of words ? texts.mayHave(words) : []) {
        const traits = byId.get(id)
        if (traits) consider(group, traits)
      }
    }
    for (const group of speaking) {
      const words = group.filters?.conditions.words
      const may = words && texts.mayHave(words)
      const left = (asked.get(group) ?? []).filter(id => may?.has(id))
      if (left.length > 0) asked.set(group, left)
      else asked.delete(group)
    }
  }
  const answered = await askAll(db, [...asked], onError)
  return [
    ...sure,
    ...answered.flatMap(([group, id]) => {
      const traits = byId.get(id)
      return traits ? [{ group, caseId: id, matched: matchedOf(group, traits) }] : []
    }),
  ]
}

/** Three letters in a row that no case has rule a filter out without looking into the cases. */
function considerSpelt(list: WatchList, cases: readonly Traits[], consider: (group: Group, one: Traits) => void): void {
  const known = new Map<string, { triples: Set<string>; byText: [text: string, one: Traits][] }>()
  const ofColumn = (column: string) => {
    const found = known.get(column)
    if (found) return found
    const byText = cases.flatMap(one => (one.small.get(column) ?? []).map((text): [string, Traits] => [text, one]))
    const made = { triples: new Set(byText.flatMap(([text]) => triplesOf(text))), byText }
    known.set(column, made)
    return made
  }
  for (const group of list.spelt) {
    const letters = group.filters?.conditions.letters
    if (letters === undefined) continue
    const { triples, byText } = ofColumn(letters.column)
    if (!triplesOf(letters.text).every(triple => triples.has(triple))) continue
    for (const one of new Set(byText.flatMap(([text, has]) => (text.includes(letters.text) ? [has] : []))))
      consider(group, one)
  }
}
const triplesOf = (text: string): string[] => {
  const triples: string[] = []
  for (let at = 0; at + 3 <= text.length; at++) triples.push(text.slice(at, at + 3))
  return triples
}

const inOneQuery = 60
const longestSeconds = 5

/** Several filters a query; where one of them cannot be asked, each is asked alone, and that one finds nothing. */
async function askAll(
  db: Kysely<DB>,
  asked: readonly (readonly [Group, readonly number[]])[],
  onError: (error: unknown) => void,
): Promise<[Group, number][]> {
  const found: [Group, number][] = []
  for (let at = 0; at < asked.length; at += inOneQuery) {
    const some = asked.slice(at, at + inOneQuery)
    try {
      found.push(...(await ask(db, some)))
    } catch {
      for (const one of some)
        try {
          found.push(...(await ask(db, [one])))
        } catch (error) {
          onError(error)
        }
    }
  }
  return found
}

async function ask(db: Kysely<DB>, some: readonly (readonly [Group, readonly number[]])[]): Promise<[Group, number][]> {
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
  return rows.flatMap(({ n, id }): [Group, number][] => {
    const group = some[n]?.[0]
    return group ? [[group, id]] : []
  })
}

const mostKept = 100
/** The filters as they are written, with only those of their values that the case has: why it matched. */
function matchedOf({ filters }: Group, { values: has }: Traits): string {
  if (filters === undefined) return '{}'
  const { values, matched, conditions } = filters
  if (conditions.narrowed.length === 0) return matched
  const narrowed: Record<string, AnyValues[string]> = {}
  for (const { name, column } of conditions.narrowed) {
    const value = values[name]
    if (!Array.isArray(value)) continue
    const there = has.get(column) ?? []
    const kept = value.filter(one => there.includes(withoutYo(String(one))))
    if (kept.length > 0 && kept.length < value.length) narrowed[name] = kept
  }
  if (Object.keys(narrowed).length === 0) return matched
  const key = JSON.stringify(narrowed)
  const known = filters.narrowed.get(key)
  if (known !== undefined) return known
  const made = JSON.stringify(writeValues(caseListFields, { ...values, ...narrowed }))
  if (filters.narrowed.size >= mostKept) filters.narrowed.clear()
  filters.narrowed.set(key, made)
  return made
}

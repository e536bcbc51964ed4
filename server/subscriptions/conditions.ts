import { type AnyValues, type Fields, filterParamsOf, type ValueOf } from '#shared/filters/field.ts'
import { inMemoryOf } from '../cases/filter-kinds.ts'
import { isKnownInMemory, isPersonal, tableOfFilter } from '../cases/predicates.ts'
import type { Traits } from './case-traits.ts'

/**
 * What can be tested in memory for a filter, so that few filters need the database. A test fails only where SQL would
 * fail; where it cannot be sure, the filter is `asked`.
 */
export type Conditions = {
  tests: readonly Test[]
  /** The filter matches only these values of the column: the term it is indexed by. */
  anchor: { column: string; any: readonly string[]; test: Test } | undefined
  /** A case has one region, so regions narrow a common value. */
  regions: { any: readonly string[]; test: Test } | undefined
  /** Filters with several values, of which a case may have some. */
  narrowed: readonly { name: string; column: string }[]
  letters: { column: string; text: string } | undefined
  /** The tests do not cover the whole filter. */
  asked: boolean
  personal: boolean
  /** May match by time alone or by an action of the person, without news of the case. */
  moving: boolean
  words: ValueOf['words'] | undefined
}
export type Test = (traits: Traits) => boolean

const regionColumn = 'court_case.region'
/** Selectivity: the fewer cases share a value of the column, the better it indexes a filter. */
// biome-ignore format: one line a column
const rarity: Readonly<Record<string, number>> = {
  'court_case.judge_id': 9, 'court_case.court_id': 8, 'case_tag.tag_id': 7, 'case_defence_param.defence_param_id': 7,
  'court_case.city': 6, 'case_article.article_id': 5, 'case_event.event_type_id': 4, 'court_case.result_type_id': 4,
  'court_case.region': 3, 'case_penalty.type': 2,
}

/** Filters that set the unit of a range: removing some of their values could change its meaning. */
const unitsBy = (fields: Fields, values: AnyValues): ReadonlySet<string> =>
  new Set(
    Object.entries(fields).flatMap(([key, field]) =>
      field.kind === 'amountRange' && field.kinds && values[key] !== undefined ? [field.kinds.key] : [],
    ),
  )

export function conditionsOf(fields: Fields, values: AnyValues): Conditions {
  const tests: Test[] = []
  const anchors: { column: string; any: readonly string[]; test: Test; worth: number }[] = []
  const narrowed: { name: string; column: string }[] = []
  let regions: Conditions['regions']
  let letters: Conditions['letters']
  let words: Conditions['words']
  let [asked, personal, moving] = [false, false, false]
  /** Two filters on a child table must match the same row, which memory cannot check. */
  const together = new Map<string, number>()
  const units = unitsBy(fields, values)
  for (const { name, field, not } of filterParamsOf(fields)) {
    const value = values[name]
    if (value === undefined) continue
    const table = tableOfFilter(field)
    const found = (isKnownInMemory(field) && inMemoryOf(field, value)) || { exact: false }
    if (isPersonal(table)) personal = true
    // A hearing passes without news.
    if (found.moving === true || field.kind === 'schedule' || isPersonal(table)) moving = true
    if (not) {
      const { test, exact } = found
      if (test === undefined || !exact) asked = true
      else tests.push(traits => !test(traits))
      continue
    }
    if (table !== 'court_case' && field.kind !== 'presence') together.set(table, (together.get(table) ?? 0) + 1)
    if (!found.exact || (together.get(table) ?? 0) > 1) asked = true
    if (found.test) tests.push(found.test)
    if (field.kind === 'words' && typeof value === 'object' && 'mode' in value) words = value
    if ('of' in field) continue
    const { column } = field
    if (found.any && found.any.length > 1 && !units.has(name)) narrowed.push({ name, column })
    if (found.any && found.test && column === regionColumn) regions = { any: found.any, test: found.test }
    if (found.any && found.test) anchors.push({ column, any: found.any, test: found.test, worth: rarity[column] ?? 1 })
    if (found.letters !== undefined) letters ??= { column, text: found.letters }
  }
  const [anchor] = anchors.toSorted((one, other) => other.worth - one.worth || one.any.length - other.any.length)
  return { tests, anchor, regions, narrowed, letters, asked, personal, moving, words }
}

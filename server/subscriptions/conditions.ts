import { numberAsked } from '#shared/domain/number-index.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import {
  type AnyValues,
  type Field,
  type FieldOf,
  type Fields,
  filterParamsOf,
  type Kind,
  type ValueOf,
} from '#shared/filters/field.ts'
import { isPersonal, tableOf, withoutYo } from '../cases/predicates.ts'
import { knownColumns, knownTables, type Traits } from './case-traits.ts'

/**
 * What of a filter can be told in memory, so that of a hundred thousand filters few are asked of the database. A test says
 * «no» only where SQL would say no; where it cannot say «yes» as surely, the filter is `asked` about with its own predicates.
 */
export type Conditions = {
  /** Each must hold. */
  tests: readonly Test[]
  /** A value of this column is one of these, or the filter does not match: what the filter is found by. */
  anchor: { column: string; any: readonly string[]; test: Test } | undefined
  /** Regions, one of which must be the case's: a case has one, so they part what is found by a common value. */
  regions: { any: readonly string[]; test: Test } | undefined
  /** Filters of several values, of which a case may have some. */
  narrowed: readonly { name: string; column: string }[]
  /** Letters that a column must have; what a filter without an anchor is found by. */
  letters: { column: string; text: string } | undefined
  /** Tests are not the whole filter. */
  asked: boolean
  /** It depends on whose it is. */
  personal: boolean
  /** It may come to match by time alone, or by what the person does: no news of the case. */
  moving: boolean
  /** Words of the decision are asked about. */
  words: ValueOf['words'] | undefined
}
export type Test = (traits: Traits) => boolean
type Found = {
  any?: readonly string[]
  test?: Test
  letters?: string
  /** The test alone decides, for one row of its table. */
  exact: boolean
  moving?: boolean
}
type Part<K extends Kind> = { find(value: ValueOf[K], field: FieldOf[K]): Found }

const none: readonly string[] = []
const anyOf = (column: string, values: readonly string[]): Found => {
  const wanted = new Set(values)
  return {
    any: values,
    test: ({ values: has }) => (has.get(column) ?? none).some(value => wanted.has(value)),
    exact: true,
  }
}
const usualLetters = /^[\x20-\x7eа-яё«»№—–\u00a0]*$/
const inSmall = (text: string): string => withoutYo(text).toLowerCase()
const onlyAsked = (): Found => ({ exact: false })

const parts: { [K in Kind]: Part<K> } = {
  choice: { find: (value, { column }) => anyOf(column, [value]) },
  choices: { find: (values, { column }) => anyOf(column, values) },
  reference: { find: (ids, { column }) => anyOf(column, ids.map(String)) },
  names: { find: (names, { column }) => anyOf(column, names.map(withoutYo)) },
  flag: { find: (on, { column }) => anyOf(column, [String(on)]) },
  text: {
    find: (value, { column, also }) => {
      // As predicates.ts asks; the other column is in the traits of this one.
      const letters = inSmall((also === undefined ? value : numberAsked(value)).replace(/\s+/g, ' '))
      return {
        letters,
        test: ({ small }) => (small.get(column) ?? none).some(text => text.includes(letters)),
        // Of other scripts, only PostgreSQL knows which letters it takes for one.
        exact: usualLetters.test(letters),
      }
    },
  },
  dateRange: {
    find: (range, { column }) => ({
      test: ({ values }) => {
        const { min, max } = daysOf(range)
        return (values.get(column) ?? none).some(day => day >= min && day <= max)
      },
      exact: true,
      moving: 'relative' in range,
    }),
  },
  presence: {
    find: (on, { of }) =>
      knownTables.has(of) ? { test: ({ present }) => present.has(of) === on, exact: true } : onlyAsked(),
  },
  words: {
    find: () => ({ test: ({ values }) => values.get('court_case.has_text')?.[0] === 'true', exact: false }),
  },
  amountRange: { find: onlyAsked },
  people: { find: onlyAsked },
  schedule: { find: () => ({ exact: false, moving: true }) },
  own: { find: () => ({ exact: false, moving: true }) },
}
const partOf = (field: Field): Part<Kind> => parts[field.kind]
const regionColumn = 'court_case.region'
/** The table a filter speaks of. */
export const tableOfField = (field: Field): string => ('of' in field ? field.of : tableOf(field.column))
const isKnown = (field: Field): boolean =>
  field.kind === 'words' || ('of' in field ? knownTables.has(field.of) : knownColumns.has(field.column))

/** The fewer cases have a value of the column, the better a filter is found by it. */
// biome-ignore format: one line a column
const rarity: Readonly<Record<string, number>> = {
  'court_case.judge_id': 9, 'court_case.court_id': 8, 'case_tag.tag_id': 7, 'case_defence_param.defence_param_id': 7,
  'court_case.city': 6, 'case_article.article_id': 5, 'case_event.event_type_id': 4, 'court_case.result_type_id': 4,
  'court_case.region': 3, 'case_penalty.type': 2,
}

/** Filters by which a range that is set has its unit: fewer of their values might mean another. */
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
  /** How many filters speak of one row of a child table: two must hold for the same row, which memory does not know. */
  const together = new Map<string, number>()
  const units = unitsBy(fields, values)
  for (const { name, field, not } of filterParamsOf(fields)) {
    const value = values[name]
    if (value === undefined) continue
    const home = tableOfField(field)
    const found = isKnown(field) ? partOf(field).find(value, field) : onlyAsked()
    if (isPersonal(home)) personal = true
    if (found.moving === true || isPersonal(home)) moving = true
    if (not) {
      const { test, exact } = found
      if (test === undefined || !exact) asked = true
      else tests.push(traits => !test(traits))
      continue
    }
    if (home !== 'court_case' && field.kind !== 'presence') together.set(home, (together.get(home) ?? 0) + 1)
    if (!found.exact || (together.get(home) ?? 0) > 1) asked = true
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

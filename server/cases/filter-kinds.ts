import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tombstone } from '#shared/domain/forgetting.ts'
import { numberAsked } from '#shared/domain/number-index.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import type { AnyValues, Field, FieldOf, Kind, Value, ValueOf } from '#shared/filters/field.ts'
import { type MeasuredKinds, measuredBy } from '#shared/filters/measured-kinds.ts'
import type { DB } from '../db/schema.ts'
import { askedSpelling, hasShortWords, isSpelt, spelling } from '../db/spelling.ts'
import { casesByText } from '../texts/text-search.ts'
import { schedules } from './schedule.ts'

export type Predicate = Expression<SqlBool>

/**
 * What is known in memory about one case: values by `table.column` as text, with ё as е, and tables that have a row of
 * the case.
 */
export type KnownOfCase = {
  values: ReadonlyMap<string, readonly string[]>
  /** The same in small letters, for columns searched by substring; names as they are spelt (`db/spelling.ts`). */
  small: ReadonlyMap<string, readonly string[]>
  present: ReadonlySet<string>
}
type InMemory = {
  /** The filter cannot match unless the case has one of these values in the column. */
  any?: readonly string[]
  /** Returns false only where SQL would. */
  test?: (known: KnownOfCase) => boolean
  letters?: string
  /** The test alone decides, for one row of its table. */
  exact: boolean
  /** The result may change with time alone, or by an action of the person. */
  moving?: boolean
}

/** Kinds that ask only whether a row exists. */
type RowKind = 'presence' | 'own'
type ColumnField = Exclude<Field, { kind: RowKind }>
/**
 * What a kind of filter means for each consumer. `sql` is the predicate on a row, for PostgreSQL and the columnar copy;
 * `inCopy` tells whether the copy can answer it; `inMemory` is how subscriptions test a changed case; without it they
 * ask PostgreSQL.
 */
type FilterKind<K extends Kind> = Told<K> & ([K] extends [RowKind] ? unknown : ToSql<K>)
type Told<K extends Kind> = { inCopy: boolean; inMemory?(value: ValueOf[K], field: FieldOf[K]): InMemory }
type ToSql<K extends Kind> = {
  sql(column: RawBuilder<unknown>, value: ValueOf[K], field: FieldOf[K], values: AnyValues): Predicate
}

const none: readonly string[] = []
const hasAnyOf = (column: string, values: readonly string[]): InMemory => {
  const wanted = new Set(values)
  return {
    any: values,
    test: known => (known.values.get(column) ?? none).some(value => wanted.has(value)),
    exact: true,
  }
}
const usualLetters = /^[\x20-\x7eа-я«»№—–]*$/

export const filterKinds: { readonly [K in Kind]: FilterKind<K> } = {
  text: {
    sql: (column, text, { whole, also, isName }) => {
      if (isName) return isSpeltIn(column, text)
      if (also !== undefined) return isInEither(column, sql.ref(also), text)
      const capital = text.toUpperCase()
      return whole !== undefined && new RegExp(whole).test(capital)
        ? isWhole(column, capital, whole)
        : contains(column, text)
    },
    // Substrings need the trigram index of PostgreSQL, whichever table the column is in.
    inCopy: false,
    inMemory: (value, { column, also, isName }) => {
      const letters = isName
        ? askedSpelling(value)
        : asLiteral(also === undefined ? value : numberAsked(value)).toLowerCase()
      if (letters === '') return { exact: false }
      return {
        letters,
        test: ({ small }) =>
          (small.get(column) ?? none).some(text => text.includes(letters) && text !== tombstoneSpelling),
        // For other scripts only PostgreSQL knows which letters compare as equal.
        exact: usualLetters.test(letters) && !(isName && hasShortWords(value)),
      }
    },
  },
  choice: {
    sql: (column, value) => sql<SqlBool>`${column} = ${value}`,
    inCopy: true,
    inMemory: (value, { column }) => hasAnyOf(column, [value]),
  },
  choices: {
    sql: (column, values) => isAnyOf(column, values),
    inCopy: true,
    inMemory: (values, { column }) => hasAnyOf(column, values),
  },
  reference: {
    sql: (column, ids) => isAnyNumberOf(column, ids),
    inCopy: true,
    inMemory: (ids, { column }) => hasAnyOf(column, ids.map(String)),
  },
  names: {
    sql: (column, names) => isAnyOf(folded(column), names.map(withoutYo)),
    inCopy: true,
    inMemory: (names, { column }) => hasAnyOf(column, names.map(withoutYo)),
  },
  people: {
    sql: (column, names) => expressionBuilder<DB, keyof DB>().or(names.map(name => isSpeltIn(column, name))),
    inCopy: false,
  },
  flag: {
    sql: (column, on) => sql<SqlBool>`${column} = ${on}`,
    inCopy: true,
    inMemory: (on, { column }) => hasAnyOf(column, [String(on)]),
  },
  // The base is chosen in engine/at-day.ts; nothing is filtered here.
  day: { sql: () => sql<SqlBool>`true`, inCopy: true },
  dateRange: {
    sql: (column, range, _, { as_of: day }) => {
      const { min, max } = daysOf(range, typeof day === 'string' ? day : undefined)
      return sql<SqlBool>`${column} between ${min} and ${max}`
    },
    inCopy: true,
    inMemory: (range, { column }) => ({
      test: ({ values }) => {
        const { min, max } = daysOf(range)
        return (values.get(column) ?? none).some(day => day >= min && day <= max)
      },
      exact: true,
      moving: 'relative' in range,
    }),
  },
  amountRange: {
    sql: (column, { min, max, inEach }, { since, kinds }, values) => {
      const amount = since === undefined ? column : sql`(${column} - ${sql.ref(since)})::numeric`
      return allOf([
        ...(kinds && !inEach ? isOfUnit(kinds, values) : []),
        ...(min === undefined ? [] : [sql<SqlBool>`${amount} >= ${min}`]),
        ...(max === undefined ? [] : [sql<SqlBool>`${amount} <= ${max}`]),
      ])
    },
    inCopy: true,
  },
  schedule: {
    sql: (column, value, { possible }) => schedules[value]?.(column, sql.ref(possible)) ?? sql<SqlBool>`false`,
    inCopy: true,
    // The state of a hearing changes with the clock, without any event.
    inMemory: () => ({ exact: false, moving: true }),
  },
  words: {
    sql: (_, value) => sql<SqlBool>`court_case.id in (${casesByText(value)})`,
    inCopy: false,
    inMemory: () => ({ test: ({ values }) => values.get('court_case.has_text')?.[0] === 'true', exact: false }),
  },
  presence: {
    inCopy: true,
    inMemory: (on, { of }) => ({ test: ({ present }) => present.has(of) === on, exact: true }),
  },
  own: { inCopy: false },
}

export const isColumnField = (field: Field): field is ColumnField => field.kind !== 'presence' && field.kind !== 'own'
export const sqlOf = (field: ColumnField): ToSql<Exclude<Kind, RowKind>>['sql'] => filterKinds[field.kind].sql
export function inMemoryOf(field: Field, value: Value): InMemory | undefined {
  const kind: Told<Kind> = filterKinds[field.kind]
  return kind.inMemory?.(value, field)
}

/**
 * One array parameter, so that the SQL text does not depend on the number of values, and an empty array matches
 * nothing. Numbers are cast, because PostgreSQL would refuse values outside smallint.
 */
const isAnyOf = (column: RawBuilder<unknown>, values: readonly string[]): Predicate =>
  sql<SqlBool>`${column} = any(${values})`
export const isAnyNumberOf = (column: RawBuilder<unknown>, values: readonly number[]): Predicate =>
  sql<SqlBool>`${column} = any(${values}::integer[])`
/** Courts use ё and е interchangeably: filters by whole names treat them as one letter, in the data and in the question. */
export const folded = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(${column}, 'Ёё', 'Ее')`
export const withoutYo = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
/** Numbers and notes hold what was typed, letter by letter; of white space any. */
const asLiteral = (text: string): string => withoutYo(text).replace(/\s+/g, ' ')
const contains = (column: RawBuilder<unknown>, text: string): Predicate =>
  sql<SqlBool>`${folded(column)} ilike ${`%${asLiteral(text).replace(/[\\%_]/g, '\\$&')}%`}`
/** Names, however they are written. A removed one must not be found by its placeholder. */
const isSpeltIn = (column: RawBuilder<unknown>, text: string): Predicate => {
  const holds = isSpelt(column, text)
  return tombstoneSpelling.includes(askedSpelling(text))
    ? sql<SqlBool>`(${holds} and ${column} <> ${tombstone})`
    : holds
}
const tombstoneSpelling = spelling(tombstone)
/** The other column has a partial index over its non-null rows. */
const isInEither = (column: RawBuilder<unknown>, other: RawBuilder<unknown>, value: string): Predicate => {
  const text = numberAsked(value)
  return sql<SqlBool>`(${contains(column, text)} or (${other} <> '' and ${contains(other, text)}))`
}
/** A whole value is found by its index; the few longer values that may contain it have a partial index. */
const isWhole = (column: RawBuilder<unknown>, text: string, whole: string): Predicate =>
  sql<SqlBool>`(${column} collate "C" = ${text} or (${column} !~ ${sql.lit(whole)} and ${contains(column, text)}))`
export const allOf = (predicates: readonly Predicate[]): Predicate =>
  expressionBuilder<DB, keyof DB>().and([...predicates])
/** Restricts to kinds measured in the unit of the range, unless the chosen kinds already imply it. */
function isOfUnit(kinds: MeasuredKinds, values: AnyValues): Predicate[] {
  const [chosen, measured] = [values[kinds.key], measuredBy(kinds, values)?.kinds ?? []]
  const isSaid = Array.isArray(chosen) && chosen.every(one => measured.some(kind => kind === one))
  return isSaid ? [] : [isAnyOf(sql.ref(kinds.column), measured)]
}

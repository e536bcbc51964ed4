import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tombstone } from '#shared/domain/forgetting.ts'
import { numberAsked } from '#shared/domain/number-index.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import type { AnyValues, Field, FieldOf, Kind, Value, ValueOf } from '#shared/filters/field.ts'
import { type MeasuredKinds, measuredBy } from '#shared/filters/measured-kinds.ts'
import type { DB } from '../db/schema.ts'
import { casesByText } from '../texts/text-search.ts'
import { schedules } from './schedule.ts'

export type Predicate = Expression<SqlBool>

/** What is known in memory of one case: values by `table.column` as text, with ё as е, and tables with a row of the case. */
export type KnownOfCase = {
  values: ReadonlyMap<string, readonly string[]>
  /** The same in small letters, of columns that are searched by letters. */
  small: ReadonlyMap<string, readonly string[]>
  present: ReadonlySet<string>
}
type InMemory = {
  /** The case has one of these values of the column, or the filter does not match. */
  any?: readonly string[]
  /** Answers «no» only where SQL would. */
  test?: (known: KnownOfCase) => boolean
  letters?: string
  /** The test alone decides, for one row of its table. */
  exact: boolean
  /** It may come to match by time alone, or by what the person does. */
  moving?: boolean
}

/** Kinds that ask whether a row exists, not what is in it. */
type RowKind = 'presence' | 'own'
type ColumnField = Exclude<Field, { kind: RowKind }>
/**
 * What a kind of filter means, in each place that reads it. `sql` is what must hold for a row, in PostgreSQL and in the columnar copy;
 * `inCopy` says whether the copy can answer it; `inMemory` is how subscriptions tell it of a changed case, absent: they ask PostgreSQL.
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
const usualLetters = /^[\x20-\x7eа-яё«»№—–\u00a0]*$/

export const filterKinds: { readonly [K in Kind]: FilterKind<K> } = {
  text: {
    sql: (column, text, { whole, also }) => {
      if (also !== undefined) return isInEither(column, sql.ref(also), text)
      const capital = text.toUpperCase()
      return whole !== undefined && new RegExp(whole).test(capital)
        ? isWhole(column, capital, whole)
        : contains(column, text)
    },
    // Letters are found by an index of PostgreSQL, wherever the column is.
    inCopy: false,
    inMemory: (value, { column, also }) => {
      const letters = withoutYo((also === undefined ? value : numberAsked(value)).replace(/\s+/g, ' ')).toLowerCase()
      return {
        letters,
        test: ({ small }) =>
          (small.get(column) ?? none).some(text => text.includes(letters) && text !== smallTombstone),
        // In other scripts only PostgreSQL knows which letters it takes for the same.
        exact: usualLetters.test(letters),
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
    sql: (column, names) =>
      expressionBuilder<DB, keyof DB>().or(names.map(name => contains(column, withInitialsClose(name)))),
    inCopy: false,
  },
  flag: {
    sql: (column, on) => sql<SqlBool>`${column} = ${on}`,
    inCopy: true,
    inMemory: (on, { column }) => hasAnyOf(column, [String(on)]),
  },
  // Which base is asked is decided where it is chosen (engine/at-day.ts).
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
    // The state of a hearing changes by the clock, without news.
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
 * One array parameter: the SQL text does not depend on how many values, and none matches nothing. Numbers are cast, or PostgreSQL
 * would refuse those that a smallint cannot hold.
 */
const isAnyOf = (column: RawBuilder<unknown>, values: readonly string[]): Predicate =>
  sql<SqlBool>`${column} = any(${values})`
export const isAnyNumberOf = (column: RawBuilder<unknown>, values: readonly number[]): Predicate =>
  sql<SqlBool>`${column} = any(${values}::integer[])`
/** Courts write ё and е as they please: for a filter they are one letter, in the data and in the question. */
export const folded = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(${column}, 'Ёё', 'Ее')`
export const withoutYo = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
/** Text is literal: `%`, `_` and `\` stand for themselves. */
const contains = (column: RawBuilder<unknown>, text: string): Predicate => {
  const literal = withoutYo(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\%_]/g, '\\$&')
  const holds = sql<SqlBool>`${folded(column)} ilike ${`%${literal}%`}`
  return smallTombstone.includes(literal.toLowerCase()) ? sql<SqlBool>`(${holds} and ${column} <> ${tombstone})` : holds
}
/** Whose name was removed is not found by what stands in its place. */
const smallTombstone = tombstone.toLowerCase()
/** The other column has a partial index of the rows that fill it. */
const isInEither = (column: RawBuilder<unknown>, other: RawBuilder<unknown>, value: string): Predicate => {
  const text = numberAsked(value)
  return sql<SqlBool>`(${contains(column, text)} or (${other} <> '' and ${contains(other, text)}))`
}
/** A whole value is found by its index; the few values that are not whole have a partial index and may contain it. */
const isWhole = (column: RawBuilder<unknown>, text: string, whole: string): Predicate =>
  sql<SqlBool>`(${column} collate "C" = ${text} or (${column} !~ ${sql.lit(whole)} and ${contains(column, text)}))`
/** Names are stored as «Иванов И.И.» and printed as «Иванов И. И.»: either finds them. */
export const withInitialsClose = (name: string): string => name.replace(/(?<=(?:^|\s|\.)\p{L}\.)\s+(?=\p{L}\.)/gu, '')
export const allOf = (predicates: readonly Predicate[]): Predicate =>
  expressionBuilder<DB, keyof DB>().and([...predicates])
/** Kinds in the unit of the range, where the choice of kinds does not say as much by itself. */
function isOfUnit(kinds: MeasuredKinds, values: AnyValues): Predicate[] {
  const [chosen, measured] = [values[kinds.key], measuredBy(kinds, values)?.kinds ?? []]
  const isSaid = Array.isArray(chosen) && chosen.every(one => measured.some(kind => kind === one))
  return isSaid ? [] : [isAnyOf(sql.ref(kinds.column), measured)]
}

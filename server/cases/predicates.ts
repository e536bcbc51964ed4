import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { numberAsked } from '#shared/domain/number-index.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import {
  type AnyValues,
  type Field,
  type FieldOf,
  type Fields,
  type FilterParam,
  filterParamsOf,
  type Kind,
  type ValueOf,
} from '#shared/filters/field.ts'
import { type MeasuredKinds, measuredBy } from '#shared/filters/measured-kinds.ts'
import type { CopyLayout } from '../db/copy.ts'
import type { DB, DbColumn } from '../db/schema.ts'
import { casesByText } from '../texts/text-search.ts'
import type { Among } from './case-sets.ts'
import { schedules } from './schedule.ts'

type Predicate = Expression<SqlBool>
/** Who asks: what may be seen at all (design §4 «scope is not a filter») and whose favourites count. */
export type Scope = {
  accountId: number | null
  regions: readonly number[] | 'all'
  /** The copy is asked; absent: PostgreSQL is (reading.ts). */
  copy?: {
    layout: CopyLayout
    /** Only among these, which PostgreSQL has found (case-sets.ts). */
    among?: Among | undefined
  }
}

/** How a kind becomes SQL over `court_case`: which child table it speaks of, and what must hold for a row of it. */
type Compile<K extends Kind> = {
  table(field: FieldOf[K]): string
  predicate(column: RawBuilder<unknown>, value: ValueOf[K], field: FieldOf[K], values: AnyValues): Predicate
}

/**
 * One array parameter: the SQL text does not depend on how many values, and none matches nothing. Numbers are said to be
 * integers, or PostgreSQL would take them for the column's own type and refuse those a smallint cannot hold.
 */
const isAnyOf = (column: RawBuilder<unknown>, values: readonly string[]): Predicate =>
  sql<SqlBool>`${column} = any(${values})`
const isAnyNumberOf = (column: RawBuilder<unknown>, values: readonly number[]): Predicate =>
  sql<SqlBool>`${column} = any(${values}::integer[])`
/** Courts write ё and е as they please: for a filter they are one letter, in the data and in what is asked. */
export const folded = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(${column}, 'Ёё', 'Ее')`
export const withoutYo = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
/** Text is literal: `%`, `_` and `\` stand for themselves. */
const contains = (column: RawBuilder<unknown>, text: string): Predicate => {
  const literal = withoutYo(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\%_]/g, '\\$&')
  return sql<SqlBool>`${folded(column)} ilike ${`%${literal}%`}`
}
/** The other column has an index of the rows that fill it. */
const isInEither = (column: RawBuilder<unknown>, other: RawBuilder<unknown>, asked: string): Predicate => {
  const text = numberAsked(asked)
  return sql<SqlBool>`(${contains(column, text)} or (${other} <> '' and ${contains(other, text)}))`
}
/** What is whole is found by its index; values that are not (there are few, and another index has them) may contain it. */
const isWhole = (column: RawBuilder<unknown>, text: string, whole: string): Predicate =>
  sql<SqlBool>`(${column} collate "C" = ${text} or (${column} !~ ${sql.lit(whole)} and ${contains(column, text)}))`
/** Names are kept as «Иванов И.И.» and printed as «Иванов И. И.»: either finds them. */
const withInitialsClose = (name: string): string => name.replace(/(?<=(?:^|\s|\.)\p{L}\.)\s+(?=\p{L}\.)/gu, '')
const allOf = (predicates: readonly Predicate[]): Predicate => expressionBuilder<DB, keyof DB>().and([...predicates])

export const tableOf = (column: string): string => column.slice(0, column.indexOf('.'))
export const columnOf = (column: string): string => column.slice(column.indexOf('.') + 1)
/** The table that a filter looks into. */
export const homeOf = ({ field }: Pick<FilterParam, 'field'>): string =>
  'of' in field ? field.of : tableOf(field.column)
const byColumn = { table: (field: { column: string }) => tableOf(field.column) }

/** Kinds in the unit of the range, where the choice of kinds does not say as much by itself. */
function isOfUnit(kinds: MeasuredKinds, values: AnyValues): Predicate[] {
  const [chosen, measured] = [values[kinds.key], measuredBy(kinds, values)?.kinds ?? []]
  const isSaid = Array.isArray(chosen) && chosen.every(one => measured.some(kind => kind === one))
  return isSaid ? [] : [isAnyOf(sql.ref(kinds.column), measured)]
}

const compile: { [K in Exclude<Kind, 'presence' | 'own'>]: Compile<K> } = {
  text: {
    ...byColumn,
    predicate: (column, text, { whole, also }) => {
      if (also !== undefined) return isInEither(column, sql.ref(also), text)
      const capital = text.toUpperCase()
      return whole !== undefined && new RegExp(whole).test(capital)
        ? isWhole(column, capital, whole)
        : contains(column, text)
    },
  },
  choice: { ...byColumn, predicate: (column, value) => sql<SqlBool>`${column} = ${value}` },
  choices: { ...byColumn, predicate: (column, values) => isAnyOf(column, values) },
  reference: { ...byColumn, predicate: (column, ids) => isAnyNumberOf(column, ids) },
  names: { ...byColumn, predicate: (column, names) => isAnyOf(folded(column), names.map(withoutYo)) },
  people: {
    ...byColumn,
    predicate: (column, names) =>
      expressionBuilder<DB, keyof DB>().or(names.map(name => contains(column, withInitialsClose(name)))),
  },
  flag: { ...byColumn, predicate: (column, on) => sql<SqlBool>`${column} = ${on}` },
  dateRange: {
    ...byColumn,
    predicate: (column, range) => {
      const { min, max } = daysOf(range)
      return sql<SqlBool>`${column} between ${min} and ${max}`
    },
  },
  amountRange: {
    ...byColumn,
    predicate: (column, { min, max, inEach }, { since, kinds }, values) => {
      const amount = since === undefined ? column : sql`(${column} - ${sql.ref(since)})::numeric`
      return allOf([
        ...(kinds && !inEach ? isOfUnit(kinds, values) : []),
        ...(min === undefined ? [] : [sql<SqlBool>`${amount} >= ${min}`]),
        ...(max === undefined ? [] : [sql<SqlBool>`${amount} <= ${max}`]),
      ])
    },
  },
  schedule: {
    ...byColumn,
    predicate: (column, value, { possible }) => schedules[value]?.(column, sql.ref(possible)) ?? sql<SqlBool>`false`,
  },
  // A text is found by an index of its own, which answers with cases.
  words: { table: () => 'court_case', predicate: (_, value) => sql<SqlBool>`court_case.id in (${casesByText(value)})` },
}
const compileOf = (field: Exclude<Field, { kind: 'presence' | 'own' }>): Compile<Exclude<Kind, 'presence' | 'own'>> =>
  compile[field.kind]

/**
 * Tables whose rows belong to a person: only the asker's own rows count, whatever kind of filter asks. A new such table
 * that is not named here does not compile.
 */
type PersonalTable = {
  [T in keyof DB]: DB[T] extends { account_id: unknown; case_id: unknown } ? T : never
}[keyof DB]
const personalTables: Readonly<Record<PersonalTable, true>> = {
  case_note: true,
  case_visit: true,
  favourite: true,
  favourite_in_folder: true,
}

/** Whether what is asked of the table depends on who asks. */
export const isPersonal = (table: string): boolean => table in personalTables

/** Only the asker's rows, where rows have owners. */
const ownRows = (table: string, scope: Scope): Predicate[] =>
  isPersonal(table) ? [sql<SqlBool>`${sql.ref(`${table}.account_id`)} = ${scope.accountId}`] : []

/**
 * Where rows of a child table are, and what they hang on their case by: its number, or that of its set of rows. `columns`: which of the
 * table are asked about.
 */
export function childRows(table: string, { copy }: Scope, columns: readonly string[] = []) {
  const set = copy?.layout.setOf(table, columns)
  const rowKey = sql.ref(`${table}.${set === undefined ? 'case_id' : 'set_id'}`)
  const caseColumn = set?.key ?? 'id'
  const caseKey: RawBuilder<number> = sql.ref(`court_case.${caseColumn}`)
  return {
    /** The table they are in: it is called as the one that is asked about. */
    rows: set?.rows ?? table,
    rowKey,
    caseColumn,
    caseKey,
    hang: sql<boolean>`${rowKey} = ${caseKey}`,
    areSets: set !== undefined,
  }
}

/** Rows of a child table that hang on the case at hand, are the asker's where rows have owners, and satisfy all the predicates. */
export const childExists = (
  table: string,
  scope: Scope,
  predicates: readonly Predicate[] = [],
  columns: readonly string[] = [],
): Predicate => {
  const { rows, hang, rowKey, caseKey } = childRows(table, scope, columns)
  const from = rows === table ? sql`${sql.table(table)}` : sql`${sql.table(rows)} as ${sql.id(table)}`
  // DuckDB would look up every case for `exists`; neither key is ever empty.
  if (scope.copy) return sql<SqlBool>`${caseKey} in (select ${rowKey} from ${from} where ${allOf(predicates)})`
  return sql<SqlBool>`exists (select 1 from ${from} where ${allOf([hang, ...ownRows(table, scope), ...predicates])})`
}
const not = (predicate: Predicate): Predicate => expressionBuilder<DB, keyof DB>().not(predicate)

/** Whether an excluding filter on a joined table holds for the whole case or for the row at hand. */
export type Excluding = 'case' | 'row'

/**
 * Turns filter values into one predicate over `court_case`.
 *
 * Filters on the same child table must hold for the same row: an event of this kind on that day, not some event of this
 * kind and another on that day. An excluding filter holds for the whole case: no row of the child matches it.
 * `joined`: a child table that stands beside `court_case` in the query, so that its filters hold for the row at hand;
 * with `excludes: 'row'` those that exclude do as well, where rows are asked about, not cases.
 */
export function matches(
  fields: Fields,
  values: AnyValues,
  scope: Scope,
  joined?: string,
  excludes: Excluding = 'case',
): Predicate {
  const together = new Map<string, { holds: Predicate[]; columns: string[] }>()
  const apart: Predicate[] = []
  for (const { name, field, not: excluding } of filterParamsOf(fields)) {
    const value = values[name]
    if (value === undefined) continue
    if (field.kind === 'presence' || field.kind === 'own') {
      const exists = childExists(field.of, scope)
      apart.push(value === true ? exists : not(exists))
      continue
    }
    const { table, predicate } = compileOf(field)
    const home = table(field)
    const holds = predicate(sql.ref(field.column), value, field, values)
    const ofRow = home === 'court_case' || (home === joined && excludes === 'row')
    const column = columnOf(field.column)
    if (!excluding) {
      const all = together.get(home) ?? { holds: [], columns: [] }
      together.set(home, { holds: [...all.holds, holds], columns: [...all.columns, column] })
    }
    // A column that is empty does not match what is excluded, so its case stays.
    else apart.push(ofRow ? sql<SqlBool>`(${holds}) is not true` : not(childExists(home, scope, [holds], [column])))
  }
  const perTable = [...together].map(([home, all]) =>
    home === 'court_case' || home === joined ? allOf(all.holds) : childExists(home, scope, all.holds, all.columns),
  )
  return allOf([...perTable, ...apart, ...(joined === undefined ? [] : ownRows(joined, scope))])
}

/** What the scope lets through; an empty list of regions shows nothing. */
export const visibleTo = ({ regions }: Scope): Predicate =>
  regions === 'all' ? sql<SqlBool>`true` : isAnyNumberOf(sql.ref('court_case.region'), regions)

/** Fails to compile when a field names a column or a table that the database does not have. */
type ColumnsOf<FS extends Fields> =
  | Extract<FS[keyof FS], { column: string }>['column']
  | Extract<FS[keyof FS], { since: string }>['since']
  | Extract<FS[keyof FS], { also: string }>['also']
  | Extract<FS[keyof FS], { possible: string }>['possible']
type TablesOf<FS extends Fields> = Extract<FS[keyof FS], { of: string }>['of']
export const checked = <FS extends Fields>(
  fields: FS &
    (ColumnsOf<FS> extends DbColumn ? unknown : { unknownColumn: Exclude<ColumnsOf<FS>, DbColumn> }) &
    (TablesOf<FS> extends keyof DB ? unknown : { unknownTable: Exclude<TablesOf<FS>, keyof DB> }),
): FS => fields

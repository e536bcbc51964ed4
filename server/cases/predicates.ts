import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Field, type Fields, type FilterParam, filterParamsOf } from '#shared/filters/field.ts'
import type { DB, DbColumn } from '../db/schema.ts'
import { allOf, filterKinds, isAnyNumberOf, isColumnField, type Predicate, sqlOf } from './filter-kinds.ts'

/** Who asks: the regions they may see (design §4 «scope is not a filter») and whose favourites count. */
export type Scope = { accountId: number | null; regions: readonly number[] | 'all' }

/** Compile-time check that fields name existing tables and columns. */
type ColumnsOf<FS extends Fields> =
  | Extract<FS[keyof FS], { column: string }>['column']
  | Extract<FS[keyof FS], { since: string }>['since']
  | Extract<FS[keyof FS], { also: string }>['also']
  | Extract<FS[keyof FS], { possible: string }>['possible']
type TablesOf<FS extends Fields> = Extract<FS[keyof FS], { of: string }>['of']
const checked = <FS extends Fields>(
  fields: FS &
    (ColumnsOf<FS> extends DbColumn ? unknown : { unknownColumn: Exclude<ColumnsOf<FS>, DbColumn> }) &
    (TablesOf<FS> extends keyof DB ? unknown : { unknownTable: Exclude<TablesOf<FS>, keyof DB> }),
): FS => fields
const fields: Fields = checked(caseFields)

export const columnNameOf = (column: string): string => column.slice(column.indexOf('.') + 1)
/** The table whose rows a filter tests; words are found by an index that returns cases. */
export const tableOfFilter = (field: Field): string => {
  if ('of' in field) return field.of
  return field.kind === 'words' ? 'court_case' : field.column.slice(0, field.column.indexOf('.'))
}
export const setParams = (values: AnyValues): FilterParam[] =>
  filterParamsOf(fields).filter(({ name }) => values[name] !== undefined)

/** The columns of a child table that its non-excluding filters read. */
export const columnsAsked = (table: string, values: AnyValues): string[] =>
  setParams(values).flatMap(({ field, not }) =>
    !not && 'column' in field && tableOfFilter(field) === table ? [columnNameOf(field.column)] : [],
  )
/** Filters that must match one row of the table; excluding filters apply to the whole case. */
export const valuesOfRow = (values: AnyValues, table: string): AnyValues =>
  pick(
    values,
    new Set(
      setParams(values).flatMap(({ name, field, not }) =>
        !not && 'column' in field && tableOfFilter(field) === table ? [name] : [],
      ),
    ),
  )
/** The values of these filters, or of all others. `as_of` is always kept: «tomorrow» is calculated from it. */
export const pick = <V extends AnyValues>(values: V, names: ReadonlySet<string>, wanted = true): V => {
  const picked = { ...values }
  const kept = wanted && names.size > 0 ? 'as_of' : undefined
  for (const name of Object.keys(values))
    if (names.has(name) !== wanted && name !== kept) Reflect.deleteProperty(picked, name)
  return picked
}

/**
 * Tables whose rows belong to a person: every kind of filter sees only the asker's own rows. A new such table that is
 * not listed here does not compile.
 */
type PersonalTable = {
  [T in keyof DB]: DB[T] extends { account_id: unknown; case_id: unknown } ? T : never
}[keyof DB]
const personalTables: Readonly<Record<PersonalTable, true>> = {
  case_in_set: true,
  case_note: true,
  case_own_day: true,
  case_visit: true,
  favourite: true,
  inbox_item: true,
}
export const isPersonal = (table: string): boolean => table in personalTables
/** Whether subscriptions can test a filter on a changed case without PostgreSQL. */
export const isKnownInMemory = (field: Field): boolean =>
  'inMemory' in filterKinds[field.kind] && !isPersonal(tableOfFilter(field))
const ownRows = (table: string, scope: Scope): Predicate[] =>
  isPersonal(table) ? [sql<SqlBool>`${sql.ref(`${table}.account_id`)} = ${scope.accountId}`] : []

/**
 * Whether a row of a child table exists for the current case and satisfies the predicates; `columns` lists the columns
 * that they read.
 */
export type ChildExists = (
  table: string,
  scope: Scope,
  predicates?: readonly Predicate[],
  columns?: readonly string[],
) => Predicate
/** The PostgreSQL form, restricted to the asker's rows for tables whose rows have owners. */
export const childExists: ChildExists = (table, scope, predicates = []) => {
  const hangs = sql<SqlBool>`${sql.ref(`${table}.case_id`)} = ${sql.ref('court_case.id')}`
  const rows = allOf([hangs, ...ownRows(table, scope), ...predicates])
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${rows})`
}
const not = (predicate: Expression<SqlBool>): Predicate => expressionBuilder<DB, keyof DB>().not(predicate)

/** Whether an excluding filter on a joined table applies to the whole case or to the current row. */
export type Excluding = 'case' | 'row'
export type Matches = (values: AnyValues, scope: Scope, joined?: string, excludes?: Excluding) => Predicate

/**
 * Turns filter values into one predicate over `court_case`.
 * Filters on the same child table must match the same row: an event of this kind on that day, not two different events.
 * An excluding filter applies to the whole case: no row of the child matches it. `joined` is a child table in the
 * query, whose filters apply to the current row; with `excludes: 'row'` so do excluding filters, for queries that
 * return rows instead of cases.
 */
export const matchesBy =
  (exists: ChildExists): Matches =>
  (values, scope, joined, excludes = 'case') => {
    const perTable = new Map<string, { holds: Predicate[]; columns: string[] }>()
    const single: Predicate[] = []
    for (const { name, field, not: excluding } of setParams(values)) {
      const value = values[name]
      if (value === undefined) continue
      const table = tableOfFilter(field)
      if (!isColumnField(field)) {
        single.push(value === true ? exists(table, scope) : not(exists(table, scope)))
        continue
      }
      const holds = sqlOf(field)(sql.ref(field.column), value, field, values)
      const column = columnNameOf(field.column)
      if (!excluding) {
        const all = perTable.get(table) ?? { holds: [], columns: [] }
        perTable.set(table, { holds: [...all.holds, holds], columns: [...all.columns, column] })
      }
      // A null column does not match an excluded value, so the case stays.
      else if (table === 'court_case' || (table === joined && excludes === 'row'))
        single.push(sql<SqlBool>`(${holds}) is not true`)
      else single.push(not(exists(table, scope, [holds], [column])))
    }
    const together = [...perTable].map(([table, { holds, columns }]) =>
      table === 'court_case' || table === joined ? allOf(holds) : exists(table, scope, holds, columns),
    )
    return allOf([...together, ...single, ...(joined === undefined ? [] : ownRows(joined, scope))])
  }
export const matches = matchesBy(childExists)

/**
 * The predicate of the scope; an empty list of regions shows nothing. `region` is the column with the region of the
 * case.
 */
export const visibleTo = ({ regions }: Scope, region = 'court_case.region'): Predicate =>
  regions === 'all' ? sql<SqlBool>`true` : isAnyNumberOf(sql.ref(region), regions)

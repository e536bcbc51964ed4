import { type Kysely, type RawBuilder, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Dimension } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'
import { selectCases } from './case-query.ts'
import { dimensionWith, splitBy } from './dimensions.ts'
import { matches, type Scope } from './predicates.ts'

/**
 * Cases counted by a dimension of the copy: a cell is a combination of its columns with how many cases have it. There are thousands of
 * cells for millions of cases. Filters on the columns of the dimension are laid on its cells; so each of many counts can
 * leave out a filter of its own, and the cases are read once for all of them.
 */
type Cells = {
  /** `cells as …`, for a `with`: the columns of the dimension and `cases`. They are read as `court_case`. */
  table: RawBuilder<unknown>
  /** Those of the filters that are laid on the cells. */
  inside: AnyValues
}

export function cellsOf(db: Kysely<DB>, scope: Scope, values: AnyValues, dimension: Dimension): Cells {
  const { key, table } = dimension
  const { inside, outside } = splitBy(dimension, scope, values)
  const id = sql.ref(`court_case.${key}`)
  const counted = selectCases(db, scope, outside)
    // As floating-point numbers, which are exact here: whole ones DuckDB sums in 128 bits.
    .select([id.as('cell'), sql<number>`count(*)::double precision`.as('cases')])
    .groupBy(id)
  const cells = sql`select ${sql.table(table)}.*, counted.cases
    from (${counted}) as counted join ${sql.table(table)} on ${sql.ref(`${table}.${key}`)} = counted.cell`
  return { table: sql`cells as materialized (${cells})`, inside }
}

/** The cells that filters on their columns leave. */
export const fromCells = (scope: Scope, values: AnyValues): RawBuilder<unknown> =>
  sql`from cells as court_case where ${matches(caseFields, values, scope)}`

/**
 * Rows of columns of `court_case`, called as it is said, and of `cases`, how many have them: one for all that are alike, over the cells
 * of a dimension that has all these columns; else one for each case.
 */
export function countedBy(
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  const named = Object.entries(columns).map(([name, column]) => sql.ref(`court_case.${column}`).as(name))
  const dimension = dimensionWith(scope, Object.values(columns))
  if (dimension === undefined)
    return sql`${selectCases(db, scope, values).select([...named, sql<number>`1`.as('cases')])}`
  const { table, inside } = cellsOf(db, scope, values, dimension)
  const columnsThere = Object.values(columns).map(column => sql.ref(`court_case.${column}`))
  return sql`with ${table}
    select ${sql.join(named)}, sum(cases) as cases ${fromCells(scope, inside)} group by ${sql.join(columnsThere)}`
}

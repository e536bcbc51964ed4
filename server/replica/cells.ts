import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Question } from '../cases/engine/engine.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { copiedCases, matchesInCopy } from './copy-cases.ts'
import { dimensionWith, splitBy } from './dimensions.ts'
import type { DimensionTable } from './tables.ts'

/**
 * Cases counted by a dimension table: a cell is one of its rows with how many cases have it. There are thousands of cells for millions
 * of cases. Filters on the columns of the dimension are applied to its cells; so each of many counts can leave out a filter of its own,
 * and the cases are read once for all of them.
 */
type Cells = {
  /** `cells as …`, for a `with`: the columns of the dimension and `cases`. They are read as `court_case`. */
  table: RawBuilder<unknown>
  /** Those of the filters that are applied to the cells. */
  inside: AnyValues
}

export function dimensionCells(db: Kysely<DB>, { values, ...asked }: Question, dimension: DimensionTable): Cells {
  const { key, table } = dimension
  const { inside, outside } = splitBy(dimension, values)
  const id = sql.ref(`court_case.${key}`)
  const counted = copiedCases(db, { ...asked, values: outside })
    // As floating-point numbers, which are exact here: whole ones DuckDB sums in 128 bits.
    .select([id.as('cell'), sql<number>`count(*)::double precision`.as('cases')])
    .groupBy(id)
  const cells = sql`select ${sql.table(table)}.*, counted.cases
    from (${counted}) as counted join ${sql.table(table)} on ${sql.ref(`${table}.${key}`)} = counted.cell`
  return { table: sql`cells as materialized (${cells})`, inside }
}

/** The cells that filters on their columns leave. */
export const fromCells = (scope: Scope, values: AnyValues): RawBuilder<unknown> =>
  sql`from cells as court_case where ${matchesInCopy(values, scope)}`

/** One row for all cases that are alike, where a dimension has all these columns; else one for each case. */
export function cellsBy(
  db: Kysely<DB>,
  question: Question,
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  const named = Object.entries(columns).map(([name, column]) => sql.ref(`court_case.${column}`).as(name))
  const dimension = dimensionWith(Object.values(columns))
  if (dimension === undefined) return sql`${copiedCases(db, question).select([...named, sql<number>`1`.as('cases')])}`
  const { table, inside } = dimensionCells(db, question, dimension)
  const grouped = Object.values(columns).map(column => sql.ref(`court_case.${column}`))
  return sql`with ${table}
    select ${sql.join(named)}, sum(cases) as cases ${fromCells(question.scope, inside)} group by ${sql.join(grouped)}`
}

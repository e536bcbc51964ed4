import { type Kysely, type RawBuilder, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Fields, facetsOf } from '#shared/filters/field.ts'
import type { Dimension } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'
import { selectCases } from './case-query.ts'
import { childRows, columnOf, homeOf, matches, type Scope } from './predicates.ts'

/**
 * Cases counted by a dimension of the copy: a cell is a combination of its columns with how many cases have it. There are thousands of
 * cells for millions of cases. Filters on the columns of the dimension are laid on its cells; so each of many counts can
 * leave out a filter of its own, and the cases are read once for all of them.
 */
const fields: Fields = caseFields

/** The columns of `court_case` that a filter is read by; those on one child table hold for one of its rows, and go together. */
function columnsRead(values: AnyValues, scope: Scope): ReadonlyMap<string, readonly string[]> {
  const asked = facetsOf(fields).filter(({ name }) => values[name] !== undefined)
  return new Map(
    asked.map(facet => {
      const { name, field, not } = facet
      if ('of' in field) return [name, [childRows(field.of, scope).caseColumn]]
      const home = homeOf(facet)
      const own = columnOf(field.column)
      if (home === 'court_case') return [name, 'since' in field && field.since ? [own, columnOf(field.since)] : [own]]
      return [name, [childRows(home, scope, not ? [own] : columnsAsked(home, values)).caseColumn]]
    }),
  )
}

/** The columns of a child table that its filters are on, but for those that exclude. */
export const columnsAsked = (table: string, values: AnyValues): string[] =>
  facetsOf(fields).flatMap(facet =>
    !facet.not && 'column' in facet.field && homeOf(facet) === table && values[facet.name] !== undefined
      ? [columnOf(facet.field.column)]
      : [],
  )

export type Cells = {
  /** `cells as …`, for a `with`: the columns of the dimension and `cases`. They are read as `court_case`. */
  table: RawBuilder<unknown>
  /** Those of the filters that are laid on the cells. */
  inside: AnyValues
}

export function cellsOf(db: Kysely<DB>, scope: Scope, values: AnyValues, dimension: Dimension): Cells {
  const { key, table, columns } = dimension
  const read = columnsRead(values, scope)
  const lies = (name: string): boolean => read.get(name)?.every(column => columns.has(column)) ?? false
  const of = (inside: boolean): AnyValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => lies(name) === inside))
  const id = sql.ref(`court_case.${key}`)
  const counted = selectCases(db, scope, of(false))
    .select([id.as('cell'), sql<number>`count(*)`.as('cases')])
    .groupBy(id)
  return {
    table:
      table === undefined
        ? sql`cells as materialized (select cell as ${sql.id(key)}, cases from (${counted}) as counted)`
        : sql`cells as materialized (
            select ${sql.table(table)}.*, counted.cases
            from (${counted}) as counted join ${sql.table(table)} on ${sql.ref(`${table}.${key}`)} = counted.cell
          )`,
    inside: of(true),
  }
}

/** The cells that filters on their columns leave. */
export const fromCells = (scope: Scope, values: AnyValues): RawBuilder<unknown> =>
  sql`from cells as court_case where ${matches(fields, values, scope)}`

/** The dimension that has all these columns; undefined: none has, or the truth is asked. */
export const dimensionWith = ({ copy }: Scope, columns: readonly string[]): Dimension | undefined =>
  copy?.layout.dimensions.find(dimension => columns.every(column => dimension.columns.has(column)))

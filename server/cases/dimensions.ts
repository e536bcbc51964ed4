import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Fields, filterParamsOf } from '#shared/filters/field.ts'
import type { Dimension } from '../db/copy.ts'
import { childRows, columnOf, homeOf, type Scope } from './predicates.ts'

/** Which filters are read by the columns of a dimension of the copy alone (server/db/copy.ts), and so hold for all the cases of a combination or for none. */
const fields: Fields = caseFields

/** The columns of `court_case` that each filter is read by; those on one child table hold for one of its rows, and go together. */
function columnsRead(values: AnyValues, scope: Scope): ReadonlyMap<string, readonly string[]> {
  const asked = filterParamsOf(fields).filter(({ name }) => values[name] !== undefined)
  return new Map(
    asked.map(param => {
      const { name, field, not } = param
      if ('of' in field) return [name, [childRows(field.of, scope).caseColumn]]
      const home = homeOf(param)
      const own = columnOf(field.column)
      if (home === 'court_case') return [name, 'since' in field && field.since ? [own, columnOf(field.since)] : [own]]
      return [name, [childRows(home, scope, not ? [own] : columnsAsked(home, values)).caseColumn]]
    }),
  )
}

/** The columns of a child table that its filters are on, but for those that exclude. */
export const columnsAsked = (table: string, values: AnyValues): string[] =>
  filterParamsOf(fields).flatMap(param =>
    !param.not && 'column' in param.field && homeOf(param) === table && values[param.name] !== undefined
      ? [columnOf(param.field.column)]
      : [],
  )

export function splitBy(
  { columns }: Dimension,
  scope: Scope,
  values: AnyValues,
): { inside: AnyValues; outside: AnyValues } {
  const read = columnsRead(values, scope)
  const of = (wanted: boolean): AnyValues =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => (read.get(name)?.every(column => columns.has(column)) ?? false) === wanted,
      ),
    )
  return { inside: of(true), outside: of(false) }
}

/** The dimension that has all these columns; undefined: none has, or the truth is asked. */
export const dimensionWith = ({ copy }: Scope, columns: readonly string[]): Dimension | undefined =>
  copy?.layout.dimensions.find(dimension => columns.every(column => dimension.columns.has(column)))

/** Rows of child tables are looked for, and names spelt with one letter, sooner in a few combinations than in millions of cases. */
export const isLaidOnCombinations = (values: AnyValues): boolean =>
  filterParamsOf(fields).some(
    param => values[param.name] !== undefined && (param.field.kind === 'names' || homeOf(param) !== 'court_case'),
  )

/** Filters that hold for a row of the table: those that exclude hold for the whole case. */
export const ofRows = (values: AnyValues, table: string): AnyValues =>
  Object.fromEntries(
    filterParamsOf(fields).flatMap(param =>
      !param.not && 'column' in param.field && homeOf(param) === table ? [[param.name, values[param.name]]] : [],
    ),
  )

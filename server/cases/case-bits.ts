import { type RawBuilder, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Fields, filterParamsOf } from '#shared/filters/field.ts'
import { columnsAsked } from './dimensions.ts'
import { childRows, homeOf, matches, type Scope } from './predicates.ts'

/**
 * In the copy, what is asked of rows that are each case's own (server/db/copy.ts), as events by their days: cases join these as bits, thirty-two
 * cases to a row, as they join what is carried over (case-sets.ts). There may be millions of such rows, and `in` would hash them all: of
 * ten million cases those with an event of one year take half the time, of one day as much as before.
 */
type JoinedRows = { join: RawBuilder<unknown>; isOne: RawBuilder<unknown>; names: readonly string[] }
const fields: Fields = caseFields

export function joinedRows(scope: Scope, values: AnyValues): JoinedRows[] {
  if (scope.copy === undefined) return []
  const asked = filterParamsOf(fields).filter(
    ({ name, field, not }) => values[name] !== undefined && !not && 'column' in field,
  )
  return [...Map.groupBy(asked, homeOf)].flatMap(([table, facets]) => {
    const { areSets } = childRows(table, scope, columnsAsked(table, values))
    if (table === 'court_case' || areSets) return []
    const names = facets.map(({ name }) => name)
    const ofRow = Object.fromEntries(names.map(name => [name, values[name]]))
    const bits = sql.id(`${table}_bits`)
    const bit = (id: RawBuilder<unknown>) => sql`(${id} & 31)::ubigint`
    return {
      join: sql`join (select case_id >> 5 as place, bit_or(1::ubigint << ${bit(sql.ref('case_id'))}) as word from ${sql.table(table)}
        where ${matches(fields, ofRow, scope, table)} group by 1) as ${bits} on ${bits}.place = court_case.id >> 5`,
      isOne: sql`(${bits}.word >> ${bit(sql.ref('court_case.id'))}) & 1 = 1`,
      names,
    }
  })
}

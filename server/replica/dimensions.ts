import { sql } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { ChildRows } from '../cases/engine/engine.ts'
import { columnNameOf, columnsAsked, pick, setParams, tableOfFilter } from '../cases/predicates.ts'
import { type DimensionTable, dimensionTables, setOf } from './tables.ts'

/** Which filters read nothing but the columns of a dimension table, and so hold for all the cases of a combination or for none. */

/** Where the copy has the rows of a child table; `areSets`: cases with equal rows share them. */
export function rowsInCopy(table: string, columns: readonly string[] = []): ChildRows & { areSets: boolean } {
  const set = setOf(table, columns)
  const caseColumn = set?.key ?? 'id'
  const rowKey = sql.ref(`${table}.${set === undefined ? 'case_id' : 'set_id'}`)
  const caseKey = sql.ref<number>(`court_case.${caseColumn}`)
  return {
    rows: set?.rows ?? table,
    rowKey,
    caseKey,
    caseColumn,
    on: sql<boolean>`${rowKey} = ${caseKey}`,
    areSets: set !== undefined,
  }
}

/** The columns of `court_case` that each filter is read by; those on one child table hold for one of its rows, and go together. */
const columnsRead = (values: AnyValues): ReadonlyMap<string, readonly string[]> =>
  new Map(
    setParams(values).map(({ name, field, not }) => {
      if ('of' in field) return [name, [rowsInCopy(field.of).caseColumn]]
      const [table, own] = [tableOfFilter(field), columnNameOf(field.column)]
      if (table === 'court_case')
        return [name, 'since' in field && field.since ? [own, columnNameOf(field.since)] : [own]]
      return [name, [rowsInCopy(table, not ? [own] : columnsAsked(table, values)).caseColumn]]
    }),
  )

export function splitBy({ columns }: DimensionTable, values: AnyValues): { inside: AnyValues; outside: AnyValues } {
  const read = columnsRead(values)
  const names = Object.keys(values).filter(name => read.get(name)?.every(column => columns.has(column)))
  return { inside: pick(values, new Set(names)), outside: pick(values, new Set(names), false) }
}

/** The dimension that has all these columns. */
export const dimensionWith = (columns: readonly string[]): DimensionTable | undefined =>
  dimensionTables.find(dimension => columns.every(column => dimension.columns.has(column)))

/** Child rows are looked for, and names compared with ё as е, faster in a few combinations than in millions of cases. */
export const isFasterInDimension = (values: AnyValues): boolean =>
  setParams(values).some(({ field }) => field.kind === 'names' || tableOfFilter(field) !== 'court_case')

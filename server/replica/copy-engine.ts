import type { Kysely } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { Field } from '#shared/filters/field.ts'
import type { Capabilities, CaseEngine, CopyEngine } from '../cases/engine/engine.ts'
import { filterKinds } from '../cases/filter-kinds.ts'
import type { DB } from '../db/schema.ts'
import { cellsBy, countInCells, dimensionOf } from './cells.ts'
import { copiedCases, existsInCopy, matchesInCopy, rowsInCopy } from './copy-cases.ts'
import { holdSet } from './held-sets.ts'
import { isSameSnapshot } from './same-snapshot.ts'
import { copiedColumns } from './tables.ts'

/** The columns that the copy must have for a filter. */
export const columnsInCopy = (field: Field): string[] => {
  if ('of' in field) return [`${field.of}.case_id`]
  return [field.column, ...('since' in field && field.since ? [field.since] : [])]
}
export const copyCapabilities: Capabilities = {
  filters: new Set(
    Object.entries(caseFields).flatMap(([key, field]: [string, Field]) =>
      filterKinds[field.kind].inCopy && columnsInCopy(field).every(column => copiedColumns.has(column)) ? [key] : [],
    ),
  ),
  tables: new Set([...copiedColumns].flatMap(column => (column.endsWith('.case_id') ? [column.slice(0, -8)] : []))),
}

/** Questions in the SQL of the columnar copy, with its dimension tables, sets of rows and bitmaps. */
const engineOn = (db: Kysely<DB>): CaseEngine => {
  const engine: CaseEngine = {
    db,
    isColumnar: true,
    isAlone: false,
    cases: (question, joined, excludes) => copiedCases(db, question, joined, excludes),
    matches: matchesInCopy,
    exists: existsInCopy,
    childRows: rowsInCopy,
    cells: (question, columns) => cellsBy(db, question, columns),
    facets: (question, group) => {
      const dimension = group[0] && dimensionOf(engine, group[0])
      if (dimension === undefined) throw new Error('Facets of no dimension')
      return countInCells(engine, question, dimension, group)
    },
  }
  return engine
}

/** `failed` receives the errors of questions that the copy did not answer. */
export function copyEngine(db: Kysely<DB>, failed: (error: unknown) => void, isBehind = () => false): CopyEngine {
  const engine = engineOn(db)
  return {
    ...engine,
    capabilities: copyCapabilities,
    isBehind,
    facetGroups: facets => {
      const groups = Map.groupBy(facets, facet => dimensionOf(engine, facet))
      groups.delete(undefined)
      return [...groups.values()]
    },
    hold: found => holdSet(db, found),
    transaction: work => db.transaction().execute(trx => work(engineOn(trx))),
    atSnapshot: (snapshot, work) =>
      db.transaction().execute(async trx => ((await isSameSnapshot(trx, snapshot)) ? work(engineOn(trx)) : undefined)),
    failed,
  }
}

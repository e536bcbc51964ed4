import {
  type Dimension,
  dimensionNames,
  dimensions,
  everything,
  type Metric,
  maxMetrics,
  metricNames,
  noColumns,
} from '#shared/domain/pivot.ts'
import type { Fields } from '#shared/filters/field.ts'
import { drawnShape } from '#shared/filters/views.ts'
import { readLenient, toQuery, toRecord, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { unreadOf, withoutTable } from './case-search.ts'

/** The table defined by the address: parsed leniently, written in one canonical form. */
export type ColumnDimension = Dimension | typeof noColumns
export type TableDefinition = {
  rows: Dimension
  columns: ColumnDimension
  metrics: readonly Metric[]
  filters: WireRecord
  compare: WireRecord | undefined
}
/** The presentation, which is not part of the question. */
type TableShape = 'numbers' | typeof drawnShape
export const readTableShape = ({ shape }: WireRecord): TableShape =>
  listOf(shape).at(-1) === drawnShape ? drawnShape : 'numbers'

const listOf = (raw: string | string[] | undefined): string[] => (raw === undefined ? [] : [raw].flat())
const isMetric = (name: string): name is Metric => metricNames.some(known => known === name)

export const readTableDefinition = (search: WireRecord, fields: Fields): TableDefinition => {
  const rows = dimensionNames.find(name => name === listOf(search.rows).at(-1)) ?? 'regions'
  const wanted = [noColumns, ...dimensionNames].find(name => name === listOf(search.columns).at(-1)) ?? 'entry_year'
  const chosen = [...new Set(listOf(search.metrics).filter(isMetric))].slice(0, maxMetrics)
  const compare = listOf(search.compare).at(-1)
  const own = (record: WireRecord): WireRecord => writeValues(fields, readLenient(fields, record))
  return {
    rows,
    columns: canCross(rows, wanted) ? wanted : noColumns,
    metrics: chosen.length > 0 ? chosen : ['cases'],
    filters: own(search),
    compare: compare === undefined ? undefined : own(toRecord(compare)),
  }
}

/** Ignored parts of the address, as `name=value`, including columns that cannot be crossed with the rows. */
export const unreadOfTable = (search: WireRecord, fields: Fields): string[] => {
  const asked = readTableDefinition(search, fields)
  const read: WireRecord = { shape: readTableShape(search), ...tableAddress(asked) }
  const compare = listOf(search.compare).at(-1)
  return [
    ...(['rows', 'columns', 'metrics', 'shape'] as const).flatMap(name =>
      listOf(search[name])
        .filter(item => item !== '' && !listOf(read[name]).includes(item))
        .map(item => `${name}=${item}`),
    ),
    ...(compare === undefined || compare === everything ? [] : unreadOf(fields, toRecord(compare), fields)).map(
      told => `compare=${told}`,
    ),
  ]
}

/** The canonical address: the definition of the table, and the unreadable parts. */
export const cleanTable = (search: WireRecord, fields: Fields): WireRecord => {
  const unread = unreadOfTable(search, fields)
  if (unread.length === 0) return search
  const read = tableAddress(readTableDefinition(search, fields), readTableShape(search))
  return { ...withoutTable(search), ...read, unread: [...listOf(search.unread), ...unread] }
}

export const writeTableDefinition = ({ filters, ...asked }: TableDefinition): WireRecord => ({
  ...tableAddress(asked),
  ...filters,
})
/** Parameters of the table besides the filters (`tableParams`). */
export const tableAddress = (
  { rows, columns, metrics, compare }: Omit<TableDefinition, 'filters'>,
  shape: TableShape = 'numbers',
): WireRecord => ({
  rows,
  columns,
  metrics: [...metrics],
  ...(compare !== undefined && { compare: toQuery(compare) || everything }),
  ...(shape === drawnShape && { shape }),
})

/** Two dimensions of one family cannot be crossed. */
export const canCross = (rows: Dimension, columns: ColumnDimension): boolean =>
  columns === noColumns || dimensions[rows].family !== dimensions[columns].family

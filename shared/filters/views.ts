import { statsFields } from './case-fields.ts'
import type { AnyValues } from './field.ts'
import { type WireRecord, writeValues } from './wire.ts'

/** Filters that the statistics tree applies (§3 stats set). */
export const treeFilters = (values: AnyValues): WireRecord => writeValues(statsFields, values)

/** Parameters of a table besides its filters; other views of the selection keep them. */
export const tableParams = ['rows', 'columns', 'metrics', 'compare', 'shape'] as const
/** `shape` of a table shown as a chart; absent for numbers. */
export const drawnShape = 'chart'

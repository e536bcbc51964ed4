import { statsFields } from './case-fields.ts'
import type { AnyValues } from './field.ts'
import { type WireRecord, writeValues } from './wire.ts'

/** Those that the tree of statistics obeys (§3 stats set). */
export const treeFilters = (values: AnyValues): WireRecord => writeValues(statsFields, values)

/** What the address of a table says beside its filters; the other views of a selection keep it. */
export const tableParams = ['rows', 'columns', 'metrics', 'compare', 'shape'] as const
/** `shape` of a table that is drawn; of one of numbers it is not said. */
export const drawnShape = 'chart'

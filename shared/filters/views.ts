import { caseListFields, statsFields } from './case-fields.ts'
import { type AnyValues, type Field, type Fields, filterParamsOf } from './field.ts'
import { type WireRecord, writeValues } from './wire.ts'

/** The tree of statistics has codices, articles and instances as its lines and columns: it does not obey these filters (§3 stats set). */
const own: Fields = statsFields
const leftOut = filterParamsOf(caseListFields).filter(({ key }) => !(key in own))

export const treeFilters = (values: AnyValues): WireRecord => writeValues(statsFields, values)

/** The filters that are set and that the tree leaves out, each once, in their order. */
export const leftOutOfTree = (values: AnyValues): readonly Field[] => [
  ...new Set(leftOut.filter(({ name }) => values[name] !== undefined).map(({ field }) => field)),
]

/** What the address of a table says beside its filters; the other views of a selection keep it. */
export const tableParams = ['rows', 'columns', 'metrics', 'compare', 'shape'] as const
/** `shape` of a table that is drawn; of one of numbers it is not said. */
export const drawnShape = 'chart'

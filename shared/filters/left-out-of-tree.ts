import { caseListFields, statsFields } from './case-fields.ts'
import { type AnyValues, type Field, type Fields, filterParamsOf } from './field.ts'

/** The tree of statistics has codices, articles and instances as its lines and columns: it does not obey these filters (§3 stats set). */
const own: Fields = statsFields
const leftOut = filterParamsOf(caseListFields).filter(({ key }) => !(key in own))

/** Those of them that are set, each once, in their order. */
export const leftOutOfTree = (values: AnyValues): readonly Field[] => [
  ...new Set(leftOut.filter(({ name }) => values[name] !== undefined).map(({ field }) => field)),
]

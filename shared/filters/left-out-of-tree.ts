import { caseListFields, statsFields } from './case-fields.ts'
import { type AnyValues, type Field, type Fields, filterParamsOf } from './field.ts'

/**
 * The statistics tree has codices, articles and instances as its own lines and columns, so it ignores these filters (§3
 * stats set).
 */
const own: Fields = statsFields
const leftOut = filterParamsOf(caseListFields).filter(({ key }) => !(key in own))

/** The active ones among them, each once, in order. */
export const leftOutOfTree = (values: AnyValues): readonly Field[] => [
  ...new Set(leftOut.filter(({ name }) => values[name] !== undefined).map(({ field }) => field)),
]

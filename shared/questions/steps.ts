import { union } from '../filters/added.ts'
import type { AnyValues, Value } from '../filters/field.ts'
import type { Reading } from './reading.ts'

/**
 * Filters after each condition, in the order of the question; the last step has all. An as-of day applies to every
 * step.
 */
export const stepsOf = ({ understood, values }: Pick<Reading, 'understood' | 'values'>): AnyValues[] => {
  const day = values.as_of === undefined ? {} : { as_of: values.as_of }
  let all: AnyValues = day
  return understood.map((said, at) => {
    all = at === understood.length - 1 ? values : (mergeValues(all, said.values) ?? all)
    return all
  })
}

export const mergeValues = (into: AnyValues, more: AnyValues): AnyValues | undefined => {
  const merged: Record<string, Value | undefined> = { ...into }
  for (const [name, value] of Object.entries(more)) {
    const before = merged[name]
    if (before === undefined) merged[name] = value
    else if (Array.isArray(before) && Array.isArray(value)) merged[name] = union(before, value)
    else if (JSON.stringify(before) !== JSON.stringify(value)) return undefined
  }
  return merged
}

import type { AnyValues } from '../filters/field.ts'
import { mergeValues } from './assemble.ts'
import type { Reading } from './reading.ts'

/** What is asked for after each of the conditions, as they stand in the question; the last is the whole. A day that the base is looked at on is of all of them. */
export const stepsOf = ({ understood, values }: Pick<Reading, 'understood' | 'values'>): AnyValues[] => {
  const day = values.as_of === undefined ? {} : { as_of: values.as_of }
  let all: AnyValues = day
  return understood.map((said, at) => {
    all = at === understood.length - 1 ? values : (mergeValues(all, said.values) ?? all)
    return all
  })
}

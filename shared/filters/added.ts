import { type AnyValues, excluded, type Value } from './field.ts'

/**
 * Adds filters to the current ones: another judge next to a judge, new words in place of the old; an added value is no
 * longer excluded.
 */
export const withAdded = (present: AnyValues, added: AnyValues): AnyValues => {
  const all: Record<string, Value | undefined> = { ...present }
  for (const [name, value] of Object.entries(added)) {
    const [before, out] = [all[name], all[excluded(name)]]
    all[name] = Array.isArray(before) && Array.isArray(value) ? union(before, value) : value
    if (!Array.isArray(out) || !Array.isArray(value)) continue
    const left = union(out).filter(one => !union(value).includes(one))
    all[excluded(name)] = left.length > 0 ? listOf(left) : undefined
  }
  return all
}

type Items = readonly (string | number)[]
/** The lists of one filter have items of one type, which the compiler cannot track through a record. */
const listOf = (items: Items): Value => items as Value
export const union = (one: Items, other: Items = []): Value & Items => [...new Set([...one, ...other])] as Value & Items

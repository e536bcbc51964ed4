import { useState } from 'react'
import type { Names } from '#shared/filters/describe.ts'
import { type AnyValues, excluded, type Fields, type Value } from '#shared/filters/field.ts'

/**
 * What the person is putting together in the panel: nothing of it counts until it is applied in one step, and closing
 * the panel forgets it. Names of what was picked travel along.
 */
export type Draft = {
  values: AnyValues
  names: Names
  /** Grows when values change from outside a control, which then begins anew. */
  generation: number
  set: (key: string, value: Value | undefined, excludedValue: Value | undefined) => void
  named: (key: string, id: string, label: string) => void
  /** Lets go everything about these fields. */
  clear: (keys: readonly string[]) => void
  /** Everything anew. */
  replace: (values: AnyValues) => void
}

export const useDraft = (initial: AnyValues): Draft => {
  const [values, setValues] = useState(initial)
  const [names, setNames] = useState<Names>({})
  const [generation, setGeneration] = useState(0)
  const renew = (next: AnyValues): void => {
    setValues(next)
    setGeneration(generation + 1)
  }
  return {
    values,
    names,
    generation,
    set: (key, value, excludedValue) => {
      const next = withValue(values, key, value, excludedValue)
      setValues(next)
      // Fields that had to give way are drawn anew.
      if (Object.keys(values).some(name => name !== key && name !== excluded(key) && next[name] !== values[name]))
        setGeneration(generation + 1)
    },
    named: (key, id, label) => setNames({ ...names, [key]: { ...names[key], [id]: label } }),
    clear: keys => renew(keys.reduce<AnyValues>((rest, key) => withValue(rest, key, undefined, undefined), values)),
    replace: renew,
  }
}

/** The draft with both sides of one field set; fields that would contradict it give way. */
export const withValue = (
  values: AnyValues,
  key: string,
  value: Value | undefined,
  excludedValue: Value | undefined,
): AnyValues => {
  const next: Record<string, Value | undefined> = { ...values, [key]: value, [excluded(key)]: excludedValue }
  for (const gone of givesWay(key, value)) delete next[gone]
  return Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined))
}

/** «Нет наказания» and a kind of penalty find nothing together: the later word counts (§3 `any`, `nope`). */
const penaltyKeys = ['penalty_type', 'penalty_type_not', 'penalty_amount', 'penalty_hidden']
const givesWay = (key: string, value: Value | undefined): readonly string[] => {
  if (key === 'has_penalty' && value === false) return penaltyKeys
  return penaltyKeys.includes(key) && value !== undefined ? ['has_penalty'] : []
}

/** How many of the fields are set, either side counted. */
export const countSet = (fields: Fields, values: AnyValues, keys: readonly string[] = Object.keys(fields)): number =>
  keys.flatMap(key => [key, excluded(key)]).filter(name => values[name] !== undefined).length

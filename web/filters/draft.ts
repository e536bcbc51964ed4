import { useMemo, useState } from 'react'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { Names } from '#shared/filters/describe.ts'
import { type AnyValues, excluded, type Fields, type Value } from '#shared/filters/field.ts'
import { measuredBy } from '#shared/filters/measured-kinds.ts'

/** The filters being edited in the panel: effective only when applied, discarded on closing. */
export type FilterDraft = {
  values: AnyValues
  names: Names
  /** Incremented when values change from outside, which remounts the controls. */
  generation: number
  set: (key: string, value: Value | undefined, excludedValue: Value | undefined) => void
  named: (key: string, id: string, label: string) => void
  clear: (keys: readonly string[]) => void
  replace: (values: AnyValues) => void
}

type State = Pick<FilterDraft, 'values' | 'names' | 'generation'>
/** Setters are stable and read the latest state, because memoised sections call them later. */
export const useDraft = (initial: AnyValues): FilterDraft => {
  const [state, setState] = useState<State>({ values: initial, names: {}, generation: 0 })
  const told = useMemo(() => {
    const renew = (next: (values: AnyValues) => AnyValues): void =>
      setState(({ values, names, generation }) => ({ values: next(values), names, generation: generation + 1 }))
    return {
      set: (key, value, excludedValue) =>
        setState(({ values, names, generation }) => {
          const next = withValue(values, key, value, excludedValue)
          const gaveWay = Object.keys(values).some(
            name => name !== key && name !== excluded(key) && next[name] !== values[name],
          )
          return { values: next, names, generation: gaveWay ? generation + 1 : generation }
        }),
      named: (key, id, label) =>
        setState(before => ({ ...before, names: { ...before.names, [key]: { ...before.names[key], [id]: label } } })),
      clear: keys =>
        renew(values => keys.reduce<AnyValues>((rest, key) => withValue(rest, key, undefined, undefined), values)),
      replace: values => renew(() => values),
    } satisfies Pick<FilterDraft, 'set' | 'named' | 'clear' | 'replace'>
  }, [])
  return useMemo(() => ({ ...state, ...told }), [state, told])
}

/** The draft with both sides of one field set; contradicting fields are cleared. */
export const withValue = (
  values: AnyValues,
  key: string,
  value: Value | undefined,
  excludedValue: Value | undefined,
): AnyValues => {
  const next: Record<string, Value | undefined> = { ...values, [key]: value, [excluded(key)]: excludedValue }
  for (const gone of [...conflictingKeys(key, value), ...inOtherUnit(values, next)]) delete next[gone]
  return Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined))
}

/** «Нет наказания» and a kind of penalty exclude each other: the later choice wins (§3 `any`, `nope`). */
const penaltyKeys = [
  'penalty_type',
  'penalty_type_not',
  'penalty_amount',
  'penalty_hidden',
  'penalty_suspended',
  'penalty_certain',
]
const conflictingKeys = (key: string, value: Value | undefined): readonly string[] => {
  if (key === 'has_penalty' && value === false) return penaltyKeys
  return penaltyKeys.includes(key) && value !== undefined ? ['has_penalty'] : []
}

/**
 * A range of rubles is meaningless for months: it is cleared when the chosen kinds have another unit (decision 0068).
 */
const inOtherUnit = (before: AnyValues, after: AnyValues): readonly string[] =>
  Object.entries(caseFields).flatMap(([key, field]) => {
    if (field.kind !== 'amountRange' || !('kinds' in field) || before[key] === undefined) return []
    const unitIn = (values: AnyValues) => measuredBy(field.kinds, values)?.unit
    return unitIn(before) === unitIn(after) ? [] : [key]
  })

export const countSet = (fields: Fields, values: AnyValues, keys: readonly string[] = Object.keys(fields)): number =>
  keys.flatMap(key => [key, excluded(key)]).filter(name => values[name] !== undefined).length

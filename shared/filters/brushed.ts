import { caseListFields } from './case-fields.ts'
import { type AnyValues, type Field, filterParamsOf, type Value } from './field.ts'
import { readLenient, type WireRecord, writeValues } from './wire.ts'

/**
 * The filters of several chart bars selected together: each bar has its own filters, which differ in one; its values
 * are joined, or its adjacent ranges merged. `parts`: filters for the parts of a bar, dropped when whole bars are
 * selected. Undefined when no filters select exactly these cases.
 */
export function brushed(
  set: AnyValues,
  bars: readonly WireRecord[],
  parts: readonly string[] = [],
): WireRecord | undefined {
  const owns = bars.map((bar): AnyValues => without(readLenient(caseListFields, bar), parts))
  const [first] = owns
  if (first === undefined) return undefined
  const [param, ...further] = filterParamsOf(caseListFields).filter(({ name }) =>
    owns.some(own => !isSame(own[name], first[name])),
  )
  if (further.length > 0) return undefined
  if (param === undefined) return writeValues(caseListFields, { ...set, ...first })
  const joined = join(
    param.field,
    owns.map(own => own[param.name]),
  )
  return joined === undefined ? undefined : writeValues(caseListFields, { ...set, ...first, [param.name]: joined })
}

const without = (values: AnyValues, names: readonly string[]): AnyValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function join(field: Field, values: readonly (Value | undefined)[]): Value | undefined {
  const said = values.filter(value => value !== undefined)
  if (said.length < values.length) return undefined
  switch (field.kind) {
    case 'reference':
      return [...new Set(said.filter(isIds).flat())]
    case 'choices':
    case 'names':
      return [...new Set(said.filter(isNames).flat())]
    case 'dateRange': {
      const days = said.filter(isDays)
      const [min, max] = [
        days.map(({ min }) => min).toSorted()[0],
        days
          .map(({ max }) => max)
          .toSorted()
          .at(-1),
      ]
      return min === undefined || max === undefined || days.length < said.length ? undefined : { min, max }
    }
    case 'amountRange': {
      const bounds = said.filter(isBounds)
      const mins = bounds.flatMap(({ min }) => min ?? [])
      const maxes = bounds.flatMap(({ max }) => max ?? [])
      // A bound is open if it is open in either.
      return {
        ...(mins.length === said.length && { min: Math.min(...mins) }),
        ...(maxes.length === said.length && { max: Math.max(...maxes) }),
      }
    }
    default:
      return undefined
  }
}
const isIds = (value: Value): value is readonly number[] =>
  Array.isArray(value) && value.every(one => typeof one === 'number')
const isNames = (value: Value): value is readonly string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')
const isDays = (value: Value): value is { min: string; max: string } =>
  typeof value === 'object' && 'min' in value && typeof value.min === 'string'
const isBounds = (value: Value): value is { min?: number; max?: number } =>
  typeof value === 'object' && !Array.isArray(value) && !('mode' in value) && !('relative' in value)

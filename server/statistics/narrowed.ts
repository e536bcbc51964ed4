import { daysOf } from '#shared/domain/relative-dates.ts'
import { intersectAmounts, intersectDays } from '#shared/domain/statistics-ranges.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Field, Fields, Value } from '#shared/filters/field.ts'
import { measuredBy } from '#shared/filters/measured-kinds.ts'

/**
 * The intersection of the current filters and those of a figure, under the keys of the figure: merged over the current
 * ones, they express both. Undefined when the intersection is empty, so there is no list to open.
 */
const fields: Fields = caseFields

export function narrowed(set: AnyValues, own: AnyValues): AnyValues | undefined {
  if (Object.keys(own).some(key => isOtherUnit(fields[key], set, own, key))) return undefined
  const both = Object.entries(own).map(([key, value]): [string, Value | undefined] => {
    const [field, already] = [fields[key], set[key]]
    return [key, field === undefined || value === undefined ? undefined : meeting(field, value, already)]
  })
  return both.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(both)
}

/** Ranges of rubles and of days do not intersect. */
function isOtherUnit(field: Field | undefined, set: AnyValues, own: AnyValues, key: string): boolean {
  if (field?.kind !== 'amountRange' || field.kinds === undefined || set[key] === undefined) return false
  return measuredBy(field.kinds, set)?.unit !== measuredBy(field.kinds, own)?.unit
}

function meeting(field: Field, value: Value, already: Value | undefined): Value | undefined {
  if (already === undefined) return value
  if (Array.isArray(value) && Array.isArray(already)) return some(value.filter(item => already.includes(item)))
  if (field.kind === 'amountRange' && isBounds(value) && isBounds(already))
    return ordered(intersectAmounts(value, already))
  if (field.kind === 'dateRange' && isDays(value) && isDays(already))
    return ordered(intersectDays(daysOf(value), daysOf(already)))
  return value === already ? value : undefined
}

const some = <T>(items: readonly T[]): readonly T[] | undefined => (items.length > 0 ? items : undefined)
const ordered = <T extends { min?: number | string; max?: number | string }>(range: T): T | undefined =>
  range.min !== undefined && range.max !== undefined && range.min > range.max ? undefined : range
const isBounds = (value: Value): value is { min?: number; max?: number } =>
  typeof value === 'object' && !Array.isArray(value) && !('mode' in value) && !('relative' in value)
const isDays = (value: Value): value is { min: string; max: string } | { relative: 'today' } =>
  typeof value === 'object' && !Array.isArray(value) && !('mode' in value)

import type { Mark } from '#shared/api/statistics.ts'
import { type DateRange, daysOf } from '#shared/domain/relative-dates.ts'
import { type AmountStep, daysOfPeriod, intersectAmounts } from '#shared/domain/statistics-ranges.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, ValueOf } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'

/**
 * A mark of a chart with the filters of the list behind it. A range the list is filtered by already and the range of a
 * mark are one filter: the mark says what both allow.
 */
export const mark = (value: string, count: number, own: AnyValues, beside: Partial<Mark> = {}): Mark => ({
  value,
  series: null,
  title: null,
  count,
  filters: wire(own),
  ...beside,
})
const wire = (own: AnyValues): WireRecord => writeValues(caseListFields, own)

export const periodFilter = (period: string, set: DateRange | undefined): ValueOf['dateRange'] => {
  const days = daysOfPeriod(period)
  if (set === undefined) return days
  const already = daysOf(set)
  return {
    min: days.min > already.min ? days.min : already.min,
    max: days.max < already.max ? days.max : already.max,
  }
}

export const amountFilter = ({ min, max }: AmountStep, set: ValueOf['amountRange'] | undefined) =>
  intersectAmounts({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) }, set)

import type { Chart, ChartPlace } from '#shared/api/statistics.ts'
import type { Days } from '#shared/domain/relative-dates.ts'
import {
  type Bin,
  daysOfPeriod,
  fewestForShare,
  intersectDays,
  maxChartPeriods,
  periodsBetween,
  quantile,
  type Spread,
  sizeOf,
} from '#shared/domain/statistics-ranges.ts'

/** Scales of charts: every period and bin is present, with or without cases. */
export type Limits = {
  /** The filter on the same date. */
  asked: Days | undefined
  /** Range of days with data. */
  known: Days | undefined
  /** The filter on the other date. */
  cut: Chart['cut']
}
type PeriodPlace = ChartPlace & { from: string; to: string }

/** `periods`: periods with cases, in months (`2026-03`) or years. Too many months become years. */
export function periodPlaces(
  periods: readonly string[],
  { asked, known }: Pick<Limits, 'asked' | 'known'>,
): PeriodPlace[] {
  const sorted = periods.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const open = asked && known ? intersectDays(asked, known) : undefined
  const within = (period: string, day: string | undefined) => day?.slice(0, period.length) ?? period
  const all = periodsBetween(
    open && within(first, open.min) < first ? within(first, open.min) : first,
    open && within(last, open.max) > last ? within(last, open.max) : last,
  )
  if (all.length > maxChartPeriods && first.length > 4)
    return periodPlaces(
      sorted.map(period => period.slice(0, 4)),
      { asked, known },
    )
  return all.slice(-maxChartPeriods).map(value => ({ value, ...countedDays(value, { asked, known }) }))
}
/** The days of a period that are counted. */
export function countedDays(period: string, { asked, known }: Pick<Limits, 'asked' | 'known'>) {
  const whole = daysOfPeriod(period)
  const { min, max } = [asked, known].flatMap(limit => limit ?? []).reduce(intersectDays, whole)
  return { from: min, to: max, is_partial: min > whole.min || max < whole.max }
}

export const binPlaces = (bins: readonly Bin[]): (ChartPlace & Bin)[] =>
  bins.map(({ from, to }) => ({ value: String(from), from, to, is_partial: false }))

/** The median and the middle half; null when there are too few values. */
export function spreadFigures(spread: Spread): Chart['spread'] {
  const n = sizeOf(spread)
  const [lower, median, upper] = [0.25, 0.5, 0.75].map(share => quantile(spread, share))
  if (n < fewestForShare || lower === undefined || median === undefined || upper === undefined) return null
  return { median, lower, upper, n }
}

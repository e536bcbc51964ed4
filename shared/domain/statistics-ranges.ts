import { monthEnd } from './dates.ts'
import type { PenaltyType } from './outcomes.ts'
import type { Days } from './relative-dates.ts'

/**
 * Histograms: bins of equal width from `from`, with the narrowest of `widths` for which most cases fit into `most`
 * bins. Values above are in an open-ended bin. `smallest`: the step of the amounts; a filter ends one step before the
 * next bin.
 */
type Histogram = { from: number; widths: readonly number[]; most: number; smallest: number }
export type Bin = { from: number; to: number | null }

const rubles = { from: 0, most: 20, smallest: 0.01 }
export const amountCharts = {
  fines: { ...rubles, type: 1, kind: 'fine', widths: [500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000] },
  arrests: { from: 1, most: 30, smallest: 0.01, type: 1, kind: 'arrest', widths: [1] },
  imprisonments: { from: 0, most: 20, smallest: 0.01, type: 2, kind: 'imprisonment', widths: [3, 6, 12, 24] },
  fines_uk: { ...rubles, type: 2, kind: 'fine', widths: [5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] },
} as const satisfies Readonly<Record<string, Histogram & { type: 1 | 2; kind: PenaltyType }>>
export type AmountChart = keyof typeof amountCharts
export const isAmountChart = (chart: string): chart is AmountChart => chart in amountCharts
export const dayHistogram: Histogram = { from: 0, most: 20, smallest: 1, widths: [1, 2, 5, 10, 20, 30, 60, 120] }

/** The number of cases per amount. */
export type Spread = ReadonlyMap<number, number>
export const sizeOf = (spread: Spread): number => [...spread.values()].reduce((sum, cases) => sum + cases, 0)

/** The share of cases that the regular bins cover; the rest is the longest. */
const shownShare = 0.95
export function equalBins(spread: Spread, { from, widths, most }: Histogram): Bin[] {
  const last = quantile(spread, 1)
  if (last === undefined) return []
  const usual = quantile(spread, shownShare) ?? last
  const fitting = widths.find(width => usual < from + width * most) ?? widths.at(-1) ?? 1
  const bins = Math.min(most, Math.floor((last - from) / fitting) + 1)
  const end = from + bins * fitting
  return [
    ...Array.from({ length: bins }, (_, at) => ({ from: from + at * fitting, to: from + (at + 1) * fitting })),
    ...(last >= end ? [{ from: end, to: null }] : []),
  ]
}
export const isInBin = (amount: number, { from, to }: Bin): boolean => amount >= from && (to === null || amount < to)
/** The filter of a bin. */
export const boundsOf = ({ from, to }: Bin, smallest: number): Bounds => ({
  min: from,
  ...(to !== null && { max: Math.round((to - smallest) * 100) / 100 }),
})

/** The lowest amount that this share of cases does not exceed (`percentile_disc` in SQL). */
export function quantile(spread: Spread, share: number): number | undefined {
  const all = [...spread].toSorted(([one], [other]) => one - other)
  const enough = share * all.reduce((sum, [, cases]) => sum + cases, 0)
  let passed = 0
  for (const [amount, cases] of all) {
    passed += cases
    if (passed >= enough) return amount
  }
  return undefined
}

/** The range of a bar, restricted by the filter. */
export const intersectAmounts = (one: Bounds, other: Bounds | undefined): Bounds => {
  const mins = [one.min, other?.min].filter(value => value !== undefined)
  const maxes = [one.max, other?.max].filter(value => value !== undefined)
  return { ...(mins.length > 0 && { min: Math.max(...mins) }), ...(maxes.length > 0 && { max: Math.min(...maxes) }) }
}
type Bounds = { min?: number; max?: number }
export const intersectDays = (one: Days, other: Days): Days => ({
  min: one.min > other.min ? one.min : other.min,
  max: one.max < other.max ? one.max : other.max,
})

export const smallSample = 20
/** Minimum number of cases for shares and medians. */
export const fewestForShare = 5

/** Maximum of stacked dots: more with one amount become a single mark with their number. */
export const mostStacked = 9

/** Months, or years if there would be more months than this. */
export const maxChartPeriods = 60
/** First and last day of `2026-03` or `2026`. */
export const daysOfPeriod = (period: string): Days => {
  if (period.length === 4) return { min: `${period}-01-01`, max: `${period}-12-31` }
  return { min: `${period}-01`, max: monthEnd(period) }
}
/** All periods in between, without gaps. */
export const periodsBetween = (first: string, last: string): string[] => {
  const periods: string[] = []
  for (let period = first; period <= last; period = nextPeriod(period)) periods.push(period)
  return periods
}
const nextPeriod = (period: string): string => {
  const [year = 0, month] = period.split('-').map(Number)
  if (month === undefined) return String(year + 1).padStart(4, '0')
  return month === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${period.slice(0, 4)}-${String(month + 1).padStart(2, '0')}`
}

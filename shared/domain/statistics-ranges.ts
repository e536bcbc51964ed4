import { monthEnd } from './dates.ts'
import type { PenaltyType } from './outcomes.ts'
import type { Days } from './relative-dates.ts'

export type AmountStep = { key: string; min?: number; max?: number }

/** Steps from these starts, each ending `smallest` before the next. A pair gives a key of its own. */
const stepsFrom = (
  starts: readonly (number | readonly [key: number, min: number])[],
  smallest = 0.01,
): AmountStep[] => {
  const steps = starts.map(start =>
    typeof start === 'number' ? { key: start, min: start } : { key: start[0], min: start[1] },
  )
  return steps.map(({ key, min }, at) => {
    const next = steps[at + 1]
    return { key: String(key), min, ...(next && { max: Math.round((next.min - smallest) * 100) / 100 }) }
  })
}

const fineSteps = stepsFrom([0, 1_000, 2_000, 5_000, 10_000, [10_001, 10_000.01], 15_000, 20_000, 50_000, 150_000])
const maxUsualArrest = 15
const arrestSteps = stepsFrom(
  Array.from({ length: maxUsualArrest + 1 }, (_, at) => at + 1),
  1,
)
const criminalFineSteps = stepsFrom([0, 10_000, 20_000, 50_000, 100_000, 300_000, 500_000, 1_000_000])
const imprisonmentSteps = stepsFrom([0, 12, 24, 36, 60, 96, 120, 180])
export const amountCharts = {
  fines: { chart: 'fines', type: 1, kind: 'fine', steps: fineSteps },
  arrests: { chart: 'arrests', type: 1, kind: 'arrest', steps: arrestSteps },
  imprisonments: { chart: 'imprisonments', type: 2, kind: 'imprisonment', steps: imprisonmentSteps },
  fines_uk: { chart: 'fines_uk', type: 2, kind: 'fine', steps: criminalFineSteps },
} as const satisfies Readonly<
  Record<string, { chart: string; type: 1 | 2; kind: PenaltyType; steps: readonly AmountStep[] }>
>
export type AmountChart = keyof typeof amountCharts

export const durationSteps: readonly AmountStep[] = stepsFrom([0, 1, 4, 15, 31, 61], 1)

/** A filter narrows the range a bar stands for. */
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

export const maxChartMonths = 60
/** First and last day of `2026-03` or `2026`. */
export const daysOfPeriod = (period: string): Days => {
  if (period.length === 4) return { min: `${period}-01-01`, max: `${period}-12-31` }
  return { min: `${period}-01`, max: monthEnd(period) }
}

import type { PenaltyType } from './outcomes.ts'

/** Ranges that statistics sort amounts into: both ends belong to them. Amounts have two decimals at most, as on the wire. */
export type AmountStep = { key: string; min?: number; max?: number }

/** Rubles; many fines are ten thousand to the ruble. */
const fineSteps: readonly AmountStep[] = [
  { key: '0', min: 0, max: 999.99 },
  { key: '1000', min: 1_000, max: 1_999.99 },
  { key: '2000', min: 2_000, max: 4_999.99 },
  { key: '5000', min: 5_000, max: 9_999.99 },
  { key: '10000', min: 10_000, max: 10_000 },
  { key: '10001', min: 10_000.01, max: 14_999.99 },
  { key: '15000', min: 15_000, max: 19_999.99 },
  { key: '20000', min: 20_000, max: 49_999.99 },
  { key: '50000', min: 50_000, max: 149_999.99 },
  { key: '150000', min: 150_000 },
]
const longestUsualArrest = 15
/** Days of arrest, each by itself. */
const arrestSteps: readonly AmountStep[] = [
  ...Array.from({ length: longestUsualArrest }, (_, at) => ({ key: String(at + 1), min: at + 1, max: at + 1 })),
  { key: String(longestUsualArrest + 1), min: longestUsualArrest + 1 },
]
/** Rubles of the УК. */
const criminalFineSteps: readonly AmountStep[] = [
  { key: '0', min: 0, max: 9_999.99 },
  { key: '10000', min: 10_000, max: 19_999.99 },
  { key: '20000', min: 20_000, max: 49_999.99 },
  { key: '50000', min: 50_000, max: 99_999.99 },
  { key: '100000', min: 100_000, max: 299_999.99 },
  { key: '300000', min: 300_000, max: 499_999.99 },
  { key: '500000', min: 500_000, max: 999_999.99 },
  { key: '1000000', min: 1_000_000 },
]
/** Months of prison, real and conditional. */
const imprisonmentSteps: readonly AmountStep[] = [
  { key: '0', min: 0, max: 11.99 },
  { key: '12', min: 12, max: 23.99 },
  { key: '24', min: 24, max: 35.99 },
  { key: '36', min: 36, max: 59.99 },
  { key: '60', min: 60, max: 95.99 },
  { key: '96', min: 96, max: 119.99 },
  { key: '120', min: 120, max: 179.99 },
  { key: '180', min: 180 },
]
/** Charts of amounts, each of penalties of one kind under one codex. */
export const amountCharts = {
  fines: { chart: 'fines', type: 1, kind: 'fine', steps: fineSteps },
  arrests: { chart: 'arrests', type: 1, kind: 'arrest', steps: arrestSteps },
  imprisonments: { chart: 'imprisonments', type: 2, kind: 'imprisonment', steps: imprisonmentSteps },
  fines_uk: { chart: 'fines_uk', type: 2, kind: 'fine', steps: criminalFineSteps },
} as const satisfies Readonly<
  Record<string, { chart: string; type: 1 | 2; kind: PenaltyType; steps: readonly AmountStep[] }>
>
export type AmountChart = keyof typeof amountCharts

/** Days from entry to decision. */
export const durationSteps: readonly AmountStep[] = [
  { key: '0', min: 0, max: 0 },
  { key: '1', min: 1, max: 3 },
  { key: '4', min: 4, max: 14 },
  { key: '15', min: 15, max: 30 },
  { key: '31', min: 31, max: 60 },
  { key: '61', min: 61 },
]

/** What both amounts allow; a filter that is set narrows the range a bar stands for. */
export const bothAmounts = (one: Bounds, other: Bounds | undefined): Bounds => {
  const min = greatest([one.min, other?.min])
  const max = least([one.max, other?.max])
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
type Bounds = { min?: number; max?: number }
const known = (values: readonly (number | undefined)[]): number[] => values.filter(value => value !== undefined)
const greatest = (values: readonly (number | undefined)[]): number | undefined =>
  known(values).reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
const least = (values: readonly (number | undefined)[]): number | undefined =>
  known(values).reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)

/** A share or a median of fewer cases than this says little. */
export const fewCases = 20

/** More months than a chart has room for are shown by years. */
export const mostMonths = 60
/** `2026-03`, or `2026`: its first and last day. */
export const daysOfPeriod = (period: string): { min: string; max: string } => {
  if (period.length === 4) return { min: `${period}-01-01`, max: `${period}-12-31` }
  const last = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0))
  return { min: `${period}-01`, max: last.toISOString().slice(0, 10) }
}

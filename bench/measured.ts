import { performance } from 'node:perf_hooks'
import type { Scope } from '../server/cases/predicates.ts'

/** Times of one thing done again and again, in milliseconds; of no milliseconds, once. What takes very long is asked less often. */
const leastRounds = 5
const mostTimesLonger = 10
const mostRounds = 60

/** `millisecondsEach`: at most this long for each row of the table. */
export type Telling = { millisecondsEach: number; say: (line: string) => void }

export type Percentiles = { p50: number; p95: number }
export async function measured(work: () => Promise<unknown>, milliseconds: number): Promise<Percentiles> {
  // Warm: what is measured is the second asking, not the first.
  if (milliseconds > 0) await work()
  const times: number[] = []
  const start = performance.now()
  const takes = (): number => performance.now() - start
  while (
    times.length === 0 ||
    (times.length < leastRounds && takes() < milliseconds * mostTimesLonger) ||
    (times.length < mostRounds && takes() < milliseconds)
  ) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return percentiles(times)
}
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
export const tenths = new Intl.NumberFormat('ru', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** The head of a table: what is measured, and columns of figures. */
export const tableHead = (...columns: readonly string[]): string =>
  `\n| ${columns.join(' | ')} |\n|---|${'--:|'.repeat(columns.length - 1)}`
/** Two cells of a table. */
export const shown = ({ p50, p95 }: Percentiles): string => `| ${tenths.format(p50)} | ${tenths.format(p95)} |`

/** Who asks in all measurements: an account that sees everything. */
export const everyone: Scope = { accountId: null, regions: 'all' }
export const reader = { tags: false }

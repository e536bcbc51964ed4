import { performance } from 'node:perf_hooks'

/** Times of one thing done again and again, in milliseconds; of no milliseconds, once. */
const leastRounds = 5
const mostRounds = 60

export type Percentiles = { p50: number; p95: number }
export async function measured(work: () => Promise<unknown>, milliseconds: number): Promise<Percentiles> {
  // Warm: what is measured is the second asking, not the first.
  await work()
  const times: number[] = []
  const end = performance.now() + milliseconds
  const least = milliseconds === 0 ? 1 : leastRounds
  while (times.length < least || (times.length < mostRounds && performance.now() < end)) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return percentiles(times)
}
/** Of times in any order. */
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
export const tenths = new Intl.NumberFormat('ru', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** Two cells of a table. */
export const shown = ({ p50, p95 }: Percentiles): string => `| ${tenths.format(p50)} | ${tenths.format(p95)} |`

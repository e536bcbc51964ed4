/**
 * 95 % confidence intervals for shares and medians. Own code: simple-statistics has neither, and jStat is unmaintained
 * and has only the normal distribution; these are two formulas.
 */
const z = 1.959964

type Interval = { from: number; to: number }

/**
 * The Wilson interval of a share with continuity correction (Newcombe 1998, method 4): without the correction, coverage
 * is below 94 % for shares near 0 or 1. Returns fractions of 1.
 */
export function wilson(count: number, of: number): Interval {
  if (of <= 0) return { from: 0, to: 1 }
  const [share, rest] = [count / of, 1 - count / of]
  const bound = (sign: 1 | -1): number => {
    const root = z * Math.sqrt(Math.max(0, z * z + sign * 2 - 1 / of + 4 * share * (of * rest - sign)))
    return (2 * of * share + z * z + sign * (1 + root)) / (2 * (of + z * z))
  }
  return { from: count === 0 ? 0 : Math.max(0, bound(-1)), to: count === of ? 1 : Math.min(1, bound(1)) }
}

/** A value and its frequency. */
type Frequency = { value: number; count: number }
type MedianWithInterval = { n: number; median: number; from: number; to: number; lower: number; upper: number }

/**
 * Median with its confidence interval, and the quartiles. The interval is between order statistics, at ranks given by
 * the binomial distribution, so it does not depend on the distribution of the values. Undefined without values.
 */
export function medianWithInterval(frequencies: readonly Frequency[]): MedianWithInterval | undefined {
  const sorted = frequencies.filter(({ count }) => count > 0).toSorted((one, other) => one.value - other.value)
  const n = sorted.reduce((sum, { count }) => sum + count, 0)
  if (n === 0) return undefined
  const at = (rank: number): number => {
    let passed = 0
    for (const { value, count } of sorted) {
      passed += count
      if (passed >= rank) return value
    }
    return sorted.at(-1)?.value ?? 0
  }
  const rank = rankOfBound(n)
  return {
    n,
    median: at(Math.ceil(n / 2)),
    from: at(rank),
    to: at(n + 1 - rank),
    lower: at(Math.ceil(n / 4)),
    upper: at(Math.ceil((3 * n) / 4)),
  }
}

/** Above this the normal approximation gives the same rank. */
const mostExact = 1000

/**
 * The greatest rank r such that the median is between the r-th values from both ends with 95 %; 1 when there is none.
 */
export function rankOfBound(n: number): number {
  if (n > mostExact) return Math.floor((n + 1 - z * Math.sqrt(n)) / 2)
  let [term, below, rank] = [0.5 ** n, 0.5 ** n, 0]
  while (below <= 0.025) {
    rank += 1
    term *= (n - rank + 1) / rank
    below += term
  }
  return Math.max(1, rank)
}

/** How many other values are below, equal and above. */
export const placeOf = (frequencies: readonly Frequency[], own: number) => {
  const sum = (fits: (value: number) => boolean): number =>
    frequencies.reduce((all, { value, count }) => all + (fits(value) ? count : 0), 0)
  return { below: sum(value => value < own), equal: sum(value => value === own), above: sum(value => value > own) }
}

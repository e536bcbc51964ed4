/**
 * Intervals of 95 % for shares and medians. Own code: of the libraries at hand simple-statistics has neither, and jStat, unmaintained, has the normal
 * distribution alone; these are two formulas.
 */
const z = 1.959964

type Interval = { from: number; to: number }

/**
 * Of a share, by Wilson with the correction for continuity (Newcombe 1998, method 4): without it the interval holds the true share in fewer than 94 of
 * 100 samples where the share is near 0 or 1. Answers fractions of 1.
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

/** A value with how many have it. */
type Frequency = { value: number; count: number }
type MedianWithInterval = { n: number; median: number; from: number; to: number; lower: number; upper: number }

/**
 * Median, the interval it is in, the ends of the middle half. The interval is of order statistics: the values at ranks that the true median lies between
 * with 95 % by the binomial distribution, whatever the values are distributed like. Undefined without values.
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

/** Beyond it the normal distribution tells the same rank. */
const mostExact = 1000

/** The greatest rank from either end between which the true median lies with 95 %; 1 where there is none. */
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

/** How many of the others are below a value, at it, above it. */
export const placeOf = (frequencies: readonly Frequency[], own: number) => {
  const sum = (fits: (value: number) => boolean): number =>
    frequencies.reduce((all, { value, count }) => all + (fits(value) ? count : 0), 0)
  return { below: sum(value => value < own), equal: sum(value => value === own), above: sum(value => value > own) }
}

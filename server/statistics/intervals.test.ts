import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { medianWithInterval, placeOf, rankOfBound, wilson } from './intervals.ts'

/** Intervals of figures about courts: true of the population, not of the sample alone. */
const random = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const times = 2000

describe('the interval of a share (Wilson)', () => {
  it.each([
    [0, 20, 0, 0.2005],
    [20, 20, 0.7995, 1],
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 1 of 29.
    [81, 263, 0.2535, 0.3682],
    [15, 148, 0.0598, 0.1644],
    [1, 29, 0.0018, 0.1963],
  ])('of %i of %i is from %f to %f', (count, of, from, to) => {
    const interval = wilson(count, of)
    expect(interval.from).toBeCloseTo(from, 4)
    expect(interval.to).toBeCloseTo(to, 4)
  })

  it.each([20, 21, 35, 50, 200])('holds the true share of samples of %i in 94 of 100 at least, wherever it is', n => {
    for (const share of [0.01, 0.03, 0.05, 0.1, 0.27, 0.5, 0.8, 0.95, 0.99]) {
      const next = random(n * 1000 + share * 100)
      let held = 0
      for (let time = 0; time < times; time++) {
        let count = 0
        for (let one = 0; one < n; one++) if (next() < share) count += 1
        const { from, to } = wilson(count, n)
        if (from <= share && share <= to) held += 1
      }
      expect(held / times, `${share}`).toBeGreaterThanOrEqual(0.94)
    }
  })

  it('is within 0 and 1 and about the share', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const count = Math.round(of * share)
        const { from, to } = wilson(count, of)
        expect(0 <= from && from <= count / of && count / of <= to && to <= 1).toBe(true)
      }),
    ))
})

describe('the median', () => {
  it.each([
    [5, 1],
    [6, 1],
    [20, 6],
    [25, 8],
    [100, 40],
    [1000, 469],
    [1001, 469],
  ])('of %i lies between the values at rank %i from either end', (n, rank) => expect(rankOfBound(n)).toBe(rank))

  it.each([20, 50, 201])('of samples of %i is within its interval in 94 of 100 at least', n => {
    // Skewed, as fines are: the true median is ln 2.
    const next = random(n)
    let held = 0
    for (let time = 0; time < times; time++) {
      const sample = Array.from({ length: n }, () => ({ value: -Math.log(1 - next()), count: 1 }))
      const spread = medianWithInterval(sample)
      if (spread && spread.from <= Math.LN2 && Math.LN2 <= spread.to) held += 1
    }
    expect(held / times).toBeGreaterThanOrEqual(0.94)
  })

  it('and the middle half are values that there are', () =>
    expect(medianWithInterval([10, 10, 15, 20, 20, 20, 300].map(value => ({ value, count: 1 })))).toMatchObject({
      n: 7,
      median: 20,
      lower: 10,
      upper: 20,
    }))
  it('of nothing is not told', () => expect(medianWithInterval([])).toBeUndefined())
})

it('a place among planted values is recovered within a rank', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 50 }),
      (values, own) => {
        const { below, equal, above } = placeOf(
          values.map(value => ({ value, count: 1 })),
          own,
        )
        expect(below + equal + above).toBe(values.length)
        const sorted = values.toSorted((one, other) => one - other)
        expect(sorted.slice(0, below).every(value => value < own)).toBe(true)
        expect(sorted.slice(below + equal).every(value => value > own)).toBe(true)
      },
    ),
  ))

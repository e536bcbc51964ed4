import { describe, expect, it } from 'vitest'
import { type Stratum, standardised } from './standardised.ts'

const random = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('a share beside the one its own mix of articles would give', () => {
  it('is as expected for who decides as the whole does, whatever the mix', () => {
    const strata = [
      { cases: 100, such: 90, own: 90, ownSuch: 81 },
      { cases: 900, such: 90, own: 10, ownSuch: 1 },
    ]
    // Of all cases 18 % are such, of one's own 82 %: by the mix, not by the judge.
    expect(standardised(strata)).toMatchObject({ count: 82, of: 100, expected: 0.82 })
  })
  it('tells nothing of fewer than twenty, and compares with no fewer others', () => {
    expect(standardised([{ cases: 100, such: 50, own: 19, ownSuch: 1 }])).toBeUndefined()
    expect(standardised([{ cases: 39, such: 50, own: 20, ownSuch: 1 }])).toMatchObject({ expected: null })
    expect(standardised([{ cases: 40, such: 20, own: 20, ownSuch: 10 }])).toMatchObject({ expected: 0.5 })
  })

  it('differs from the expected for at most 5 of 100 judges who decide alike', () => {
    const next = random(7)
    const articles = [0.02, 0.15, 0.5, 0.9]
    let [judges, told] = [0, 0]
    for (let court = 0; court < 150; court++) {
      const bench = Array.from({ length: 8 }, (_, judge) =>
        // Each has a mix of articles of their own.
        articles.map((share, article) => {
          const own = Math.floor(next() * (article === judge % articles.length ? 60 : 12)) + 3
          let ownSuch = 0
          for (let one = 0; one < own; one++) if (next() < share) ownSuch += 1
          return { own, ownSuch }
        }),
      )
      const whole = articles.map((_, article) => ({
        cases: bench.reduce((sum, judge) => sum + (judge[article]?.own ?? 0), 0),
        such: bench.reduce((sum, judge) => sum + (judge[article]?.ownSuch ?? 0), 0),
      }))
      for (const judge of bench) {
        const strata = whole.map((all, article): Stratum => ({ ...all, ...(judge[article] ?? { own: 0, ownSuch: 0 }) }))
        const found = standardised(strata)
        if (found === undefined || found.expected === null) continue
        judges += 1
        if (found.expected < found.from || found.expected > found.to) told += 1
      }
    }
    expect(judges).toBeGreaterThan(1000)
    expect(told / judges).toBeLessThanOrEqual(0.05)
  })
})

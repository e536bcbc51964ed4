import { describe, expect, it } from 'vitest'
import { rampOf, rampSteps } from './region-map.tsx'

describe('shades of the map', () => {
  it('part the regions by round numbers', () => {
    const steps = rampSteps(Array.from({ length: 80 }, (_, n) => n * 7))
    expect(steps).toEqual([300, 400])
    expect([0, 1, 300, 301, 600].map(count => rampOf(count, steps))).toEqual([0, 1, 1, 2, 3])
  })
  it('are one where the numbers are alike, none where there are none', () => {
    expect(rampSteps([5, 5, 5])).toEqual([])
    expect(rampOf(5, [])).toBe(1)
    expect(rampSteps([0, 0])).toEqual([])
  })
})

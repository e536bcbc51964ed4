import { describe, expect, it } from 'vitest'
import { mapShades, shadeOf } from './region-map.tsx'

describe('shades of the map', () => {
  it('part the regions by round numbers', () => {
    const shades = mapShades(Array.from({ length: 80 }, (_, n) => n * 7))
    expect(shades.map(({ from, to, shade }) => [from, to, shade])).toEqual([
      [1, 300, 1],
      [301, 400, 3],
      [401, 553, 5],
    ])
    expect([0, 1, 300, 301, 553].map(count => shadeOf(count, shades))).toEqual([0, 1, 1, 3, 5])
  })
  it('are one where the numbers are alike, the darkest, and none where there are none', () => {
    expect(mapShades([5, 0, 5])).toEqual([{ from: 1, to: 5, regions: 2, shade: 5 }])
    expect(mapShades([0, 0])).toEqual([])
  })
})

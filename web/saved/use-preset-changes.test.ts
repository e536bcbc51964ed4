import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Preset } from '#shared/api/saved.ts'
import { placeBeside, withPresetAt } from './use-preset-changes.ts'

const preset = (id: number, category?: string): Preset => ({
  id,
  title: `Набор ${id}`,
  description: '',
  category: category === undefined ? null : { id: category.length, title: category },
  get_params: {},
  human_readable: {},
  position: id,
  note: null,
})
const idsOf = (presets: readonly Preset[]) => presets.map(({ id }) => id)

describe('the order of presets', () => {
  it.each([
    [4, 2, [1, 4, 2, 3]],
    [1, 4, [2, 3, 4, 1]],
    [2, 2, [1, 2, 3, 4]],
    [1, 99, [2, 3, 4, 1]],
    [9, 1, [1, 2, 3, 4]],
  ])('with number %i at place %i', (id, place, order) =>
    expect(idsOf(withPresetAt([preset(1), preset(2), preset(3), preset(4)], id, place))).toEqual(order),
  )
  it('stays without gaps, and goes back by the place it came from', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(9), fc.nat(9), (count, from, to) => {
        const presets = Array.from({ length: count }, (_, n) => preset(n + 1))
        const id = (from % count) + 1
        const there = withPresetAt(presets, id, (to % count) + 1)
        expect(there.map(({ position }) => position)).toEqual(presets.map(({ position }) => position))
        expect(withPresetAt(there, id, id)).toEqual(presets)
      }),
    ))
  it('is walked within a category', () => {
    const presets = [preset(1, 'акции'), preset(2), preset(3, 'акции'), preset(4)]
    const beside = (id: number, step: -1 | 1) => placeBeside(presets, presets[id - 1] ?? preset(0), step)
    expect([beside(1, 1), beside(1, -1), beside(3, -1), beside(2, 1), beside(4, 1)]).toEqual([
      3,
      undefined,
      1,
      4,
      undefined,
    ])
  })
})

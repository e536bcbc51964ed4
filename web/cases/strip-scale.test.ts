import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placedMarks, stripScale } from './strip-scale.ts'

it('amounts stand in proportion, within the strip, one’s own as well', () => {
  const { at, isLogarithmic } = stripScale({ least: 10, most: 20, own: { value: 30 } })
  expect([at(10), at(20), at(30), isLogarithmic]).toEqual([1.5, 50, 98.5, false])
})
it('amounts of very different size stand by their logarithm', () => {
  const { at, isLogarithmic } = stripScale({ least: 100, most: 10_000, own: null })
  expect(isLogarithmic).toBe(true)
  expect(at(1000)).toBeCloseTo(50)
})
it('equal amounts stand in the middle', () => expect(stripScale({ least: 5, most: 5, own: null }).at(5)).toBe(50))
it('dots of one amount stand on one another', () =>
  expect(
    placedMarks([], [{ value: 1 }, { value: 1 }, { value: 2 }, { value: 1 }], value => value, 100).dots.map(
      ({ row }) => row,
    ),
  ).toEqual([0, 1, 0, 2]))
it.each([100, 48])('no dot or number hides another, however many lie together, in %s columns', columns =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 200 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 30 }),
      (values, tied) => {
        const of = (all: readonly number[]) => all.map(value => ({ value }))
        const { ties, dots } = placedMarks(of(tied), of(values), value => value, columns)
        const cell = (x: number) => Math.round((x / 100) * columns)
        const all = [
          ...dots.map(({ x, row }) => ({ left: cell(x), width: 1, row, height: 1 })),
          ...ties.map(({ x, row }) => ({ left: cell(x) - 2, width: 4, row, height: 2 })),
        ]
        const covers = (one: (typeof all)[number], other: (typeof all)[number]) =>
          one.left < other.left + other.width &&
          other.left < one.left + one.width &&
          one.row < other.row + other.height &&
          other.row < one.row + one.height
        for (const [at, one] of all.entries())
          for (const other of all.slice(at + 1)) expect(covers(one, other), JSON.stringify([one, other])).toBe(false)
      },
    ),
    { numRuns: 20 },
  ),
)

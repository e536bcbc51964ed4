import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewestToPublish } from '#shared/domain/figures.ts'
import { type Counts, type PublicCell, suppressed } from './suppress.ts'

/** What is hidden in figures that everybody sees cannot be computed from what is shown (decision 0093). */
const table = (columns: number) =>
  fc.array(
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 300 })), {
      minLength: columns,
      maxLength: columns,
    }),
    { minLength: 1, maxLength: 6 },
  )
const counts: fc.Arbitrary<Counts> = fc
  .tuple(fc.integer({ min: 1, max: 4 }).chain(table), fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })))
  .map(([cells, rest]) => ({ cells, rest, total: rest + sum(cells.flat()), addsUp: true }))
  .filter(({ total }) => total >= fewestToPublish)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const isHidden = (cell: PublicCell | undefined): boolean => typeof cell !== 'number'
const isOfNone = ({ cells, rest }: { cells: PublicCell[][]; rest: PublicCell }): boolean =>
  [...cells.flat(), rest].every(cell => isHidden(cell) || cell === 0)

describe('numbers of few cases', () => {
  it('are hidden, and nothing that is shown is of 1 to 9', () =>
    fc.assert(
      fc.property(counts, asked => {
        const { cells, rest } = suppressed(asked)
        const pairs = [...cells.flat().map((cell, at) => [cell, asked.cells.flat()[at]]), [rest, asked.rest]]
        for (const [cell, count = 0] of pairs) {
          const isFew = Number(count) > 0 && Number(count) < fewestToPublish
          expect(cell === 'few').toBe(isFew)
          if (typeof cell === 'number') expect(cell).toBe(count)
          if (cell === 'beside') expect(count).toBeGreaterThanOrEqual(fewestToPublish)
        }
      }),
    ))
  it('have, each of them, more than one value that fits the total and everything shown', () =>
    fc.assert(
      fc.property(counts, asked => {
        const hidden = suppressed(asked)
        const all = [...hidden.cells.flat(), hidden.rest]
        // Such a table is not opened to everybody at all.
        if (isOfNone(hidden)) return
        const few = all.filter(cell => cell === 'few').length
        const beside = all.filter(cell => cell === 'beside').length
        if (few === 0) return
        // The bounds of one hidden number, of what the others can at least and at most be.
        const left = asked.total - sum(all.filter(cell => typeof cell === 'number'))
        const most = Math.min(fewestToPublish - 1, left - (few - 1) - beside * fewestToPublish)
        const least = beside > 0 ? 1 : Math.max(1, left - (few - 1) * (fewestToPublish - 1))
        expect(most).toBeGreaterThan(least)
      }),
    ))
  it('are never the only hidden ones of a row or a column whose sum could be told', () =>
    fc.assert(
      fc.property(counts, asked => {
        const { cells, rest } = suppressed(asked)
        const [first = []] = cells
        const isSingle = cells.length === 1 || first.length === 1
        const lines = isSingle
          ? [{ shown: [...cells.flat(), rest], counts: [...asked.cells.flat(), asked.rest] }]
          : [
              ...cells.map((line, row) => ({ shown: line, counts: asked.cells[row] ?? [] })),
              ...first.map((_, at) => ({
                shown: cells.map(line => line[at]),
                counts: asked.cells.map(line => line[at] ?? 0),
              })),
            ]
        for (const { shown, counts } of lines) {
          if (sum(counts) < fewestToPublish) continue
          expect(shown.filter(isHidden).length === 1 && shown.some(cell => !isHidden(cell) && cell !== 0)).toBe(false)
        }
      }),
    ))
  it.each<[number[], number, PublicCell[], PublicCell]>([
    [[3, 20, 40], 0, ['few', 'beside', 40], 0],
    [[9, 10, 11], 0, ['few', 'beside', 11], 0],
    // The smallest that may be hidden beside would have to be exactly ten.
    [[1, 10, 50, 60], 0, ['few', 'beside', 'beside', 60], 0],
    [[4, 5, 30], 0, ['few', 'few', 30], 0],
    // Two ones are told by their sum.
    [[1, 1, 30, 40], 0, ['few', 'few', 'beside', 40], 0],
    [[30, 40], 5, ['beside', 40], 'few'],
    [[30, 40], 0, [30, 40], 0],
    [[0, 30, 40], 0, [0, 30, 40], 0],
  ])('of %j beside %j are shown as %j', (column, rest, shown, remainder) => {
    const asked = { cells: column.map(count => [count]), rest, total: sum(column) + rest, addsUp: true }
    expect(suppressed(asked)).toEqual({ cells: shown.map(cell => [cell]), rest: remainder })
  })
  it('are not told by what all the others have in common where a case stands in several rows', () => {
    // 95 of 100 have it: five do not.
    const { cells } = suppressed({ cells: [[95], [40], [30], [3]], rest: 0, total: 100, addsUp: false })
    expect(cells).toEqual([['beside'], [40], [30], ['few']])
  })
})

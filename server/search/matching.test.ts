import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestOf, fitOfName, fits } from './matching.ts'
import { prefixesOneEditAway } from './name-beginnings.ts'

/** Names of a directory, looked for in all of them at once. */
const part = fc.constantFrom('радуг', 'рада', 'дугов', 'тверь', 'твери', 'ова', 'ский', '77', 'ё', '')
const word = fc.tuple(part, part).map(parts => parts.join(''))
const name = fc.tuple(word, word).map(words => words.join(' '))
const typedWord = word.filter(typed => typed.length >= 3)
const foldedOf = (one: string): string => one

describe('of a directory', () => {
  it('those are found that fit one by one, those with a slip where there are no others', () => {
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 12 }),
        fc.array(typedWord, { minLength: 1, maxLength: 2 }),
        (names, words) => {
          const typed = { words, initials: [] }
          const fitting = names.filter(one => fitOfName(typed, one) !== undefined)
          const exact = fitting.filter(one => fitOfName(typed, one)?.fit !== fits.slip)
          const { best, count } = bestOf(names, typed, { foldedOf })
          const wanted = exact.length > 0 ? exact : fitting
          expect(best.map(({ row }) => row).toSorted()).toEqual(wanted.toSorted())
          expect(count).toBe(wanted.length)
        },
      ),
    )
  })
  it('who is not seen neither counts nor keeps slips away', () => {
    const names = ['радуга', 'радуга', 'радура']
    const typed = { words: ['радуга'], initials: [] }
    const rows = names.map((folded, at) => ({ folded, at }))
    const seen = (allowed: readonly number[]) =>
      bestOf(rows, typed, { foldedOf: row => row.folded, isSeen: ({ at }) => allowed.includes(at) })
    expect(seen([0, 2])).toMatchObject({ count: 1, best: [{ row: { at: 0 } }] })
    expect(seen([2])).toMatchObject({ count: 1, best: [{ row: { at: 2 }, match: { fit: fits.slip } }] })
  })
})

it('a number is not taken for a surname with a slip', () => {
  const some = (word: string) => prefixesOneEditAway({ word, bases: new Set(), rest: [] }).length
  expect([some('2-15/2024'), some('радугодуб') > 0]).toEqual([0, true])
})

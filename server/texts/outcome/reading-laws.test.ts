import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutcomes } from '#shared/domain/read-outcomes.ts'
import { cpuTimer } from '../../../test/cpu-time.ts'
import { amountsIn } from './amounts.ts'
import { readOutcome } from './read-outcome.ts'

/** Letters that are spaced out in the text are not in what is quoted. */
const bare = (text: string): string => text.replace(/\s+/g, '')
const spoken = ['один', 'двести', 'пять', 'тысяч', 'тысяча', 'сорок', 'полторы', '(', ')', '10 000', '5', '.', '-ти']
describe('laws of reading', () => {
  it('an amount is read the same in digits and grouped', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), value => {
        const grouped = String(value).replace(/\B(?=(\d{3})+$)/g, ' ')
        for (const written of [String(value), grouped, grouped.replaceAll(' ', '.')])
          expect(amountsIn(`в размере ${written} рублей`, 'rubles')).toMatchObject([{ value }])
      }),
    ))
  const words = fc.constantFrom(
    ...['ПОСТАНОВИЛ:\n', 'п о с т а н о в и л', 'назначить', 'наказание в виде', 'штраф', 'ареста', 'рублей', 'суток'],
    ...[
      'постановление',
      'изменить',
      'отменить',
      'дело',
      'протокол',
      'возвратить',
      '<',
      '>',
      '***',
      '\n',
      '. ',
      ';',
      'либо',
    ],
    ...spoken,
  )
  it('any text is read, quoted, and named by a known outcome', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words, { maxLength: 60 }).map(all => all.join(' ')),
        ),
        text => {
          const { outcome, value, certainty, evidence } = readOutcome(text)
          expect(readOutcomes.some(known => known.value === outcome)).toBe(true)
          expect(value === null || Number.isFinite(value)).toBe(true)
          expect(certainty >= 0 && certainty <= 1).toBe(true)
          expect(bare(text)).toContain(bare(evidence.replace(/…$/, '')))
        },
      ),
      { numRuns: 300 },
    ))
  it.each([
    ['дело '],
    ['протокол материалы '],
    ['постановление '],
    ['п о с т а н о в и л '],
    ['назначить штраф '],
    ['пять '],
    ['1 '],
    ['1 000'],
    ['<'],
    ['('],
    ['предупреждения '],
    ['А. '],
    ['\n'],
    ['жалоб производство по '],
  ])('%j many times over takes no long time', piece => {
    for (const text of [piece, `ПОСТАНОВИЛ:\n${piece}`]) {
      const spent = cpuTimer()
      readOutcome(text + piece.repeat(400_000 / piece.length))
      expect(spent()).toBeLessThan(5_000)
    }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certainEnough } from '#shared/domain/outcomes.ts'
import { labelledCriminalParts } from '../../../test/labelled-criminal-parts.ts'
import { labelledDecisions } from '../../../test/labelled-decisions.ts'
import { labelledOperativeParts } from '../../../test/labelled-operative-parts.ts'
import { labelledReviews } from '../../../test/labelled-reviews.ts'
import { readOutcome } from './read-outcome.ts'

const labelled = [
  ...labelledDecisions.map(({ text, outcome, value, hidden }) => ({ text, outcome, value, hidden })),
  ...[...labelledOperativeParts, ...labelledCriminalParts, ...labelledReviews].map(
    ([part, outcome, value = null, hidden = false]) => ({
      text: `УСТАНОВИЛ:\nСанкция предусматривает штраф либо лишение свободы.\nПОСТАНОВИЛ:\n${part}`,
      outcome,
      value,
      hidden,
    }),
  ),
]
const told = (text: string) => {
  const { outcome, value, hidden } = readOutcome(text)
  return { outcome, value, hidden }
}

const latin: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  х: 'x',
  С: 'C',
  Н: 'H',
  О: 'O',
}
const wrapped = (text: string, width: number): string => {
  let column = 0
  return text.replace(/[^\s]+|\s/g, piece => {
    const isBreak = piece === '\n' || (piece === ' ' && column > width)
    column = isBreak ? 0 : column + piece.length
    return isBreak ? '\n' : piece
  })
}
/** What editors, scanners and sites do to a text. */
const manglings: readonly (readonly [name: string, (text: string) => string])[] = [
  ['as written', text => text],
  ['soft hyphens', text => text.replace(/(\p{Ll}{3})(\p{Ll}{3})/gu, '$1\u00ad$2')],
  ['capitals', text => text.toUpperCase()],
  [
    'Latin look-alikes',
    text => text.replace(/[асеорхСНО]/g, (letter, at: number) => (at % 3 === 0 ? (latin[letter] ?? letter) : letter)),
  ],
  ['lines of sixty', text => wrapped(text, 60)],
  ['lines of thirty', text => wrapped(text, 30)],
  [
    'words broken at the end of a line',
    text =>
      text.replace(/(\p{Ll}{4})(\p{Ll}{4})/gu, (whole, left: string, right: string, at: number) =>
        at % 7 === 0 ? `${left}-\n${right}` : whole,
      ),
  ],
  ['no-break spaces', text => text.replaceAll(' ', '\u00a0')],
  ['double blanks', text => text.replaceAll(' ', '  ')],
  ['line ends of another system', text => text.replaceAll('\n', '\r\n')],
  ['е for ё', text => text.replaceAll('ё', 'е')],
  ['no blank after an abbreviation', text => text.replace(/(?<=(?:ч|ст|п)\.) /g, '')],
  ['one line', text => text.replaceAll('\n', ' ')],
  ['a blank line after each', text => text.replaceAll('\n', '\n\n')],
  [
    'spaced-out verbs',
    text => text.replaceAll('назначить', 'н а з н а ч и т ь').replaceAll('признать', 'п р и з н а т ь'),
  ],
  ['long dashes', text => text.replace(/[-–—]/g, '—')],
  [
    'women named in full',
    text =>
      text
        .replace(/Ветрогонову П\. ?И\./g, 'Ветрогоновой Полине Игоревне')
        .replace(/Крутоярову И\. ?Л\./g, 'Крутояровой Ирине Львовне'),
  ],
  ['straight quotes', text => text.replace(/[«»]/g, '"')],
]

describe('a reading stays the same', () => {
  it.each(manglings)('with %s', (_, mangle) => {
    for (const { text, ...truth } of labelled) expect(told(mangle(text)), mangle(text)).toEqual(truth)
  })
})

const numerals = ['один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять', 'десять', 'одиннадцать']
const counted = (count: number, [one, few, many]: readonly [string, string, string]): string =>
  count === 1 ? one : count < 5 ? few : many
const years = ['год', 'года', 'лет'] as const
const months = ['месяц', 'месяца', 'месяцев'] as const
/** A number as courts write it. */
const written = (count: number, way: number): string =>
  [String(count), `${count} (${numerals[count - 1]})`, numerals[count - 1] ?? '', `${numerals[count - 1]} (${count})`][
    way
  ] ?? ''

describe('generated sentences', () => {
  const kinds = fc.constantFrom(
    ...([
      ['лишения свободы', 'imprisonment'],
      ['ограничения свободы', 'restriction'],
      ['принудительных работ', 'forced_labour'],
      ['исправительных работ', 'corrective_works'],
    ] as const),
  )
  const way = fc.integer({ min: 0, max: 3 })
  const term = fc.record({ years: fc.integer({ min: 0, max: 11 }), months: fc.integer({ min: 0, max: 11 }), way })
  it('tell a term before and after its kind, in years and months, in digits and words', () =>
    fc.assert(
      fc.property(
        kinds,
        term,
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        ([words, outcome], amount, order, withFine) => {
          fc.pre(amount.years + amount.months > 0)
          const size = [
            amount.years > 0 && `${written(amount.years, amount.way)} ${counted(amount.years, years)}`,
            amount.months > 0 && `${written(amount.months, amount.way)} ${counted(amount.months, months)}`,
          ]
            .filter(Boolean)
            .join(' ')
          const penalty = [
            `назначить наказание в виде ${words} на срок ${size}`,
            `назначить ему наказание в виде ${words} сроком на ${size}`,
            `назначить наказание ${size} ${words}`,
            `подвергнуть наказанию в виде ${words} сроком ${size}`,
            `назначив наказание: ${words} – ${size}`,
          ][order]
          const text = `ПРИГОВОРИЛ:\nВетрогонова П.И. признать виновным по ч. 1 ст. 158 УК РФ и ${penalty}${withFine ? ' со штрафом в размере 7 000 рублей' : ''}.`
          expect(told(text), text).toEqual({ outcome, value: amount.years * 12 + amount.months, hidden: false })
          const fines = readOutcome(text).penalties.filter(({ type }) => type === 'fine')
          expect(fines.map(({ value, additional }) => [value, additional])).toEqual(withFine ? [[7_000, true]] : [])
        },
      ),
    ))
})

describe('certainty (issue: certainty that means something)', () => {
  it('of 0.95 and more is right in 99 of 100 labelled readings', () => {
    const bounds = [0, 0.5, 0.7, 0.9, certainEnough]
    const read = labelled.map(({ text, ...truth }) => {
      const { outcome, value, hidden, certainty } = readOutcome(text)
      return { certainty, isRight: outcome === truth.outcome && value === truth.value && hidden === truth.hidden }
    })
    const rows = bounds.map((least, at) => {
      const own = read.filter(({ certainty }) => certainty >= least && certainty < (bounds[at + 1] ?? 2))
      return { certainty: `from ${least}`, readings: own.length, right: own.filter(({ isRight }) => isRight).length }
    })
    console.table(rows)
    const sure = rows.at(-1)
    expect(sure?.readings).toBeGreaterThan(200)
    expect((sure?.right ?? 0) / (sure?.readings ?? 1)).toBeGreaterThanOrEqual(0.99)
  })
  it('below a half nothing is told', () => {
    for (const { text } of labelled) {
      const { outcome, certainty, penalties } = readOutcome(text)
      if (certainty < 0.5) expect([outcome, penalties]).toEqual(['error', []])
    }
  })
})

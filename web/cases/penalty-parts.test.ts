import { describe, expect, it } from 'vitest'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import { accused, type ListedPenalty, listedPenalty, withPlainSpaces } from '../../test/penalties.ts'
import { courtFineNote, penaltyBand, penaltyParts, reviewedWords } from './penalty-parts.ts'

const plain = withPlainSpaces
const told = (penalties: ListedPenalty[], count = 1, annulled = false) => ({
  penalties,
  defendants: accused(count),
  annulled,
})
const band = (...of: Parameters<typeof told>) => {
  const found = penaltyBand(told(...of))
  return found && { ...found, main: plain(found.main), more: found.more.map(plain) }
}
const prison = listedPenalty('imprisonment', 36, { suspended: true, probation_months: 24 })
const fine = listedPenalty('fine', 500_000, { additional: true })

describe('the penalty above a case', () => {
  it('is nothing where none is told', () => expect(band([listedPenalty('no_data')])).toBeUndefined())
  it('parts the main one from those beside it', () =>
    expect(band([fine, prison])).toEqual({
      main: 'лишение свободы 3 года условно',
      struck: false,
      more: ['испытательный срок 2 года', 'дополнительно: штраф 500 000 ₽'],
    }))
  it('says of several people what each got', () =>
    expect(
      band(
        [
          { ...listedPenalty('imprisonment', 60), person: 'Орлова М.С.' },
          { ...fine, person: 'Орлова М.С.' },
          { ...listedPenalty('works', 200), person: 'Бродов Лев Петрович' },
        ],
        2,
      ),
    ).toEqual({
      main: 'разные наказания у 2 лиц',
      struck: false,
      more: ['Орлова М. С.: лишение свободы 5 лет и штраф 500 000 ₽', 'Бродов Л. П.: обязательные работы 200 часов'],
    }))
  it('says whose it is where several are accused, and when that is not told', () => {
    expect(band([{ ...listedPenalty('fine', 5_000), person: 'Бродов Л.П.' }], 2)?.more).toEqual(['Бродов Л. П.'])
    expect(band([listedPenalty('fine', 5_000, { person: null })], 2)?.more).toEqual(['не сказано, кому'])
    expect(band([{ ...listedPenalty('fine', 5_000), person: 'Бродов Л.П.' }], 1)?.more).toEqual([])
  })
  it.each([
    [otherPerson, 1, 'другое лицо'],
    [null, 1, 'не сказано, кому'],
  ])('is not that of the only accused where it is told of %s (decision 0068)', (person, accused, whose) => {
    const changed = listedPenalty('imprisonment', 24, { person, state: 'changed' })
    expect(band([changed], accused)?.more).toEqual([whose])
    expect(penaltyParts(told([changed], accused)).map(part => plain(part.whose))).toEqual([whose])
    expect(plain(reviewedWords(told([changed], accused)))).toBe(`стало: лишение свободы 2 года; ${whose}`)
  })
  it('of a case that lists nobody needs no words', () => {
    expect(band([listedPenalty('fine', 5_000, { person: null })], 0)?.more).toEqual([])
  })
  it('keeps what stands apart from what was taken away', () => {
    expect(band([prison, { ...fine, state: 'annulled' }])).toMatchObject({
      struck: false,
      more: ['испытательный срок 2 года', 'отменено: штраф 500 000 ₽'],
    })
    expect(band([{ ...fine, state: 'annulled' }])).toMatchObject({ main: 'штраф 500 000 ₽', struck: true })
    expect(band([fine], 1, true)).toMatchObject({ struck: true })
  })
  it('says that a court fine is no punishment, and what only the text tells', () =>
    expect(band([listedPenalty('court_fine', 25_000, { by_text: true, certainty: 0.9 })])).toEqual({
      main: 'вероятно, судебный штраф 25 000 ₽',
      struck: false,
      more: [plain(courtFineNote), 'извлечено из решения'],
    }))
  it('tells what a review made of it', () => {
    const review = told([listedPenalty('imprisonment', 24, { state: 'changed' }), { ...fine, state: 'annulled' }])
    expect(plain(reviewedWords(review))).toBe('стало: лишение свободы 2 года; отменено: штраф 500 000 ₽')
    expect(reviewedWords(undefined)).toBe('')
    expect(reviewedWords(told([]))).toBe('')
  })
})

describe('penalties among the facts of an instance', () => {
  const parts = (...of: Parameters<typeof told>) =>
    penaltyParts(told(...of)).map(({ whose, items }) => [
      plain(whose),
      ...items.map(({ words, struck, quote }) => `${struck ? '−' : '+'} ${plain(words)}${quote && ` «${quote}»`}`),
    ])
  it('stand by person, the main ones first, a sentence quoted once', () => {
    const said = { text: 'назначить лишение свободы со штрафом', person: 'Орлова М.С.' }
    expect(
      parts(
        [
          { ...fine, ...said },
          { ...prison, ...said },
          listedPenalty('works', 200, { person: 'Бродов Л.П.', text: 'работы' }),
        ],
        2,
      ),
    ).toEqual([
      [
        'Орлова М. С.',
        '+ лишение свободы 3 года условно, испытательный срок 2 года',
        '+ дополнительно: штраф 500 000 ₽ «назначить лишение свободы со штрафом»',
      ],
      ['Бродов Л. П.', '+ обязательные работы 200 часов «работы»'],
    ])
  })
  it('say what the instance did with each', () =>
    expect(
      parts([
        { ...prison, probation_months: null, state: 'changed' },
        { ...fine, state: 'annulled' },
      ]),
    ).toEqual([['', '+ изменено: лишение свободы 3 года условно', '− дополнительно: штраф 500 000 ₽, отменено']]))
  it('keep what the site says in words that have no name here', () =>
    expect(parts([listedPenalty('no_data', null, { text: 'прочее' })])).toEqual([['', '+ Нет данных «прочее»']]))
})

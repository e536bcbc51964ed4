import { describe, expect, it } from 'vitest'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import { accused, type ListedPenalty, listedPenalty, withPlainSpaces } from '../../test/penalties.ts'
import { penaltyParts } from './penalty-parts.ts'

const plain = withPlainSpaces
const told = (penalties: ListedPenalty[], count = 1, annulled = false) => ({
  penalties,
  defendants: accused(count),
  annulled,
})
const prison = listedPenalty('imprisonment', 36, { suspended: true, probation_months: 24 })
const fine = listedPenalty('fine', 500_000, { additional: true })

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
  it.each([
    [otherPerson, 1, 'другое лицо'],
    [null, 1, 'не сказано, кому'],
    [null, 0, ''],
    ['Бродов Л.П.', 1, ''],
    ['Бродов Л.П.', 2, 'Бродов Л. П.'],
  ])('of %s among %i accused are said to be of «%s» (decision 0068)', (person, count, whose) =>
    expect(parts([listedPenalty('fine', 5_000, { person })], count)[0]?.[0]).toBe(whose),
  )
  it('say that a court fine is no punishment', () =>
    expect(penaltyParts(told([listedPenalty('court_fine', 25_000)]))[0]?.items[0]?.note).toMatch(/^не\u00a0наказание/))
  it('keep what the site says in words that have no name here', () =>
    expect(parts([listedPenalty('no_data', null, { text: 'прочее' })])).toEqual([['', '+ Нет данных «прочее»']]))
})

import { describe, expect, it } from 'vitest'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import { accused, type ListedPenalty, listedPenalty, withPlainSpaces } from '../../test/penalties.ts'
import { penaltyLines } from './penalty-lines.ts'

const plain = withPlainSpaces
const told = (penalties: ListedPenalty[], count = 1, annulled = false) => {
  const { first, second, whole, ...rest } = penaltyLines({ penalties, defendants: accused(count), annulled })
  return { lines: [first, second].map(plain), whole: plain(whole), ...rest }
}
const of = (person: string, ...penalties: ListedPenalty[]): ListedPenalty[] =>
  penalties.map(one => ({ ...one, person }))
const prison = listedPenalty('imprisonment', 36)
const fine = listedPenalty('fine', 500_000, { additional: true })

describe('the penalty of a row', () => {
  it.each<[string, ListedPenalty[], string, string]>([
    ['an amount over its kind', [listedPenalty('fine', 10_000)], '10 000 ₽', 'штраф'],
    ['hours', [listedPenalty('works', 42)], '42 часа', 'обязательные работы'],
    ['a kind without an amount', [listedPenalty('caution')], 'предупреждение', ''],
    ['a masked amount', [listedPenalty('fine', null, { hidden: true })], 'скрыто', 'штраф'],
    ['nothing of what has no name', [listedPenalty('no_data')], '', ''],
    ['a term', [prison], '3 года', 'лишение свободы'],
    ['that it is suspended', [{ ...prison, suspended: true }], '3 года условно', 'лишение свободы'],
    [
      'that it is suspended, and the term is hidden',
      [listedPenalty('imprisonment', null, { suspended: true, hidden: true })],
      'скрыто',
      'лишение свободы условно',
    ],
    ['that it is probable', [{ ...prison, certainty: 0.9 }], '3 года', 'вероятно, лишение свободы'],
    ['the gravest first and the other with it', [fine, prison], '3 года', 'лишение свободы и штраф 500 000 ₽'],
    [
      'how many more there are',
      [prison, fine, listedPenalty('confiscation', null, { additional: true })],
      '3 года',
      'лишение свободы, штраф 500 000 ₽ и ещё 1',
    ],
    ['months in short', [listedPenalty('imprisonment', 33)], '2 года 9 мес.', 'лишение свободы'],
    ['life', [listedPenalty('life_imprisonment')], 'пожизненное лишение свободы', ''],
    [
      'that a court fine is no punishment',
      [listedPenalty('court_fine', 25_000)],
      '25 000 ₽',
      'судебный штраф (не наказание)',
    ],
  ])('says %s', (_, penalties, first, second) => expect(told(penalties).lines).toEqual([first, second]))

  it.each<[string, ListedPenalty[], number, string, string]>([
    ['the same of everybody', [...of('А', prison), ...of('Б', prison)], 2, '3 года', 'лишение свободы, у 2 лиц'],
    [
      'from the least to the most',
      [...of('А', prison), ...of('Б', listedPenalty('imprisonment', 60))],
      2,
      '3 года — 5 лет',
      'лишение свободы, у 2 лиц',
    ],
    [
      'that they differ',
      [...of('А', prison), ...of('Б', listedPenalty('works', 200))],
      2,
      'разные наказания',
      'у 2 лиц',
    ],
    [
      'that they differ when one has more beside it',
      [...of('А', prison, fine), ...of('Б', prison)],
      2,
      'разные наказания',
      'у 2 лиц',
    ],
    [
      'that they differ when one is suspended',
      [...of('А', prison), ...of('Б', { ...prison, value: 60, suspended: true })],
      2,
      'разные наказания',
      'у 2 лиц',
    ],
    ['that it is not told whose', [{ ...prison, person: null }], 2, '3 года', 'лишение свободы, не сказано, кому'],
    [
      'no number where one is not told',
      [...of('А', prison), listedPenalty('works', 200, { person: null })],
      3,
      'разные наказания',
      'у нескольких лиц',
    ],
    [
      'that it is not that of the only accused',
      of(otherPerson, prison),
      1,
      '3 года',
      'лишение свободы, у другого лица',
    ],
    ['that it may be another’s', [{ ...prison, person: null }], 1, '3 года', 'лишение свободы, не сказано, кому'],
    ['nothing of whose where nobody is listed', [{ ...prison, person: null }], 0, '3 года', 'лишение свободы'],
    ['of how many of the accused one is told', of('А', prison), 3, '3 года', 'лишение свободы, у 1 из 3 лиц'],
  ])('of several people says %s', (_, penalties, accused, first, second) =>
    expect(told(penalties, accused).lines).toEqual([first, second]),
  )

  it('strikes out what does not stand, and only that', () => {
    const gone = { ...prison, state: 'annulled' as const }
    expect(told([gone]).struck).toBe(true)
    expect(told([prison], 1, true).struck).toBe(true)
    expect(told([])).toMatchObject({ struck: false })
    expect(told([gone, fine])).toMatchObject({ struck: false, lines: ['500 000 ₽', 'штраф'] })
  })
  it('tells on a card, and to who points at it, all there is', () => {
    const all = [...of('Орлова М.С.', prison, fine), ...of('Бродов Л.П.', listedPenalty('works', 200))]
    expect(told(of('Орлова М.С.', prison, fine)).whole).toBe('лишение свободы 3 года и штраф 500 000 ₽')
    expect(told(all, 2).whole).toBe('разные наказания у 2 лиц')
    expect(told(all, 2).each.map(plain)).toEqual([
      'Орлова М. С.: лишение свободы 3 года и штраф 500 000 ₽',
      'Бродов Л. П.: обязательные работы 200 часов',
    ])
  })
})

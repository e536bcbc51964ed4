import { describe, expect, it } from 'vitest'
import { type ClueKind, clueRoles } from './clues.ts'
import { judgeLinks, mostMembers } from './judge-links.ts'
import type { Side } from './sides.ts'

/** What is one matter, what perhaps, and what not (domain §4): a false link calls a decision annulled. */
const person = { form: 'ВЕТРОГОНОВ П.И.', full: 'ВЕТРОГОНОВ ПЕТР ИЛЬИЧ' }
const another = { form: 'КРУТОЯРОВ И.Л.', full: 'КРУТОЯРОВ ИГНАТ ЛЬВОВИЧ' }
const side = (id: number, stage: 1 | 2, more: Partial<Side> = {}): Side => ({
  id,
  stage,
  type: 1,
  case_number: stage === 1 ? '5-10/2026' : '12-20/2026',
  case_uid: null,
  entry_date: stage === 1 ? '2026-03-01' : '2026-04-20',
  result_date: stage === 1 ? '2026-04-10' : '2026-05-20',
  court: stage === 1 ? 'Заречный районный суд' : 'Вымышленский областной суд',
  result: null,
  article_ids: [7],
  article_numbers: ['20.2'],
  related: [],
  accused: [person],
  maybe: [],
  ...more,
})
const [first, second] = [(more?: Partial<Side>) => side(1, 1, more), (more?: Partial<Side>) => side(2, 2, more)]
const told = (
  kind: ClueKind | 'uid',
  sides: readonly Side[],
  roles: readonly number[] = [],
  refused: string[] = [],
) => {
  const members = sides.map(({ id }, at) => ({ id, role: roles[at] ?? clueRoles.own }))
  const known = new Map(sides.map(one => [one.id, one]))
  const { links, candidates } = judgeLinks(known, [{ kind, members }], new Set(refused))
  const said = (word: string) => (one: { first: number; second: number; certainty: number }) =>
    `${word} ${one.first} ${one.second} ${one.certainty}`
  return [...links.map(said('link')), ...candidates.map(said('perhaps'))].join(', ')
}

describe('of two cases', () => {
  // biome-ignore format: a table reads best as one
  it.each<[string, ClueKind | 'uid', Partial<Side>, Partial<Side>, string]>([
    ['one УИД', 'uid', {}, {}, 'link 1 2 1'],
    ['one УИД is not doubted', 'uid', { article_ids: [1] }, { article_ids: [2], accused: [another], entry_date: '2026-04-05' }, 'link 1 2 1'],
    ['one protocol', 'protocol', {}, {}, 'link 1 2 0.95'],
    ['one protocol, another codex', 'protocol', {}, { type: 2 }, ''],
    ['one protocol, a review older than the case', 'protocol', {}, { entry_date: '2026-02-28' }, ''],
    ['one protocol, a review of the day on which the case came, before it was decided', 'protocol', {}, { entry_date: '2026-03-01' }, 'perhaps 1 2 0.48'],
    ['one protocol, a review of the day of the decision', 'protocol', {}, { entry_date: '2026-04-10' }, 'link 1 2 0.95'],
    ['one protocol, a review of the day before the decision', 'protocol', {}, { entry_date: '2026-04-09' }, 'perhaps 1 2 0.48'],
    ['one protocol, days not told', 'protocol', { entry_date: null, result_date: null }, {}, 'link 1 2 0.95'],
    ['one protocol, the day of a review not told', 'protocol', {}, { entry_date: null }, 'link 1 2 0.95'],
    ['one protocol, two УИД', 'protocol', { case_uid: 'A' }, { case_uid: 'B' }, 'perhaps 1 2 0.48'],
    ['one protocol, one УИД told', 'protocol', { case_uid: 'A' }, {}, 'link 1 2 0.95'],
    ['one protocol, the same УИД', 'protocol', { case_uid: 'A' }, { case_uid: 'A' }, 'link 1 2 0.95'],
    ['one protocol, somebody whose role is not told', 'protocol', {}, { accused: [], maybe: [person] }, 'perhaps 1 2 0.48'],
    ['one protocol, other articles', 'protocol', {}, { article_ids: [8] }, 'link 1 2 0.95'],
    ['one day', 'date', {}, {}, 'link 1 2 0.85'],
    ['one day, two УИД', 'date', { case_uid: 'A' }, { case_uid: 'B' }, ''],
    ['one day, other articles', 'date', {}, { article_ids: [8] }, 'perhaps 1 2 0.43'],
    ['one day, one article of several', 'date', { article_ids: [8, 7] }, {}, 'link 1 2 0.85'],
    ['one day, the articles of the case not told', 'date', { article_ids: [] }, {}, 'link 1 2 0.85'],
    ['one day, the articles of the review not told', 'date', {}, { article_ids: [] }, 'link 1 2 0.85'],
    ['one day, somebody whose role is not told', 'date', { accused: [], maybe: [person] }, {}, 'perhaps 1 2 0.43'],
  ])('%s', (_, kind, one, other, expected) => expect(told(kind, [first(one), second(other)])).toBe(expected))

  const related = (court?: string) => ({
    related: [{ case_number: '5-10/2026', ...(court !== undefined && { court }) }],
  })
  // biome-ignore format: a table reads best as one
  it.each<[string, keyof typeof clueRoles, Partial<Side>, Partial<Side>, string]>([
    ['a card names the number and the court', 'card', {}, { ...related('Заречный районный суд'), accused: [another] }, 'link 1 2 0.98'],
    ['a card names the number of another court', 'card', {}, related('Озёрный районный суд'), ''],
    ['a card names the number of both courts', 'card', {}, { related: [...related('Озёрный районный суд').related, ...related('Заречный районный суд').related] }, 'link 1 2 0.98'],
    ['a card names that court for another number', 'card', {}, { related: [{ case_number: '5-11/2026', court: 'Озёрный районный суд' }, ...related().related] }, 'link 1 2 0.98'],
    ['a card names the number alone, of the same person', 'card', {}, related(), 'link 1 2 0.98'],
    ['a card names the number alone, of another person', 'card', {}, { ...related(), accused: [another] }, ''],
    ['a card names the number alone, somebody’s role is not told', 'card', {}, { ...related(), accused: [], maybe: [person] }, 'perhaps 1 2 0.49'],
    ['a card names the number alone, and nobody', 'card', {}, { ...related(), accused: [] }, 'perhaps 1 2 0.49'],
    ['a card names the number alone, nobody is told of the case', 'card', { accused: [] }, related(), 'perhaps 1 2 0.49'],
    ['a card names the number and the court, but came before the case', 'card', {}, { ...related('Заречный районный суд'), entry_date: '2026-02-28' }, ''],
    ['a card names the number and the court, but came before the decision', 'card', {}, { ...related('Заречный районный суд'), entry_date: '2026-04-09' }, 'perhaps 1 2 0.49'],
    ['a text quotes the number, of the same person', 'text', {}, {}, 'link 1 2 0.9'],
    ['a text quotes the number, and the court on its card says nothing', 'text', {}, related('Озёрный районный суд'), 'link 1 2 0.9'],
    ['a text quotes the number, of another person', 'text', {}, { accused: [another] }, ''],
    ['a text quotes the number, and nobody is named', 'text', {}, { accused: [] }, ''],
    ['a text quotes the number, nobody is told of the case', 'text', { accused: [] }, {}, ''],
    ['a text quotes the number, two УИД', 'text', { case_uid: 'A' }, { case_uid: 'B' }, ''],
    ['a text quotes the number, other articles', 'text', {}, { article_ids: [8] }, 'perhaps 1 2 0.45'],
    ['two cases of that number, each its own', 'own', {}, {}, ''],
  ])('%s', (_, role, one, other, expected) =>
    expect(told('number_of_first', [first(one), second(other)], [clueRoles.own, clueRoles[role]])).toBe(expected))
})

describe('of several cases', () => {
  it('none is linked where two fit, and each is told how likely', () =>
    expect(told('protocol', [first(), second(), side(3, 2)])).toBe('perhaps 1 2 0.48, perhaps 1 3 0.48'))
  it('two of each instance fit four ways', () =>
    expect(told('protocol', [first(), side(3, 1), second(), side(4, 2)])).toBe(
      'perhaps 1 2 0.24, perhaps 1 4 0.24, perhaps 3 2 0.24, perhaps 3 4 0.24',
    ))
  it('one is linked where somebody has refused the other', () =>
    expect(told('protocol', [first(), second(), side(3, 2)], [], ['1 3'])).toBe('link 1 2 0.95'))
  it('a number that two courts have is of the one whose person it is', () =>
    expect(
      told(
        'number_of_first',
        [first(), side(3, 1, { accused: [another] }), second()],
        [clueRoles.own, clueRoles.own, clueRoles.card],
      ),
    ).toBe('link 1 2 0.98'))
  it('a number that two courts have is of neither where both may be meant', () =>
    expect(
      told('number_of_first', [first(), side(3, 1), second()], [clueRoles.own, clueRoles.own, clueRoles.text]),
    ).toBe('perhaps 1 2 0.45, perhaps 3 2 0.45'))
  it('a number is of nobody but whose own it is', () =>
    expect(told('number_of_first', [first(), second()], [clueRoles.card, clueRoles.card])).toBe(''))
  it('those that are not known here count for nothing', () => {
    const members = [1, 2, 3].map(id => ({ id, role: clueRoles.own }))
    const known = new Map([first(), second()].map(one => [one.id, one]))
    expect(judgeLinks(known, [{ kind: 'protocol', members }]).links).toHaveLength(1)
  })

  const many = (count: number) => [first(), ...Array.from({ length: count }, (_, n) => side(n + 2, 2))]
  it.each([
    [12, 12],
    [13, 0],
  ])('of a case with %i candidates %i are told', (count, shown) =>
    expect(told('protocol', many(count)).split(', ').filter(Boolean)).toHaveLength(shown),
  )
  it.each([
    [mostMembers, 'link 1 2 0.95'],
    [mostMembers + 1, ''],
  ])('a clue that %i cases share says: %s', (count, expected) => {
    const sides = [first(), second(), ...Array.from({ length: count - 2 }, (_, n) => side(n + 3, 1, { stage: 3 }))]
    expect(told('protocol', sides)).toBe(expected)
  })

  it('of two clues the surer is told', () => {
    const members = [1, 2].map(id => ({ id, role: clueRoles.own }))
    const known = new Map([first(), second()].map(one => [one.id, one]))
    for (const kinds of [['date', 'uid', 'protocol'] as const, ['uid', 'protocol', 'date'] as const])
      expect(
        judgeLinks(
          known,
          kinds.map(kind => ({ kind, members })),
        ),
      ).toEqual({ links: [{ first: 1, second: 2, why: 'same_uid', certainty: 1 }], candidates: [] })
  })
  it('a sure clue counts more than a surer kind that fits two', () => {
    const known = new Map([first(), second(), side(3, 2)].map(one => [one.id, one]))
    const of = (kind: ClueKind | 'uid', ids: readonly number[]) => ({
      kind,
      members: ids.map(id => ({ id, role: clueRoles.own })),
    })
    expect(judgeLinks(known, [of('uid', [1, 2, 3]), of('date', [1, 2])]).links).toEqual([
      { first: 1, second: 2, why: 'same_person_date', certainty: 0.85 },
    ])
  })
})

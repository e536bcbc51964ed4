import { describe, expect, it } from 'vitest'
import type { DefendantRow, PersonCase } from '#shared/api/defendants.ts'
import { barePenalty } from '#shared/domain/penalty-wording.ts'
import type { EvidenceKind } from '#shared/domain/person-evidence.ts'
import {
  besideWords,
  cityNames,
  namesakeWords,
  penaltiesOfPerson,
  penaltySum,
  penaltyTimes,
  reasonsOfPerson,
  secondInstanceWords,
  someArticles,
  spanWords,
} from './defendant-wording.ts'

const row: DefendantRow = {
  id: 1,
  name: 'Ветрогонов Пётр Ильич',
  gender: 'm',
  regions: [77, 36],
  cities: ['Москва', 'Воронеж', 'Лиски', 'Бутурлиновка'],
  cases_count: 3,
  second_instance_count: 0,
  codex_articles: [],
  first_entry_date: '2024-03-02',
  last_entry_date: '2026-05-05',
  at_risk: false,
  namesakes_count: 0,
  found_count: 1,
  found_second_instance_count: 0,
}
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('a person in words', () => {
  it('says how many cases, and when', () => {
    expect(plain(spanWords(row))).toBe('3 дела с 2 марта 2024 по 5 мая 2026')
    expect(plain(spanWords({ ...row, cases_count: 1, last_entry_date: '2024-03-02' }))).toBe('1 дело, 2 марта 2024')
    expect(plain(spanWords({ ...row, first_entry_date: null, last_entry_date: null }))).toBe('3 дела')
  })
  it('says nothing of a second instance that was not', () => {
    expect(secondInstanceWords(0)).toBe('')
    expect(plain(secondInstanceWords(2))).toBe('2 во 2-й инст.')
  })
  it('does not repeat a city that is a region', () => expect(plain(cityNames(row))).toBe('Воронеж, Лиски и ещё 1'))
  it('says how many others bear the name, and why cases of several courts are one person’s', () => {
    expect(namesakeWords(row)).toBe('')
    expect(plain(namesakeWords({ namesakes_count: 2 }))).toBe('ещё 2 лица с таким именем')
    const by = (is_automatic: boolean, ...evidence: EvidenceKind[]) => ({
      name_relation: 'full' as const,
      evidence,
      is_automatic,
    })
    const joined_by = [
      by(true, 'linked', 'same_uid', 'appeal_follows', 'same_region', 'common_full_name'),
      by(true, 'same_city', 'same_region', 'rare_full_name'),
      by(true, 'same_city', 'same_region', 'rare_full_name', 'long_apart'),
      by(false),
    ]
    expect(reasonsOfPerson({ joined_by })).toEqual([
      'дела связаны как инстанции',
      'один город, редкое имя',
      'решение администратора',
    ])
  })
  it('names the codex of every article', () => {
    const { shown, more } = someArticles(
      [
        { id: 1, name: '20.2 ч. 5', codex: 'koap' },
        { id: 2, name: '212.1', codex: 'uk' },
      ],
      1,
    )
    expect(shown.map(plain)).toEqual(['ст. 20.2 ч. 5 КоАП'])
    expect(plain(more)).toBe('и ещё 1')
  })
  it.each([
    [{ type: 'fine', count: 2, value: 30_000, unstated: 0 }, '30 000 ₽', '2 раза'],
    [{ type: 'arrest', count: 1, value: 15, unstated: 0 }, '15 суток', '1 раз'],
    [{ type: 'works', count: 5, value: null, unstated: 5 }, '', '5 раз, размер не известен: 5'],
    [{ type: 'imprisonment', count: 2, value: 54, unstated: 0 }, '4 года 6 месяцев', '2 раза'],
    [{ type: 'life_imprisonment', count: 1, value: null, unstated: 1 }, '', '1 раз'],
    [{ type: 'caution', count: 3, value: null, unstated: 3 }, '', '3 раза'],
  ])('sums penalties: %j', (penalty, sum, times) => {
    expect(plain(penaltySum(penalty))).toBe(sum)
    expect(plain(penaltyTimes(penalty))).toBe(times)
  })
})

describe('penalties of a case of several people', () => {
  const penalty = (whose: PersonCase['penalties'][number]['whose'], type = 'fine') => ({
    type,
    value: 1_000,
    hidden: false,
    text: '',
    by_text: false,
    ...barePenalty,
    person: null,
    whose,
  })
  it.each<[string, ReturnType<typeof penalty>[], number, number, string]>([
    ['are told as the person’s', [penalty('person')], 2, 1, 'По делу проходит ещё 2 других лица.'],
    ['are left out as another’s', [penalty('other')], 1, 0, 'По делу проходит ещё 1 другое лицо.'],
    [
      'may be another’s where it is not told whose',
      [penalty('unknown')],
      1,
      1,
      'По делу проходит ещё 1 другое лицо: наказание может быть не этого лица.',
    ],
    ['need no words where nobody else is accused', [penalty('person')], 0, 1, ''],
    ['may be of somebody who is not listed', [penalty('unknown')], 0, 1, 'Наказание может быть не этого лица.'],
    [
      'need no words of what is no penalty',
      [penalty('unknown', 'no_data')],
      1,
      0,
      'По делу проходит ещё 1 другое лицо.',
    ],
  ])('%s', (_, penalties, others_count, count, words) => {
    expect(penaltiesOfPerson({ penalties })).toHaveLength(count)
    expect(plain(besideWords({ penalties, others_count, names_person: true }))).toBe(words)
  })
})

import { describe, expect, it } from 'vitest'
import { penaltyTypeNames } from './outcomes.ts'
import {
  barePenalty,
  byWeight,
  otherPerson,
  penaltyKinds,
  penaltyList,
  penaltyText,
  sentenceText,
  type WordedPenalty,
} from './penalty-wording.ts'

const penalty = (type: string, value: number | null = null, part: Partial<WordedPenalty> = {}): WordedPenalty => ({
  type,
  value,
  hidden: false,
  by_text: false,
  ...barePenalty,
  ...part,
})
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

// biome-ignore format: a table reads best as one
const kinds: readonly (readonly [type: string, value: number | null, words: string])[] = [
  ['fine', 500_000, 'штраф 500 000 ₽'],
  ['arrest', 1, 'арест 1 сутки'],
  ['arrest', 7, 'арест 7 суток'],
  ['works', 42, 'обязательные работы 42 часа'],
  ['caution', null, 'предупреждение'],
  ['suspension', 30, 'приостановление деятельности 30 суток'],
  ['deportation', null, 'выдворение'],
  ['imprisonment', 30, 'лишение свободы 2 года 6 месяцев'],
  ['imprisonment', 1.5, 'лишение свободы 1 месяц 15 дней'],
  ['imprisonment', 35.99, 'лишение свободы 3 года'],
  ['imprisonment', 11.99, 'лишение свободы 1 год'],
  ['imprisonment', 0.5, 'лишение свободы 15 дней'],
  ['imprisonment', 144, 'лишение свободы 12 лет'],
  ['life_imprisonment', null, 'пожизненное лишение свободы'],
  ['forced_labour', 24, 'принудительные работы 2 года'],
  ['corrective_works', 8, 'исправительные работы 8 месяцев'],
  ['restriction', 10, 'ограничение свободы 10 месяцев'],
  ['criminal_arrest', 4, 'арест 4 месяца'],
  ['deprivation', 21, 'лишение права 1 год 9 месяцев'],
  ['disqualification', 12, 'дисквалификация 1 год'],
  ['confiscation', null, 'конфискация'],
  ['military_restriction', 6, 'ограничение по военной службе 6 месяцев'],
  ['disciplinary_unit', 10, 'содержание в дисциплинарной воинской части 10 месяцев'],
  ['title_loss', null, 'лишение звания'],
  ['visit_ban', 6, 'запрет на посещение соревнований 6 месяцев'],
  ['court_fine', 25_000, 'судебный штраф 25 000 ₽'],
]

describe('a penalty in words', () => {
  it.each(kinds)('%s of %s is «%s»', (type, value, words) =>
    expect(plain(penaltyText(penalty(type, value)))).toBe(words),
  )
  it('is there for every kind that names one', () => {
    const told = new Set(kinds.map(([type]) => type))
    expect(penaltyTypeNames.filter(type => !told.has(type))).toEqual(['no_data', 'error'])
    expect(Object.keys(penaltyKinds).filter(type => !told.has(type))).toEqual([])
  })
  it.each<[WordedPenalty, string]>([
    [
      penalty('imprisonment', 36, { suspended: true, probation_months: 24 }),
      'лишение свободы 3 года условно, испытательный срок 2 года',
    ],
    [penalty('corrective_works', 12, { percent: 10 }), 'исправительные работы 1 год, удержание 10 %'],
    [penalty('fine', null, { multiple: 2 }), 'штраф, в 2-кратном размере'],
    [penalty('fine', 200_000, { multiple: 2 }), 'штраф 200 000 ₽'],
    [penalty('fine', null, { hidden: true }), 'штраф, размер скрыт судом'],
    [penalty('deprivation', 24, { state: 'annulled' }), 'лишение права 2 года, отменено'],
    [penalty('fine', 500, { state: 'released' }), 'штраф 500 ₽, с освобождением от наказания'],
    [penalty('imprisonment', 36, { certainty: 0.94 }), 'вероятно, лишение свободы 3 года'],
    [penalty('imprisonment', 36, { certainty: 0.95 }), 'лишение свободы 3 года'],
    [penalty('no_data'), 'Нет данных'],
    [penalty('no_data', null, { by_text: true }), 'другое наказание'],
  ])('%o', (one, words) => expect(plain(penaltyText(one))).toBe(words))
})

describe('what one person got', () => {
  const prison = penalty('imprisonment', 36)
  const fine = penalty('fine', 500_000, { additional: true })
  it('begins with what weighs most, whatever comes first: no lesser one stands for it', () => {
    expect(byWeight([penalty('caution'), fine, prison, penalty('confiscation')]).map(({ type }) => type)).toEqual([
      'imprisonment',
      'confiscation',
      'caution',
      'fine',
    ])
    expect(byWeight([{ ...prison, state: 'annulled' as const }, fine])[0]?.type).toBe('fine')
  })
  it.each<[WordedPenalty[], string]>([
    [[], ''],
    [[fine, prison], 'лишение свободы 3 года и штраф 500 000 ₽'],
    [
      [prison, fine, penalty('restriction', 12, { additional: true })],
      'лишение свободы 3 года, ограничение свободы 1 год и штраф 500 000 ₽',
    ],
    [
      [{ ...prison, suspended: true, probation_months: 36 }, fine],
      'лишение свободы 3 года условно, испытательный срок 3 года; штраф 500 000 ₽',
    ],
    [[prison, penalty('fine', 5_000, { state: 'annulled' })], 'лишение свободы 3 года; штраф 5 000 ₽, отменено'],
  ])('%o', (penalties, words) => expect(plain(sentenceText(penalties))).toBe(words))
  it.each<[WordedPenalty[], string]>([
    [[fine, prison], 'лишение свободы 3 года и штраф 500 000 ₽ (дополнительное)'],
    [[prison, penalty('fine', 5_000, { state: 'annulled' })], 'лишение свободы 3 года; штраф 5 000 ₽, отменено'],
    [
      [
        { ...fine, certainty: 0.7 },
        { ...prison, suspended: true, probation_months: 24 },
      ],
      'лишение свободы 3 года условно, испытательный срок 2 года; вероятно, штраф 500 000 ₽ (дополнительное)',
    ],
  ])('is parted in a list as in a line: %o', (penalties, words) =>
    expect(
      penaltyList(
        penalties.map(one => ({ ...one, person: null })),
        false,
      ).map(plain),
    ).toEqual([words]),
  )
})

it('a penalty of somebody who is not listed stands apart from those of the only accused (decision 0068)', () => {
  const works = { type: 'works', value: 200, hidden: false, by_text: true, ...barePenalty }
  const lines = penaltyList(
    [
      { ...works, person: 'Багранов И.Л.' },
      { ...works, value: 300, person: otherPerson },
    ],
    false,
  )
  expect(lines.map(line => line.replaceAll('\u00a0', ' '))).toEqual([
    'обязательные работы 200 часов',
    'другое лицо: обязательные работы 300 часов',
  ])
})

import { describe, expect, it } from 'vitest'
import { cardOfTabs, type Tab } from '../../test/card-tabs.ts'
import { caseOfCard } from './card-case.ts'
import type { Card } from './collector.ts'

/** What a card tells of its case: the case itself, its articles, its result, and which of its decisions is its text. */
const koap = 'Дела об административных правонарушениях - первая инстанция'
const uk = 'Уголовные дела - первая инстанция'
const court = { title: 'Заречный районный суд', region: 59 }
const name = 'Ветрогонов Пётр Ильич'
type Told = Partial<Card> & { tabs?: readonly Tab[]; source?: Partial<Parameters<typeof caseOfCard>[1]> }
const caseOf = ({ tabs = [], source, ...card }: Told) =>
  caseOfCard(
    { ...cardOfTabs(tabs), catalogue: koap, ...card },
    { url: new URL('https://zarechny.perm.sudrf.ru/card'), keys: () => ({ source_key: 'test:1' }), court, ...source },
  )
const notesOf = (told: Told): string[] =>
  caseOf(told).notes.map(({ code, where, value }) => `${code}: ${where}: ${value}`)
const fields = (...labels: (readonly [string, string])[]): Tab => ['ДЕЛО', ...labels.map(one => ['=', ...one] as const)]

describe('a card', () => {
  it('without a court, a number or known proceedings is no case, and says so', () => {
    expect(caseOf({}).case).toMatchObject({ type: 1, stage: 1, case_number: '5-1/2026', court })
    expect(caseOf({ source: { court: undefined } }).case).toBeNull()
    expect(notesOf({ source: { court: undefined } })).toEqual(['unknown_court: url: zarechny.perm.sudrf.ru'])
    expect(notesOf({ source: { court: undefined, url: undefined } })).toEqual(['unknown_court: url: '])
    expect(caseOf({ number: '' }).case).toBeNull()
    expect(notesOf({ number: '' })).toEqual(['missing: case_number: '])
    const unknown = { catalogue: 'Чаепития', number: 'Ы-1/2026' }
    expect(caseOf(unknown).case).toBeNull()
    expect(notesOf(unknown)).toEqual(['unknown_catalogue: catalogue: Чаепития'])
  })

  it('of other proceedings is none of ours', () => {
    const civil = 'Гражданские и административные дела - первая инстанция'
    expect(caseOf({ catalogue: civil, tabs: [fields(['Погода', 'дождь'])] })).toEqual({
      case: null,
      notes: [{ code: 'other_proceedings', where: 'catalogue', value: civil }],
    })
  })

  it('is of the proceedings that its number tells where nothing else does, less surely', () => {
    const { case: read, inferred } = caseOf({ catalogue: 'Чаепития', number: '1-7/2026' })
    expect(read).toMatchObject({ type: 2, stage: 1, url: 'https://zarechny.perm.sudrf.ru/card' })
    expect(inferred).toEqual([{ field: 'type, stage', from: 'номер 1-7/2026', certainty: 0.9 }])
    expect(caseOf({}).inferred).toBeUndefined()
    expect(caseOf({ source: { url: undefined } }).case).not.toHaveProperty('url')
  })

  it('that the schema refuses is no case, and says why', () => {
    const [tooLong] = [fields(['Судья', 'Я'.repeat(5_000)])]
    expect(caseOf({ tabs: [tooLong] }).case).toBeNull()
    expect(notesOf({ tabs: [tooLong] })).toEqual([expect.stringMatching(/^refused_by_schema: judge: /)])
  })

  it('notes the beginning of what it cannot read', () => {
    const [{ value } = { value: '' }] = caseOf({ tabs: [fields(['Погода', 'д'.repeat(900)])] }).notes
    expect(value).toHaveLength(500)
  })

  it.each([
    ['22К-1372/2026', true],
    ['10К-3/2026', true],
    ['3/1-12/2026', true],
    ['4/17-5/2026', true],
    ['1-151/2026', false],
    ['1-43/2026', false],
  ])('of the number %s is a material: %s', (number, isMaterial) =>
    expect(caseOf({ catalogue: uk, number }).is_material ?? false).toBe(isMaterial),
  )

  it('has related numbers where it tells some', () => {
    const lower: Tab = ['РАССМОТРЕНИЕ В НИЖЕСТОЯЩЕМ СУДЕ', ['=', 'Номер дела в первой инстанции', '1-17/2025']]
    expect(caseOf({ tabs: [lower] }).case?.related).toEqual([{ case_number: '1-17/2025' }])
    expect(caseOf({}).case).not.toHaveProperty('related')
  })
})

// biome-ignore format: a table reads best as one
it.each<[catalogue: string, written: string, articles: readonly string[]]>([
  [koap, '20.2 ч.5', ['20.2 5']],
  [koap, 'ст.20.2 ч.5; 19.3 ч. 1', ['20.2 5', '19.3 1']],
  [koap, '20.2 ч.5, 19.3 ч.1', ['20.2 5', '19.3 1']],
  [uk, 'ст.30 ч.3 - 158 ч.1', ['158 1']],
  [koap, '20.2.2 КоАП', ['20.2.2']],
  [koap, '6.1.1', ['6.1.1']],
  [koap, '20.2\n19.3 ч.1', ['20.2', '19.3 1']],
  [koap, 'ст. 20.2, ч. 5\nст. 19.3, ч. 1', ['20.2 5', '19.3 1']],
  [uk, '158 ч.1', ['158 1']],
  [uk, '158, ч.2', ['158 2']],
  [uk, '158 часть 2', ['158 2']],
  [uk, '280.3 ч.1', ['280.3 1']],
  [uk, '158 УК', ['158']],
  [uk, '158 ч.1\n161 ч.2', ['158 1', '161 2']],
  [uk, 'ст.30 ч.3\nст.158 ч.2', ['158 2']],
  [uk, 'ст. 30 ч. 3 -\nст. 158 ч. 2', ['158 2']],
  [uk, 'ч. 2 ст. 158 УК РФ\nп. «а» ч. 2 ст. 161 УК РФ', ['158 2', '161 2']],
  [uk, 'п. «г» ч. 3 ст. 158 УК РФ\nст. 161 УК РФ', ['158 3', '161']],
  [uk, 'ст. 158\nУК РФ', ['158']],
])('in «%s» the articles «%j» are %j', (catalogue, written, articles) => {
  const { case: read, notes } = caseOf({ catalogue, tabs: [fields(['Перечень статей', written])] })
  const told = read?.articles?.map(one => [one.article_number, one.part].filter(Boolean).join(' '))
  expect([told, notes]).toEqual([articles, []])
})
it('articles that nobody can read are noted', () =>
  expect(notesOf({ tabs: [fields(['Перечень статей', 'как обычно'])] })).toEqual([
    'unreadable_article: articles: как обычно',
  ]))

const ended = (result: string): Tab => fields(['Результат рассмотрения', result])
const people = (...results: string[]): Tab => [
  'ЛИЦА',
  ['ФИО подсудимого', 'Результат в отношении лица', 'Дата рассмотрения дела в отношении лица'],
  ...results.map((result, at) => [`${name}${at}`, result, '12.02.2026']),
]
const terminated = 'Уголовное дело ПРЕКРАЩЕНО'
// biome-ignore format: a table reads best as one
it.each<[what: string, catalogue: string, tabs: readonly Tab[], result: string | undefined, ground?: string | undefined, inferred?: number]>([
  ['its own', uk, [ended('Вынесен ПРИГОВОР')], 'Вынесен ПРИГОВОР'],
  ['its own, whatever became of people', uk, [ended('Вынесен ПРИГОВОР'), people('Осуждён')], 'Вынесен ПРИГОВОР'],
  ['its own, with the ground of its only accused', uk, [ended(terminated), people('Примирение с потерпевшим')], terminated, 'Примирение с потерпевшим'],
  ['its own, of another result no ground', uk, [ended('Вынесен ПРИГОВОР'), people('Примирение с потерпевшим')], 'Вынесен ПРИГОВОР'],
  ['its own, of two grounds none', uk, [ended(terminated), people('Примирение с потерпевшим', 'Деятельное раскаяние')], terminated],
  ['that of all its people', uk, [people('Вынесен ПРИГОВОР', 'Вынесен ПРИГОВОР')], 'Вынесен ПРИГОВОР', undefined, 1],
  ['none where people have two', uk, [people('Вынесен ПРИГОВОР', terminated)], undefined],
  ['of a ground alone', uk, [people('Примирение с потерпевшим')], terminated, 'Примирение с потерпевшим', 0.9],
  ['of the ground of a lapse', uk, [people('Истечение сроков давности')], terminated, 'Истечение сроков давности', 0.9],
  ['of an absent act', uk, [people('Отсутствие события преступления')], terminated, 'Отсутствие события преступления', 0.9],
  ['of remorse', uk, [people('Деятельное раскаяние')], terminated, 'Деятельное раскаяние', 0.9],
  ['of other times', uk, [people('Изменение обстановки')], terminated, 'Изменение обстановки', 0.9],
  ['of a court fine', uk, [people('в связи с назначением судебного штрафа')], terminated, 'в связи с назначением судебного штрафа', 0.9],
  ['of a fine of the court', uk, [people('С назначением судебного штрафа')], terminated, 'С назначением судебного штрафа', 0.9],
  ['of no reconciliation', uk, [people('Отказано: примирения нет')], 'Отказано: примирения нет', undefined, 1],
  ['of a case of КоАП no ground', koap, [people('Истечение сроков давности')], 'Истечение сроков давности', undefined, 1],
])('the result of a case: %s', (_, catalogue, tabs, result, ground, certainty) => {
  const { case: read, inferred = [] } = caseOf({ catalogue, tabs })
  expect([read?.result, read?.result_ground]).toEqual([result, ground])
  const days = inferred.filter(({ field }) => field === 'result_date')
  expect(inferred.find(({ field }) => field === 'result')?.certainty).toBe(certainty)
  const isOfPeople = tabs.some(([title]) => title === 'ЛИЦА')
  expect(days).toEqual(isOfPeople ? [{ field: 'result_date', from: 'результат в отношении лица', certainty: 1 }] : [])
})

const second = 'Уголовные дела - апелляция'
// biome-ignore format: a table reads best as one
it.each<[catalogue: string, acts: readonly string[], text: string | undefined, notes?: readonly string[]]>([
  [uk, ['Приговор'], 'Приговор'],
  [uk, ['Определение', 'Приговор', 'Постановление'], 'Приговор'],
  [uk, ['Постановление', 'Решение', 'Определение'], 'Решение'],
  [uk, ['Письмо', 'Определение', 'Письмо'], 'Определение'],
  [uk, ['Письмо', 'Записка'], 'Записка'],
  [uk, ['Разрешение', 'Постановление'], 'Постановление'],
  [uk, ['Приговор первый', 'Приговор второй'], 'Приговор второй'],
  [uk, ['Апелляционное постановление'], undefined],
  [uk, ['Постановление', 'Приговор вышестоящего суда'], 'Постановление'],
  [second, ['Постановление', 'Апелляционное определение'], 'Апелляционное определение'],
  [second, ['Кассационное определение', 'Постановление'], 'Кассационное определение'],
])('of a case of «%s» with %j the text is that of «%s»', (catalogue, titles, text) => {
  const { case: read, notes } = caseOf({ catalogue, number: '22-1/2026', acts: titles.map(title => ({ title, text: title })) })
  expect([read?.text, notes.map(({ value }) => value)]).toEqual([text, titles.length > 1 ? [titles.join('; ')] : []])
})
it('a decision without its text and address is none', () => {
  const acts = [
    { title: 'Приговор', text: '' },
    { title: 'Приговор' },
    { title: 'Постановление', url: 'https://zarechny.perm.sudrf.ru/1' },
  ]
  expect(caseOf({ catalogue: uk, acts })).toMatchObject({
    case: { text_url: 'https://zarechny.perm.sudrf.ru/1' },
    notes: [],
  })
})

import { describe, expect, it } from 'vitest'
import { koapInstance } from './koap-instance.ts'
import { readRegistryRow } from './registry.ts'
import { regionByTitle } from './registry-regions.ts'

const row = (given: Record<string, unknown> = {}) => ({
  number: '5-17/2021',
  persons: 'Сёмин Пётр Ильич',
  articles: 'ст.20.2 ч.5 КоАП РФ',
  entry_date: '01.02.2021',
  region: 'Пермский край',
  court: 'Заречный районный суд г. Вымышленска',
  result: 'Вынесено постановление о назначении административного наказания',
  result_date: '15.02.2021',
  ...given,
})
const record = (given: Record<string, unknown> = {}) => {
  const read = readRegistryRow(row(given))
  if ('reason' in read) throw new Error(read.reason)
  return read.record
}
const reason = (given: Record<string, unknown>) => {
  const read = readRegistryRow(row(given))
  return 'reason' in read ? read.reason : 'read'
}
const koap = (article_number: string, part: string) => ({ codex: 'koap', article_number, part })

describe('a row of a registry export', () => {
  it('becomes a case', () =>
    expect(record()).toMatchObject({
      source_key: 'registry|59|Заречный районный суд г. Вымышленска|5-17/2021',
      type: 1,
      stage: 1,
      court: { title: 'Заречный районный суд г. Вымышленска', region: 59 },
      case_number: '5-17/2021',
      entry_date: '2021-02-01',
      result_date: '2021-02-15',
      result: 'Вынесено постановление о назначении административного наказания',
      articles: [koap('20.2', '5')],
      defendants: [{ name: 'Сёмин Пётр Ильич', articles: [koap('20.2', '5')] }],
    }))
  it('takes an empty string and null for absent', () => {
    const read = record({ result: '', result_date: null, entry_date: '', persons: null, articles: null })
    expect(read).toMatchObject({ articles: [], defendants: [] })
    expect(read.result ?? read.result_date ?? read.entry_date).toBeUndefined()
  })
  const told = { articles: [koap('20.2', '5')] }
  const none = { articles: [], role: 'unknown', article_state: 'none' }
  const notTold = { articles: [], role: 'unknown', article_state: 'not_told' }
  const [first, second] = ['ст.20.2 ч.5 КоАП РФ', 'ст.19.3 ч.1 КоАП РФ']
  it.each([
    ['pairwise', 'Сёмин П.И., Ким Д.В.', `Не заполнено, ${first}`, [none, told]],
    ['pairwise, three', 'Сёмин П.И., Ким Д.В., Ли А.', `${first}, Не заполнено, ${second}`, [told, none, {}]],
    ['one and its value', 'Сёмин П.И.', first, [told]],
    ['one and a last comma', 'Сёмин П.И., ', first, [told]],
    ['one without a value', 'Сёмин П.И.', 'Не заполнено', [none]],
    ['nothing is said of articles', 'Сёмин П.И.', '', [notTold]],
    [
      'more names: the first is certain',
      'Сёмин П.И., Ким Д.В., Ли А.',
      `${first}, Не заполнено`,
      [told, notTold, notTold],
    ],
    [
      'more names: the first has none',
      'Сёмин П.И., Ким Д.В., Ли А.',
      `Не заполнено, ${first}`,
      [none, notTold, notTold],
    ],
    ['more values', 'Сёмин П.И.', `${first}, ${second}`, [told]],
    [
      'names cut off by dots',
      'ОП № 5, Сёмин П.И., Росто...',
      `Не заполнено, ${first}, ${second}`,
      [none, notTold, notTold],
    ],
    ['names cut off by a comma', 'ОП № 5, Сёмин П.И., ', `Не заполнено, ${first}`, [none, notTold]],
  ])('gives articles to whom they certainly are of: %s', (_, persons, articles, people) => {
    const read = record({ persons, articles })
    expect(read.defendants).toMatchObject(people)
    expect(read.defendants).toHaveLength(people.length)
  })
  it('keeps every article for the case, whoever they are of', () =>
    expect(
      record({ persons: 'Сёмин П.И., Ким Д.В., Ли А.', articles: `Не заполнено, ${first}; ${second}` }).articles,
    ).toEqual([koap('20.2', '5'), koap('19.3', '1')]))
  it('parts people by commas, but not inside quotes, and not at the end', () =>
    expect(record({ persons: 'ООО «Альфа, Бета», Сёмин Пётр Ильич,  ' }).defendants.map(({ name }) => name)).toEqual([
      'ООО «Альфа, Бета»',
      'Сёмин Пётр Ильич',
    ]))
  it('loses nobody behind a quote that is never closed', () =>
    expect(record({ persons: 'Отделение партии «Вымышленная партия Росс..., Сёмин П.И.' }).defendants).toHaveLength(2))

  it.each([
    [{ region: 'Тридевятое царство' }, 'region: нет региона «Тридевятое царство»'],
    [{ region: null }, 'region: не заполнено'],
    [{ entry_date: '31.02.2021' }, 'entry_date: нет такой даты «31.02.2021»'],
    [{ result_date: '2021-02-15' }, 'result_date: нет такой даты «2021-02-15»'],
    [{ entry_date: '01.02.1021' }, 'entry_date: год от 1990 до 2100'],
    [{ articles: 'статья' }, 'articles: Не удалось прочитать статью «статья»: непонятно'],
    [{ number: '' }, 'number: не заполнено'],
    [{ number: 17 }, 'number: нужна строка'],
    [{ court: undefined }, 'court: не указано'],
    [{ extra: 1 }, 'неизвестное поле «extra»'],
    [{ number: '17/2021', result: null }, 'number: по номеру «17/2021» не видно, какая это инстанция'],
    [
      { number: '5-17/2021', result: 'Отменено' },
      'number: номер «5-17/2021», суд и результат говорят о разных инстанциях',
    ],
  ])('is refused with the reason: %o', (given, sentence) => expect(reason(given)).toBe(sentence))
})

describe('the instance of a КоАП case (domain §1)', () => {
  const district = 'Заречный районный суд'
  const regional = 'Вымышленный областной суд'
  const first = 'Вынесено постановление о назначении административного наказания'
  it.each([
    ['5-17/2021', district, undefined, 1],
    ['5-9/2022 (5-700/2021;)', district, undefined, 1],
    ['5|1|-17/2021', district, undefined, 1],
    ['5[2]-17/2021', district, undefined, 1],
    ['5(2)-17/2021', district, undefined, 1],
    ['B5-2-17/2021', district, undefined, 1],
    ['05-17/2021', district, undefined, 1],
    ['5-А17/2021', district, undefined, 1],
    ['12-17/2021', district, undefined, 2],
    ['12-17/2021', regional, undefined, 2],
    ['7п-17/2021', regional, undefined, 2],
    ['7.1-17/2021', regional, 'Оставлено без изменения', 2],
    ['30-1-17/2021', regional, undefined, 2],
    ['П16-17/2021', 'Первый кассационный суд общей юрисдикции', 'Возвращено без рассмотрения', 2],
    // A district court that numbers otherwise: the result tells.
    ['7-17/2021', district, first, 1],
    ['4/17/2021', 'Вымышленский гарнизонный военный суд', first, 1],
    ['02/5-17/2021', district, first, 1],
    ['а-17/2021', district, 'Оставлено без изменения', 2],
  ] as const)('%s, %s, %s: %i', (number, court, result, stage) =>
    expect(koapInstance(number, court, result)).toEqual({ stage }),
  )
  it.each([
    ['7-17/2021', district, undefined],
    ['7-17/2021', district, 'Возвращено без рассмотрения'],
    ['12-17/2021', district, first],
    ['5-17/2021', regional, undefined],
  ] as const)('is not guessed: %s, %s, %s', (number, court, result) =>
    expect(koapInstance(number, court, result)).toHaveProperty('reason'),
  )
})

it.each([
  ['город Санкт-Петербург', 78],
  ['Город Москва', 77],
  ['город Севастополь', 92],
  ['Кемеровская область - Кузбасс', 42],
  ['Ханты-Мансийский автономный округ - Югра (Тюменская область)', 86],
  ['Карачаево-Черкесская Республика', 9],
  ['Республика Северная Осетия-Алания', 15],
  ['Республика Саха (Якутия)', 14],
  ['Чувашская Республика - Чувашия', 21],
  ['ПЕРМСКИЙ КРАЙ', 59],
])('%s is region %i', (title, number) => expect(regionByTitle(title)).toBe(number))

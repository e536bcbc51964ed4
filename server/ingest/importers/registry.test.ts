import { describe, expect, it } from 'vitest'
import { readRegistryRow, regionByTitle } from './registry.ts'

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
  const uk = (article_number: string, part: string) => ({ codex: 'uk', article_number, part })
  const crime = { number: '1-17/2021 (1-5/2020;)', result: 'Вынесен ПРИГОВОР' }
  it('of УК is a case of УК, whether its articles name the codex or not', () => {
    expect(record({ ...crime, articles: 'Статья 30 Часть 3, Статья 158 Часть 1; Статья 228 Часть 2' })).toMatchObject({
      type: 2,
      stage: 1,
      case_number: '1-17/2021 (1-5/2020;)',
      articles: [uk('158', '1'), uk('228', '2')],
      defendants: [{ articles: [uk('158', '1'), uk('228', '2')] }],
    })
    expect(record({ ...crime, articles: 'ст.158 ч.1 УК РФ' })).toMatchObject({ type: 2, articles: [uk('158', '1')] })
  })
  it('of УК without articles calls nobody accused', () =>
    expect(
      record({ ...crime, number: '22К-5/2021', court: 'Вымышленский областной суд', articles: '', result: '' }),
    ).toMatchObject({ type: 2, stage: 2, articles: [], defendants: [notTold] }))
  it('leaves out the article that is cut off, and then says whose the rest are of the first alone', () =>
    expect(
      record({
        ...crime,
        persons: 'Сёмин П.И., Ким Д.В.',
        articles: 'Статья 158 Часть 2 п.в, Статья 161 Часть 1, Ст...,',
      }),
    ).toMatchObject({
      articles: [uk('158', '2'), uk('161', '1')],
      defendants: [{ articles: [uk('158', '2')] }, notTold],
    }))
  const theft = { articles: [uk('158', '2')] }
  it.each([
    ['Прокурор Сидоров С.С., Сёмин П.И.', 'Статья 158 Часть 2', [notTold, notTold]],
    ['Прокурор Сидоров С.С.', 'Статья 158 Часть 2', [notTold]],
    ['Адвокат Ким Д.В., Сёмин П.И.', 'Статья 158 Часть 2, Статья 161 Часть 1', [notTold, notTold]],
    ['Сёмин П.И., Прокурор Сидоров С.С.', 'Статья 158 Часть 2, Статья 161 Часть 1', [theft, notTold]],
    ['Прокуроров С.С., Ким Д.В.', 'Статья 158 Часть 2, Статья 161 Часть 1', [theft, { articles: [uk('161', '1')] }]],
  ])('of УК accuses nobody who is there by office: %s', (persons, articles, people) => {
    const read = record({ ...crime, persons, articles })
    expect(read.defendants).toMatchObject(people)
    expect(read.articles).toContainEqual(uk('158', '2'))
  })
  it('of КоАП may accuse an authority, but no prosecutor and no counsel', () => {
    expect(record({ persons: 'Администрация Заречного поселения' }).defendants).toMatchObject([told])
    expect(record({ persons: 'Прокурор Сидоров С.С., Сёмин П.И.' }).defendants).toMatchObject([notTold, notTold])
  })
  it('takes a dash for nothing told', () =>
    expect(record({ entry_date: '-', result: '—', result_date: '–', articles: '-' })).toEqual(
      record({ entry_date: '', result: '', result_date: null, articles: '' }),
    ))
  it.each(['Сёмин Пётр Ильич; Ким Д.В.', 'Сёмин Пётр Ильич\nКим Д.В.'])(
    'says of none of «%s» whose the articles are, where no comma parts them',
    persons =>
      expect(record({ persons, articles: 'ст.20.2 ч.5; ст.19.3 ч.1 КоАП РФ' })).toMatchObject({
        articles: [koap('20.2', '5'), koap('19.3', '1')],
        defendants: [
          { ...notTold, name: 'Сёмин Пётр Ильич' },
          { ...notTold, name: 'Ким Д.В.' },
        ],
      }),
  )
  it('reads people and articles in one column as lists of courts print them', () =>
    expect(
      record({
        ...crime,
        persons:
          '<Информация скрыта> - УК РФ: [ст. 158 ч.2 п. а] [ст. 30 ч.3 - ст. 161 ч.1]; Ким Д.В. - ст.158 ч.1 УК РФ; Сёмин П.И.',
        articles: null,
      }),
    ).toMatchObject({
      articles: [uk('158', '2'), uk('161', '1'), uk('158', '1')],
      defendants: [
        { name: '<Информация скрыта>', articles: [uk('158', '2'), uk('161', '1')] },
        { name: 'Ким Д.В.', articles: [uk('158', '1')] },
        notTold,
      ],
    }))
  it('accuses nobody of what they ask of the court (УПК, ст. 125)', () =>
    expect(
      record({
        ...crime,
        number: '22К-5/2021',
        court: 'Вымышленский областной суд',
        result: null,
        articles: 'ст.125 УПК РФ',
      }),
    ).toMatchObject({ type: 2, stage: 2, articles: [], defendants: [none] }))
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
    [{ number: '1-17/2021' }, 'number: номер «1-17/2021», статьи и результат говорят о разных кодексах'],
    [
      { number: '3/1-17/2021', articles: null, result: null },
      'number: «3/1-17/2021» — номер материала, здесь только дела',
    ],
    [
      { number: '5-17/2021', result: 'Отменено' },
      'number: номер «5-17/2021», суд и результат говорят о разных инстанциях',
    ],
  ])('is refused with the reason: %o', (given, sentence) => expect(reason(given)).toBe(sentence))
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

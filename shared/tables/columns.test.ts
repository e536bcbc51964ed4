import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isNumber, numberSpellings, scanReferences, writtenUid } from './case-reference.ts'
import { articleInCell, dayInCell, dayInColumn, isPhone, nameInCell, namesMeet } from './cells.ts'
import { columnKindNames, columnRule, headKind } from './column-kinds.ts'
import { guessColumns, readHeads, understoodColumn } from './columns.ts'

/** Cells between `|`; rows on lines of their own, or between `||`. */
const rows = (text: string): string[][] =>
  text
    .trim()
    .split(/\n|\|\|/)
    .map(row => (row.trim() === '' ? [] : row.split('|').map(cell => cell.trim())))
/** Tables as people keep them: heads, and rows below; what each column is taken for. */
const kinds = (table: string[][]): string =>
  guessColumns(table)
    .map(({ kind }) => kind)
    .join(' ')

describe('columns of a table that somebody keeps', () => {
  // biome-ignore format: a table reads best as one
  it.each<[string, string[][], string]>([
    [
      'of arrests on a day, with telephones',
      rows(`
        № | Суд | ФИО | статья | место | адвокат | тел.
        5-1893/2026 | Тверской р/с | Радугодуб Вера Олеговна | 20.2.5 | площадь | Прозоров | +7 900 000-00-00
        5-2140/26 | Мещанский | Чижевский Лев М. | 20.2 ч5 | площадь | — | 8 (900) 000-00-01`),
      'number court name article own own skip',
    ],
    ['that counts its rows', rows('№ п/п | № дела | Теги || 1 | 5-1/2026 | пикет || 2 | 5-2/2026 | митинг'), 'skip number tag'],
    [
      'that counts its rows with gaps, beside sums that all differ',
      rows(`
        Дело | Строка | Залог | Год
        5-1/2026 | 1 | 1100 | 2026
        5-2/2026 | 2 | 500 | 2025
        5-3/2026 | 4 | 2200 | 2024`),
      'number skip own own',
    ],
    [
      'of years and terms that ascend, beside a column that counts rows from where a part of the table begins',
      rows(`
        Дело | Строка | Год | Суток | Примечание
        5-1/2026 | 57 | 2024 | 5 | 1
        5-2/2026 | 58 | 2025 | 7 | 2
        5-3/2026 | 60 | 2026 | 10 | 3`),
      'number skip own own note',
    ],
    ['of two terms', rows('№ дела | Срок || 5-1/2026 | 10 || 5-2/2026 | 13'), 'number own'],
    [
      'of sums that look like articles, beside articles under a head that nobody has foreseen',
      rows(`
        Дело | Залог, тыс. | Залог, млн | Вменяют | №
        5-1/2026 | 150 | 1.5 | 20.2 | 150
        5-2/2026 | 200 | 2.5 | 20.2 ч. 5 | 300
        5-3/2026 | 300 | 3.5 | 318 | 200`),
      'number own own article skip',
    ],
    ['of articles by their numbers alone, under no head', rows('Дело | || 5-1/2026 | 20.2 || 5-2/2026 | 318'), 'number article'],
    ['without heads, with rows that are counted and years that ascend', rows('1 | 5-1/2026 | 2024 || 2 | 5-2/2026 | 2025'), 'skip number own'],
    [
      'with a title above its heads',
      rows(`
        Задержания 3 октября 2026

        № | Номер дела | Ф.И.О. | Дата заседания | Примечание
        1 | 5-1/2026 | Ветрогонов П.И. | 03.10.2026 | звонить`),
      'skip number name date note',
    ],
    [
      'without heads',
      rows(`
        77RS0027-01-2026-001234-56 | Тверской районный суд | Полынцев Лев Саввич | 2026-10-03
        77RS0027-01-2026-001235-53 | Мещанский районный суд | Радугодуб Вера Олеговна | 2026-10-04`),
      'uid court name date',
    ],
    ['of links and people to whom they are given', rows('Карточка | Кому | Что просят || https://court.example/card?id=1 | orlova | копию'), 'link assignee own'],
    [
      'under heads that nobody has foreseen',
      rows(`
        Какое | Где судят | Мобила
        5-1/2026 | Тверской районный суд | 9000000000
        5-2/2026 | Мещанский районный суд | 9000000001`),
      'number court skip',
    ],
    ['with two days, of which the first is read', rows('Дело № | Дата суда | Дата протокола || 12-7/2026 | 01.02.2026 | 02.01.2026'), 'number date own'],
    [
      'with names of groups above its heads, and days as bare numbers',
      rows(`
        Дело |  |  | Лицо |  | Залог
        Номер | Суд | Дата | ФИО | Дата | Залог
        5-1/2026 | Тверской районный суд | 46298 | Полынцев Лев Саввич | 01.02.1990 | 46298`),
      'number court date name skip own',
    ],
    [
      'with the same heads below lawyers, claimants and the accused',
      rows(`
        Защитник |  | Обвиняемый |  | Истец |  | Куратор
        ФИО | Телефон | ФИО | Статья | ФИО | Дата | ФИО
        Защитов Лев Саввич | +7 900 000-00-00 | Полынцев Ян Саввич | 20.2 ч. 5 | Истцов Ян Ильич | 01.02.2026 | Кураев Ян Ильич`),
      'own skip name article own own own',
    ],
    [
      'of lawyers and judges beside cases, with and without groups',
      rows(`
        Дело | Адвокат | ФИО судьи | Представитель: ФИО | Жена |
        5-1/2026 | Прозоров Ян Ильич | Судейкин Ян Ильич | Доверов Ян Ильич | Женева Яна Ильинична | Иной Ян Ильич`),
      'number own own own own own',
    ],
    [
      'with passports below names of groups',
      rows(`
        Лицо |  |  | Паспорт |  | Дело
        ФИО | Суд | Номер | Номер | Дата | №
        Полынцев Лев Саввич | Тверской районный суд | 123456 | 4510 | 01.02.2010 | 5-1/2026`),
      'name court skip skip skip number',
    ],
    [
      'with passports in columns without a head of their own',
      rows(`
        ФИО | Суд | Паспорт |  |  | Примечание
        Полынцев Лев Саввич | Тверской районный суд | 4510 | 123456 | 01.02.2010 | звонить
        Радугодуб Вера Олеговна | Мещанский районный суд | 4511 | 654321 | 01.02.2011 |`),
      'name court skip skip skip note',
    ],
    [
      'with passports and birthdays under plain heads',
      rows(`
        УИД | Дата рождения | Паспорт | Домашний адрес
        77RS0027-01-2026-001234-56 | 01.01.1990 | 0000 000000 | ул. Садовая`),
      'uid skip skip skip',
    ],
    ['of our own numbers', rows('Дело | Метки || 17 | пикет || 18 | пикет'), 'id tag'],
    ['of numbers of cases under «ID», beside their courts', rows('№ | ID | Суд || 1 | 5-12/2024 | Тверской районный суд || 2 | 5-13/2024 | Мещанский районный суд'), 'skip number court'],
    ['of protocols', rows('Протокол | Кто || 77 АП 0123456 | Полынцев Л.С.'), 'protocol name'],
  ])('%s', (_, table, expected) => expect(kinds(table)).toBe(expected))

  it('have one kind each, whatever the cells, and no telephone or address of mail is taken in silence', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        '—',
        '5-1/2026',
        '03.10.2026',
        '20.2',
        'Тверской районный суд',
        'ФИО',
        '№',
        'Иванов И.И.',
        "'=1+1",
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), table => {
        const columns = guessColumns(table)
        expect(columns).toHaveLength(Math.max(0, ...table.map(row => row.length)))
        const only = columns.map(({ kind }) => kind).filter(kind => columnRule(kind).isOnly)
        expect(new Set(only).size).toBe(only.length)
        expect(readHeads(table).first).toBeLessThanOrEqual(table.length)
      }),
      { numRuns: 300 },
    )
    const phone = fc
      .tuple(fc.constantFrom('+7', '8', '+7 '), fc.stringMatching(/^9\d{2}$/), fc.stringMatching(/^\d{7}$/))
      .map(([code, prefix, rest]) => `${code} (${prefix}) ${rest.slice(0, 3)}-${rest.slice(3)}`)
    fc.assert(
      fc.property(
        fc.array(phone, { minLength: 1, maxLength: 9 }),
        fc.constantFrom('', 'Иное', 'ФИО', 'Номер', 'Кому', 'Заметка'),
        (phones, head) => {
          expect(
            guessColumns([[head, 'Номер дела'], ...phones.map((one, n) => [one, `5-${n + 1}/2026`])])[0]?.kind,
          ).toBe('skip')
        },
      ),
      { numRuns: 100 },
    )
  })
  it('are known by each of the heads in their list', () => {
    const twice = columnKindNames.flatMap(kind =>
      columnRule(kind)
        .heads.filter(head => headKind(head) !== kind)
        .map(head => `${kind}: ${head}`),
    )
    expect(twice).toEqual([])
  })
  // biome-ignore format: a table reads best as one
  it.each<[string, string[][], string[], number]>([
    ['the lower names its columns', rows('Дело |  | Лицо || № дела | Суд | || 5-1/2026 |  |'), ['Дело: № дела', 'Дело: Суд', 'Лицо'], 2],
    [
      'the lower names its columns, and a third numbers them',
      rows(`
        № | Дело |  | Лицо
        | Номер | Суд | ФИО
        1 | 2 | 3 | 4
        1 | 5-1/2026 | Тверской районный суд | Полынцев Лев Саввич`),
      ['№', 'Дело: Номер', 'Дело: Суд', 'Лицо: ФИО'],
      3,
    ],
    ['the lower numbers them', rows('№ дела | Суд | ФИО || 1 | 2 | 3 || 5-1/2026 |  |'), ['№ дела', 'Суд', 'ФИО'], 2],
    ['the next is a row of values, one of them a word of heads', rows('№ дела | Метка || | суд || 5-1/2026 |'), ['№ дела', 'Метка'], 1],
    ['the next counts rows', rows('№ | Дело | Метка || 1 | 17 | сквер'), ['№', 'Дело', 'Метка'], 1],
    ['the next is of our own numbers, and rows are counted on', rows('№ | Дело | Метка || 1 | 2 | 3 || 2 | 17 | сквер'), ['№', 'Дело', 'Метка'], 1],
    ...[
      rows('ФИО | Где | Комментарий || Телегин Лев Ильич | Москва | мобилизован'),
      rows('ФИО | Защитник || Телегин Лев Ильич | Почтарёв Ян Ильич'),
      rows('ФИО | Телефон || Телегин Пётр Ильич | контакт утрачен'),
      rows('ФИО |  | Связь | Заметка || Телегин | суд | телеграм | метка'),
      rows('ФИО |  | Связь || | обвиняемый | телеграм'),
      rows('ФИО | Метка || Фамилия | суд'),
      rows('Обвиняемый |  | Суд || Паспортов Лев Ильич | почта | суд'),
    ].map(([heads = [], row = []]): [string, string[][], string[], number] => [
      `the next is the row of a person: ${row.join(', ')}`,
      [heads, row, ['Иванов Пётр Ильич', '', '']],
      heads,
      1,
    ]),
  ])('have rows of heads where %s', (_, table, heads, first) => {
    expect(readHeads(table)).toEqual({ heads, first, headRows: first })
    expect(readHeads(table, true)).toMatchObject({ first: 1, headRows: 1 })
  })
  it('never begin below a person', () => {
    const name = fc
      .tuple(
        fc.constantFrom('Телегин', 'Мобилов', 'Почтарёв', 'Паспортов', 'Метка', 'Фамилия'),
        fc.constantFrom('Лев', 'Л.И.'),
      )
      .map(parts => parts.join(' '))
    const words = columnKindNames.flatMap(kind => columnRule(kind).heads)
    const cell = fc.oneof(fc.constantFrom('', ...words), fc.constantFrom('мобилизован', 'проживает в Москве', '1', '2'))
    const others = fc.array(cell, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(others, name, others, (heads, person, beside) => {
        expect(readHeads([['ФИО', ...heads], [person, ...beside], ['Иванов Пётр Ильич']]).first).toBe(1)
      }),
    )
  })
  it('without heads begin at the first person, whatever the surname begins like', () =>
    expect(
      readHeads([
        ['Телегин Лев Ильич', 'мобилизован'],
        ['Иванов Пётр Ильич', ''],
      ]).first,
    ).toBe(0))
  it('tell how much of them is understood, and where it is not', () => {
    expect(understoodColumn(['46298', '—', '46300,5', 'позже'], 'date')).toMatchObject({
      ...{ read: 2, empty: 1, odd: [3], serialDays: ['2026-10-03', '2026-10-05'] },
    })
    expect(understoodColumn(['03.10.2026'], 'date').serialDays).toEqual([])
    const told = understoodColumn(['5-1/2026', '5-2/26', '—', 'позже', ''], 'number')
    expect(told).toMatchObject({ read: 2, empty: 2, odd: [3], shortYears: 1 })
    expect(understoodColumn(['Полынцев Л.С.', 'Радугодуб Вера Олеговна'], 'name')).toMatchObject({
      read: 2,
      initials: 1,
    })
  })
})

describe('a number of a case', () => {
  const number = fc
    .tuple(
      fc.constantFrom('5', '1', '12', '7', '10', '22', '3/1', '22к'),
      fc.integer({ min: 1, max: 99_999 }),
      fc.integer({ min: 2015, max: 2030 }),
    )
    .map(([index, own, year]) => `${index}-${own}/${year}`)
  it('is known in every manner of writing it, and is never another', () => {
    const manner = fc.constantFrom<(number: string) => string>(
      one => one,
      one => ` № ${one} `,
      one => `дело № ${one}`,
      one => one.replace('-', ' - '),
      one => one.replace('-', '–'),
      one => one.replace(/\/20(\d\d)$/, '/$1'),
      one => `${one} г.`,
    )
    fc.assert(
      fc.property(number, manner, (one, write) => {
        expect(isNumber(write(one))).toBe(true)
        expect(numberSpellings(write(one)).same).toContain(one)
      }),
    )
    fc.assert(
      fc.property(number, number, (one, other) => {
        fc.pre(one !== other)
        expect(numberSpellings(one).same).not.toContain(other)
      }),
    )
  })
  it.each(['', '12', '03.10.2026', '20.2 ч. 5', 'д. 5', '+7 900 000-00-00', '2026-10-03', 'ул. Садовая, 5-7'])(
    'is not «%s»',
    text => expect(isNumber(text)).toBe(false),
  )
  it('with a nought before its index is another spelling, of which something else has to be sure', () =>
    expect(numberSpellings('05-1902/2026')).toEqual({ same: ['05-1902/2026'], alike: ['5-1902/2026'] }))
  it('with noughts before the own number of the case as well, either way', () => {
    expect(numberSpellings('5-0757/2023').alike).toEqual(['5-757/2023', '05-757/2023', '05-0757/2023'])
    expect(numberSpellings('5-757/2023').alike).toEqual(['5-0757/2023', '05-757/2023', '05-0757/2023'])
  })
})

describe('УИДs, links and numbers in a text', () => {
  const uid = fc
    .tuple(
      fc.stringMatching(/^\d{2}$/),
      fc.constantFrom('RS', 'MS', 'OS', 'GV'),
      fc.stringMatching(/^\d{4}-\d{2}-20\d{2}-\d{6}-\d{2}$/),
    )
    .map(parts => parts.join(''))
  it('are all found, each once, in their order, whatever words stand between', () => {
    const word = fc.constantFrom(
      'Дело',
      'от 3 октября 2026 года',
      '(',
      ');',
      'и',
      '—',
      'ст. 20.2 ч. 5',
      'тел. 8 900 000-00-00',
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(uid, { maxLength: 6 }),
        fc.array(word, { minLength: 7, maxLength: 7 }),
        (uids, words) => {
          const text = uids.map((one, n) => `${words[n] ?? ''} ${one}`).join(' ') + (words[6] ?? '')
          expect(scanReferences(text)).toEqual(uids)
          for (const one of uids) expect(writtenUid(`УИД: ${one.toLowerCase()}.`)).toBe(one)
        },
      ),
    )
  })
  it('are read out of prose', () =>
    expect(
      scanReferences(
        'Обжалованы 5-1893/2026 и дело № 12-7/26 (УИД 77РС0027-01-2026-001234-56), см. https://court.example/card?id=1.',
      ),
    ).toEqual(['5-1893/2026', '12-7/26', '77RS0027-01-2026-001234-56', 'https://court.example/card?id=1']))
})

describe('a cell', () => {
  it.each([
    ['03.10.2026', '2026-10-03'],
    ['3.10.26 г.', '2026-10-03'],
    ['2026-10-03 12:00', '2026-10-03'],
    ['03/10/2026', '2026-10-03'],
    ['31.02.2026', undefined],
    ['20.2', undefined],
  ])('«%s» is the day %s', (text, day) => expect(dayInCell(text)).toBe(day))
  it.each([
    ['46298', '2026-10-03'],
    ['46298.75', '2026-10-03'],
    ['36526', '2000-01-01'],
    ['36525', undefined],
    ['99999', undefined],
    ['3.10.26', '2026-10-03'],
  ])('«%s» in a column of bare days is the day %s', (text, day) => expect(dayInColumn(text)).toBe(day))
  it('may be a day of next year, and none later', () => {
    vi.useFakeTimers({ now: new Date('2026-11-27T09:00:00Z') })
    const days = ['46752', '46753'].map(dayInColumn)
    vi.useRealTimers()
    expect(days).toEqual(['2027-12-31', undefined])
  })
  it.each([
    ['written days', ['46298', '03.10.2026']],
    ['a sum of a day to come', ['46298', '45000', '90000']],
    ['a sum too small', ['46298', '1500']],
    ['round sums', ['45000', '40000', '45500.00']],
    ['mostly words', ['46298', 'позже', 'не знаем']],
  ])('is no day among %s, though it may be one by itself', (_, cells) =>
    expect(understoodColumn(cells, 'date')).toMatchObject({ serialDays: [] }),
  )
  it.each([
    ['20.2 ч5', { number: '20.2', part: '5' }],
    ['ч. 5 ст. 20.2 КоАП РФ', { number: '20.2', part: '5' }],
    ['20.2 (6.1)', { number: '20.2', part: '6.1' }],
    ['ст. 318 ч. 1 УК', { number: '318', part: '1' }],
    ['12', undefined],
    ['площадь', undefined],
  ])('«%s» is the article %o', (text, article) => expect(articleInCell(text)).toEqual(article))
  it.each([
    ['Радугодуб Вера Олеговна', 'Вера Олеговна Радугодуб', 'full'],
    ['РАДУГОДУБ В. О.', 'Радугодуб Вера Олеговна', 'initials'],
    ['Чижевский Лев М.', 'Чижевский Лев Маркович', 'initials'],
    ['И.С. Лопухин-Зверев', 'Лопухин-Зверев Игнат Саввич', 'initials'],
    ['Королёв', 'Королев Лев Саввич', 'surname'],
    ['Чижевский Лев М.', 'Чижевский Лука Маркович', undefined],
    ['Радугодуб Вера Олеговна', 'Радугодуб Вера Львовна', undefined],
  ])('«%s» and «%s» meet: %s', (one, other, meet) => {
    const [left, right] = [nameInCell(one), nameInCell(other)]
    expect(left && right && namesMeet(left, right)).toBe(meet)
  })
  it('of a telephone is one in any manner of writing it, and no number of a case', () =>
    expect(['+7 900 000-00-00', '8(900)0000000', '9000000000', '5-1893/2026', '2026-10-03'].map(isPhone)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]))
})

import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import type { Scope } from '../cases/predicates.ts'
import { findMeantCases, type MeantRow } from './find-meant-cases.ts'
import { courtReader, isSameWord } from './meant-courts.ts'

/** Which cases rows of somebody's table mean: what is doubtful is asked, and what may not be seen is not there. */
const { db } = await testDatabase()
const all: Scope = { accountId: 1, regions: 'all' }
const court = (title: string, region = 77, city = 'Москва') => ({ title, region, city })
const person = (name: string) => [{ name }]
let ids: number[] = []
beforeAll(async () => {
  ids = await buildCases(db, [
    {
      court: court('Тверской районный суд'),
      case_number: '5-1/2026',
      defendants: person('Радугодуб Вера Олеговна'),
      result_date: '2026-10-03',
    },
    { court: court('Мещанский районный суд'), case_number: '5-1/2026', defendants: person('Чижевский Лев Маркович') },
    {
      court: court('Мещанский районный суд'),
      case_number: '05-2/2026',
      defendants: person('Полынцев Лев Саввич'),
      case_uid: '77RS0016-01-2026-000002-22',
    },
    {
      court: court('Ленинский районный суд г. Перми', 59, 'Пермь'),
      case_number: '5-9/2026',
      articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
      defendants: person('Лопухин-Зверев Игнат Саввич'),
    },
    {
      court: court('Ленинский районный суд г. Твери', 69, 'Тверь'),
      case_number: '5-9/2026',
      defendants: person('Ветрогонов Пётр Ильич'),
    },
    // A review under the same УИД.
    {
      court: court('Московский городской суд'),
      stage: 2,
      case_number: '7-5/2026',
      defendants: person('Полынцев Лев Саввич'),
      case_uid: '77RS0016-01-2026-000002-22',
    },
    {
      court: court('Тверской районный суд'),
      case_number: '5-7/2026',
      defendants: person('Радугодуб Вера Олеговна'),
      protocol_number: '77АП0123456',
    },
    { court: court('Тверской районный суд'), case_number: '5-8/2026', defendants: [] },
  ])
})
const row = (given: Partial<MeantRow> & { number?: string }): MeantRow => ({
  references: [given.number ?? ''],
  court: '',
  ...given,
})
type Told = [outcome: string, cases: number[], why?: string]
const told = async (given: Parameters<typeof row>[0], scope = all): Promise<Told> => {
  const [match] = await findMeantCases(db, scope, [row(given)])
  if (match === undefined) throw new Error('no answer')
  const numberOf = (id: number): number => ids.indexOf(id)
  if (match.outcome === 'found') return ['found', [numberOf(match.case.id)]]
  return match.outcome === 'perhaps'
    ? ['perhaps', match.candidates.map(({ id }) => numberOf(id)).toSorted()]
    : ['not_found', []]
}

describe('a number here in a column of its own', () => {
  const idOf = (at: number): string => String(ids[at])
  it('is one beside a court as well, which it is compared with', async () => {
    expect(await told({ ids: [idOf(0)], court: 'Тверской р/с' })).toEqual(['found', [0]])
    expect(await told({ ids: [`№ ${idOf(0)}`], court: 'Тверской р/с' })).toEqual(['found', [0]])
    expect(await told({ ids: [idOf(0)], court: 'Мещанский' })).toEqual(['perhaps', [0]])
    expect(await told({ ids: [idOf(0)], court: 'Тверской р/с', name: 'Чижевский Лев Маркович' })).toEqual([
      'perhaps',
      [0],
    ])
    expect(await told({ ids: ['999999999'], court: 'Тверской р/с' })).toEqual(['not_found', []])
  })
  it('may be a number of a case, which the court tells', async () => {
    expect(await told({ ids: ['5-1/2026'], court: 'Тверской р/с' })).toEqual(['found', [0]])
    expect(await told({ ids: ['5-1/2026'], court: 'Мещанский' })).toEqual(['found', [1]])
    expect(await told({ ids: ['5-1/2026'] })).toEqual(['perhaps', [0, 1]])
  })
})

describe('a row of a table', () => {
  // biome-ignore format: a table reads best as one
  it.each<[string, Parameters<typeof row>[0], string, number[]]>([
    ['number and court', { number: '5-1/2026', court: 'Тверской р/с' }, 'found', [0]],
    ['a year of two digits', { number: '№ 5-1/26', court: 'Тверской' }, 'found', [0]],
    ['number, court and name', { number: '5-1/2026', court: 'Мещанский', name: 'Чижевский Л.М.' }, 'found', [1]],
    ['number and court of another person', { number: '5-1/2026', court: 'Мещанский', name: 'Радугодуб В.О.' }, 'perhaps', [1]],
    ['number and court where nobody is named', { number: '5-8/2026', court: 'Тверской рс', name: 'Радугодуб В.О.' }, 'found', [7]],
    ['a number of many courts', { number: '5-1/2026' }, 'perhaps', [0, 1]],
    ['a number of one known court', { number: '05-2/2026' }, 'perhaps', [2]],
    ['a number without a court, and the whole name', { number: '5-1/2026', name: 'Радугодуб Вера Олеговна' }, 'found', [0]],
    ['a number without a court, and first letters', { number: '5-1/2026', name: 'Радугодуб В. О.' }, 'perhaps', [0]],
    ['a court of which there are several', { number: '5-9/2026', court: 'Ленинский' }, 'perhaps', [3, 4]],
    ['a court of which there are several, and a name', { number: '5-9/2026', court: 'Ленинский р-н суд', name: 'Ветрогонов П.И.' }, 'perhaps', [4]],
    ['a court and its town', { number: '5-9/2026', court: 'Ленинский рс Пермь' }, 'found', [3]],
    ['a number without its nought', { number: '5-2/2026', court: 'Мещанский' }, 'perhaps', [2]],
    ['a number without its nought, and the name', { number: '5-2/2026', court: 'Мещанский', name: 'Полынцев Л.С.' }, 'found', [2]],
    ['a number with a nought after its dash', { number: '5-08/2026', court: 'Тверской' }, 'perhaps', [7]],
    ['a number of four digits after its dash', { number: '05-0008/26', court: 'Тверской' }, 'perhaps', [7]],
    ['УИД of two cases', { number: '77RS0016-01-2026-000002-22' }, 'perhaps', [2, 5]],
    ['УИД of two cases, and the number of one', { references: ['77RS0016-01-2026-000002-22', '7-5/2026'] }, 'found', [5]],
    ['УИД in the letters of Cyrillic, and the court', { number: '77рс0016-01-2026-000002-22', court: 'мосгорсуд' }, 'found', [5]],
    ['УИД, and another court', { number: '77RS0016-01-2026-000002-22', court: 'Тверской районный суд' }, 'perhaps', [2, 5]],
    ['УИД of the first instance, and the number of a review that is not known', { references: ['77RS0016-01-2026-000002-22', '22-5/2026'], court: 'Мещанский' }, 'perhaps', [2, 5]],
    ['УИД, and the number without its nought', { references: ['77RS0016-01-2026-000002-22', '5-2/2026'], court: 'Мещанский' }, 'found', [2]],
    ['УИД, and no number that can be read', { references: ['77RS0016-01-2026-000002-22', 'б/н'], court: 'Мещанский' }, 'found', [2]],
    ['a protocol, and the number of another case', { protocol: '77 АП 0123456', number: '5-1/2026', court: 'Тверской' }, 'perhaps', [0, 6]],
    ['a protocol, and УИД of another case of the same person', { references: ['77RS0016-01-2026-000002-22'], protocol: '77 АП 0123456', name: 'Радугодуб Вера Олеговна' }, 'perhaps', [2, 5, 6]],
    ['a protocol', { protocol: '77 АП 0123456' }, 'found', [6]],
    ['a protocol of another person', { protocol: '77 АП 0123456', name: 'Чижевский Л.М.' }, 'perhaps', [6]],
    ['a wrong number, with name, court and day', { number: '5-404/2026', court: 'Тверской', name: 'Радугодуб Вера Олеговна', date: '03.10.2026' }, 'perhaps', [0]],
    ['no number, with name and court', { court: 'Тверской', name: 'Радугодуб В.О.' }, 'perhaps', [0, 6]],
    ['no number, with name and a day on which nothing was', { name: 'Радугодуб В.О.', date: '04.10.2026' }, 'not_found', []],
    ['a name alone', { name: 'Радугодуб Вера Олеговна' }, 'not_found', []],
    ['a surname and a court', { name: 'Радугодуб', court: 'Тверской' }, 'not_found', []],
    ['a court that there is not', { number: '5-1/2026', court: 'Нигдейский районный суд' }, 'perhaps', [0, 1]],
    ['a court that there is not, and the whole name', { number: '5-1/2026', court: 'Нигдейский районный суд', name: 'Радугодуб Вера Олеговна' }, 'perhaps', [0]],
    ['nothing', { number: '—' }, 'not_found', []],
  ])('with %s', async (_, given, outcome, cases) => expect(await told(given)).toEqual([outcome, cases]))

  it('says that it names another number, or another case', async () => {
    const whyOf = async (given: Parameters<typeof row>[0]) =>
      (await findMeantCases(db, all, [row(given)])).map(match => (match.outcome === 'perhaps' ? match.why : 'found'))
    const uid = '77RS0016-01-2026-000002-22'
    expect(await whyOf({ references: [uid, '22-5/2026'], court: 'Мещанский' })).toEqual([
      'В таблице указан другой номер.',
    ])
    expect(
      await whyOf({
        references: [`/cases/${ids[6]}/`, '5-1/2026'],
        court: 'Тверской',
        name: 'Радугодуб Вера Олеговна',
      }),
    ).toEqual(['В таблице указан другой номер.'])
    // The link leads to a court that the row does not name.
    expect(await whyOf({ references: [`/cases/${ids[1]}/`, '5-1/2026'], court: 'Тверской' })).toEqual([
      'В таблице указано и другое дело.',
    ])
  })
  it('means a case outside the regions of the reader like one that there is not (§6)', async () => {
    const near: Scope = { accountId: 1, regions: [77] }
    const far = {
      number: '5-9/2026',
      court: 'Ленинский рс Пермь',
      name: 'Лопухин-Зверев Игнат Саввич',
      date: '2026-03-02',
    }
    const [own, none] = await findMeantCases(db, near, [row(far), row({ ...far, number: '5-99999/2026' })])
    expect(own).toEqual(none)
    expect(await told(far)).toEqual(['found', [3]])
    expect(await told({ number: '5-9/2026' }, near)).toEqual(['not_found', []])
  })
  it('says where the article agrees, of those rows that name one (§7)', async () => {
    const number = '5-9/2026'
    const asked = [{ number, article: 'ч. 5 ст. 20.2 КоАП РФ' }, { number, article: '20.2 ч. 4' }, { number }]
    const matches = await findMeantCases(db, all, asked.map(row))
    const agreeing = matches.map(match =>
      match.outcome === 'perhaps'
        ? match.candidates.flatMap(({ id, agrees }) => (agrees.includes('article') ? [ids.indexOf(id)] : []))
        : match.outcome,
    )
    expect(agreeing).toEqual([[3], [], []])
  })

  it('is answered among many as it is alone', async () => {
    const rows = [
      row({ number: '5-1/2026', court: 'Тверской' }),
      row({ number: '5-1/2026', court: 'Мещанский' }),
      row({ number: '5-1/2026', name: 'Чижевский Лев Маркович' }),
      row({ court: 'Тверской', name: 'Радугодуб В.О.' }),
      row({ name: 'Радугодуб В.О.', date: '2026-10-03' }),
      row({ number: '5-9/2026', court: 'Ленинский' }),
    ]
    const alone = []
    for (const one of rows) alone.push(...(await findMeantCases(db, all, [one])))
    expect(await findMeantCases(db, all, rows)).toEqual(alone)
  })
})

describe('the court of a cell', () => {
  const titles = [
    ['Тверской районный суд', 'Москва'],
    ['Мещанский районный суд', 'Москва'],
    ['Ленинский районный суд г. Перми', 'Пермь'],
    ['Ленинский районный суд г. Твери', 'Тверь'],
    ['Московский городской суд', 'Москва'],
    ['Московский районный суд г. Твери', 'Тверь'],
    ['Тверской областной суд', 'Тверь'],
    ['Судебный участок № 5 Тверского района', 'Москва'],
    ['Судебный участок № 15 Тверского района', 'Москва'],
  ] as const
  const read = courtReader(titles.map(([title, city], id) => ({ id, title, city })))()
  it.each([
    ['Тверской районный суд города Москвы', [0]],
    ['тверской р/с', [0]],
    ['Тверской', [0]],
    ['московский', [4, 5]],
    ['Тверской рс', [0]],
    ['Ленинский рс', [2, 3]],
    ['Ленинский райсуд Перми', [2]],
    ['МГС', [4]],
    ['Мосгорсуд', [4]],
    ['тверской облсуд', [6]],
    ['с/у № 5 Тверского района', [7]],
    ['Нигдейский', []],
    ['суд', []],
    ['', []],
  ])('«%s» is %j', (written, expected) => expect([...read(written).ids].toSorted()).toEqual(expected))
  it('is told apart from another by more than an ending', () => {
    expect(isSameWord('пермь', 'перми')).toBe(true)
    expect([isSameWord('тверской', 'тверь'), isSameWord('московский', 'москвы'), isSameWord('15', '5')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

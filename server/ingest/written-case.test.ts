import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { coldDatabase } from '../../test/cold-database.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { type CaseRecordInput, caseRecord } from './case-record.ts'
import { prepareCase } from './prepare-case.ts'
import { setClocksDue, writtenCase } from './written-case.ts'

const { db } = await testDatabase()
const koap = (article_number: string, part: string) => ({ codex: 'koap' as const, article_number, part })
const written = (given: Partial<CaseRecordInput> = {}, isNew = true) =>
  writtenCase(
    prepareCase(
      caseRecord.parse({
        source_key: 'test|1',
        type: 1,
        stage: 1,
        court: { title: 'Заречный районный суд', region: 59 },
        case_number: '5-1/2021',
        articles: [],
        ...given,
      }),
      0,
    ),
    { id: 7, isNew, region: 59 },
  )

describe('what links a written case to others', () => {
  it('is its numbers, its days and its region', () => {
    const days = { entry_date: '2021-03-01', result_date: '2021-03-15', appeal_date: '2021-03-20' }
    expect(
      written(
        {
          ...days,
          other_numbers: ['5-2/2021', '5-3/2021'],
          protocol_number: 'АБ 7',
          related: [{ case_number: '12-5/2021' }],
        },
        false,
      ),
    ).toMatchObject({
      ...days,
      id: 7,
      isNew: false,
      region: 59,
      type: 1,
      stage: 1,
      case_number: '5-1/2021; 5-2/2021; 5-3/2021',
      protocol_number: 'АБ 7',
      related: [{ case_number: '12-5/2021' }],
    })
    expect(written()).toMatchObject({ case_number: '5-1/2021', related: [], people: [], maybe: [] })
  })
  it('is the names of its people, but for hidden ones', () => {
    const defendants = ['Ёлкин Пётр Ильич', 'ФИО1', 'Сёмина Анна Ильинична'].map(name => ({
      name,
      role: 'accused' as const,
    }))
    expect(written({ defendants }).people).toEqual(['Елкин П.И.', 'Семина А.И.'])
  })
  it('is possibly the names of those whose role is not told, and of nobody else', () => {
    const defendants = [
      { name: 'Ёлкин Пётр Ильич', role: 'unknown' as const },
      { name: 'ФИО1', role: 'unknown' as const },
      { name: 'Сёмина Анна Ильинична', role: 'accused' as const },
    ]
    const participants = [{ role: 'Потерпевший', name: 'Обидин Олег Олегович' }]
    const { maybe, people } = written({ defendants, participants })
    expect([maybe, people]).toEqual([['Елкин П.И.'], ['Семина А.И.']])
  })
  it('is the text of a review, and of no first instance', () => {
    const text = 'Суд решил.'
    expect(written({ stage: 2, text }).text).toBe(text)
    expect(written({ stage: 1, text }).text).toBeUndefined()
    expect(written({ stage: 2 }).text).toBeUndefined()
  })
})
describe('whether a case may count against its people (domain §5)', () => {
  it.each<[string, Partial<CaseRecordInput>, boolean]>([
    ['an article that is counted', { articles: [koap('20.2', '5')] }, true],
    ['an article that is not', { articles: [koap('20.1', '1')] }, false],
    ['one of two articles', { articles: [koap('20.1', '1'), koap('20.2', '5')] }, true],
    ['no article', {}, false],
    [
      'the article of one of its people',
      { defendants: [{ name: 'Ким А.' }, { name: 'Ли Б.', articles: [koap('20.2', '5')] }] },
      true,
    ],
    ['another article of one of its people', { defendants: [{ name: 'Ли Б.', articles: [koap('20.1', '1')] }] }, false],
    ['an article that is counted, in another codex', { type: 2, articles: [koap('20.2', '5')] }, false],
  ])('is told by %s', (_, given, mayCount) => {
    expect(written(given).mayCount).toBe(mayCount)
  })
})

describe('people whose clocks are set again', () => {
  const dueAfter = async (
    ...given: Parameters<typeof setClocksDue> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    await sql`delete from risk_due`.execute(db)
    await db.transaction().execute(trx => setClocksDue(trx, ...given))
    const { rows } = await sql<{ name: string }>`
      select name from risk_due join defendant on defendant.id = defendant_id order by name`.execute(db)
    return rows.map(({ name }) => name)
  }
  const nothing = { relinked: [], people: [] }

  it('are those of new cases that may count, of changed cases, of relinked ones, and those who stood on changed ones', async () => {
    const names = ['Анин Олег Ильич', 'Бобрин Олег Ильич', 'Волгин Олег Ильич', 'Громин Олег Ильич']
    const ids = await buildCases(
      db,
      names.map(name => ({ defendants: [{ name }] })),
    )
    const [a = 0, b = 0, c = 0, d = 0] = ids
    const one = (id: number, isNew: boolean, mayCount: boolean) => ({ id, isNew, mayCount })
    expect(await dueAfter([one(a, true, true), one(b, true, false)], nothing)).toEqual([names[0]])
    expect(await dueAfter([one(b, false, false), one(c, false, true)], nothing)).toEqual([names[1], names[2]])
    expect(await dueAfter([one(b, true, false)], { relinked: [d], people: [] })).toEqual([names[3]])
    expect(await dueAfter([one(b, false, false)], { relinked: [d], people: [] })).toEqual([names[1], names[3]])
    const { id: gone } = await db
      .selectFrom('defendant')
      .select('id')
      .where('name', '=', names[0] ?? '')
      .executeTakeFirstOrThrow()
    expect(await dueAfter([], { relinked: [], people: [gone, 999_999] })).toEqual([names[0]])
    expect(await dueAfter([one(b, true, false)], { relinked: [d], people: [gone] })).toEqual([names[0], names[3]])
  })
  it('are nobody where nothing was written that may count: nothing is asked', async () => {
    const { db: cold, queries } = coldDatabase()
    await cold.transaction().execute(trx => setClocksDue(trx, [{ id: 1, isNew: true, mayCount: false }], nothing))
    expect(queries).toEqual([])
  })
})

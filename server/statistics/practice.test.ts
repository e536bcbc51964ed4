import { describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { courtPractice, judgePractice } from '#shared/api/practice.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'

/** Pages of a judge and of a court (§4), on a real PostgreSQL. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const limited = await as(await buildAccount(db, { regions: [78] }))

const court = { title: 'Заречный районный суд', region: 77, city: 'Заречинск' }
const [petty, grave] = ['20.2', '19.3'].map(article_number => ({ codex: 'koap' as const, article_number, part: '1' }))
if (petty === undefined || grave === undefined) throw new Error('no articles')
const [fined, ended] = [
  'Вынесено постановление о назначении административного наказания',
  'Производство по делу прекращено',
]
const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))
let uids = 0

type Planted = { judge: string; article: typeof petty; count: number; ended: number; value: number; days: number }
/** Of `count` cases `ended` are ended, the others fined. */
const planted = ({ judge, article, count, ended: of, value, days }: Planted): Partial<CaseRecordInput>[] =>
  many(count, at => ({
    court,
    judge,
    articles: [article],
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    entry_date: '2026-03-02',
    result_date: `2026-03-${String(2 + days + (at % 2)).padStart(2, '0')}`,
    case_uid: `77RS9902-01-2026-${String(++uids).padStart(6, '0')}-45`,
    ...(at < of ? { result: ended } : { result: fined, penalties: [{ type: 'fine' as const, value: value + at }] }),
  }))
const [first, second, rare] = ['Белоозёрова Нина Викторовна', 'Тихонова Вера Глебовна', 'Абрамцева Инна Львовна']
// Both decide alike; the first has four times as many of the article whose cases are ended oftener.
await buildCases(db, [
  ...planted({ judge: first, article: petty, count: 40, ended: 20, value: 1000, days: 1 }),
  ...planted({ judge: first, article: grave, count: 10, ended: 1, value: 5000, days: 10 }),
  ...planted({ judge: second, article: petty, count: 10, ended: 5, value: 1000, days: 1 }),
  ...planted({ judge: second, article: grave, count: 40, ended: 4, value: 5000, days: 10 }),
  ...planted({ judge: rare, article: petty, count: 19, ended: 19, value: 1000, days: 20 }),
])
const judgeId = async (name: string) =>
  await db.selectFrom('judge').where('name', '=', name).select(['id', 'court_id']).executeTakeFirstOrThrow()

const answer = async (path: string, asked = ask): Promise<unknown> => {
  const { status, body, text } = await asked(path)
  if (status !== 200) throw new Error(text)
  return body
}
const judgeOf = async (name: string) => judgePractice.parse(await answer(`judges/${(await judgeId(name)).id}/`))
const courtOf = async () => courtPractice.parse(await answer(`courts/${(await judgeId(first)).court_id}/`))
const listed = async (filters: WireRecord) => caseList.parse(await answer(`cases/?size=1&${toQuery(filters)}`)).count

describe('the page of a judge', () => {
  it('tells load, days, outcomes and penalties, each with the list of as many cases', async () => {
    const page = await judgeOf(first)
    expect(page).toMatchObject({ name: first, cases: 50, is_enough: true, court: { title: court.title, region: 77 } })
    expect(await listed(page.filters)).toBe(50)
    const known = await db
      .selectFrom('court_case')
      .select(({ fn }) => [fn.min('entry_date').as('first'), fn.max('entry_date').as('last')])
      .executeTakeFirstOrThrow()
    const is_partial = String(known.first) > '2026-03-01' || String(known.last) < '2026-03-31'
    expect(page.months).toMatchObject([{ month: '2026-03', count: 50, is_partial }])
    const [section, ...others] = page.sections
    expect(others).toEqual([])
    expect(section).toMatchObject({ type: 1, stage: 1, decided: 50, days: { n: 50, median: 2, lower: 1, upper: 2 } })
    expect(section?.outcomes).toMatchObject([
      { kind: 'penalty', count: 29, of: 50 },
      { kind: 'terminated', count: 21, of: 50 },
    ])
    expect(section?.penalties).toMatchObject([{ penalty_type: 'fine', n: 29 }])
    const figures = [
      ...(section?.outcomes ?? []),
      ...page.months,
      ...(section?.penalties.map(({ n, filters }) => ({ count: n, filters })) ?? []),
      ...(section === undefined ? [] : [section.published, { count: section.decided, filters: section.filters }]),
    ]
    for (const { count, filters } of figures) expect(await listed(filters), toQuery(filters)).toBe(count)
  })

  it('sets shares beside those the court’s own mix of articles would give: who decides alike looks alike', async () => {
    // The third, whose cases are all ended, is in the court’s share of that article as well.
    const shareOf = (page: Awaited<ReturnType<typeof judgeOf>>, kind: string) =>
      page.sections[0]?.outcomes.find(one => one.kind === kind)
    const [one, other] = [shareOf(await judgeOf(first), 'terminated'), shareOf(await judgeOf(second), 'terminated')]
    expect(one?.count).toBe(21)
    expect(other?.count).toBe(9)
    const [ofPetty, ofGrave] = [44 / 69, 5 / 50]
    expect(one?.expected).toBeCloseTo((40 * ofPetty + 10 * ofGrave) / 50)
    expect(other?.expected).toBeCloseTo((10 * ofPetty + 40 * ofGrave) / 50)
    for (const share of [one, other])
      expect(share && share.from < (share.expected ?? 0) && (share.expected ?? 0) < share.to).toBe(true)
  })

  it('is silent below twenty cases', async () => {
    const page = await judgeOf(rare)
    expect(page).toMatchObject({ cases: 19, is_enough: false, months: [], sections: [] })
    expect(await listed(page.filters)).toBe(19)
  })

  it('tells what became of reviewed decisions, by linked cases', async () => {
    expect((await judgeOf(first)).sections[0]?.reviews).toBeNull()
    const reviewed = many(25, at => ({
      stage: 2 as const,
      court: { title: 'Выдуманный областной суд', region: 77, city: 'Заречинск' },
      case_number: `12-${at}/2026`,
      articles: [petty],
      defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
      entry_date: '2026-04-02',
      case_uid: `77RS9902-01-2026-${String(at + 1).padStart(6, '0')}-45`,
      result: at < 5 ? 'Постановление отменено' : 'Постановление оставлено без изменения',
    }))
    await buildCases(db, reviewed)
    expect((await judgeOf(first)).sections[0]?.reviews).toMatchObject({
      upheld: { count: 20, of: 25 },
      changed: { count: 0 },
      annulled: { count: 5, expected: null },
    })
    expect((await judgeOf(second)).sections[0]?.reviews).toBeNull()
    // A second review of the same decisions is what becomes of them.
    await buildCases(
      db,
      reviewed
        .slice(0, 3)
        .map((one, at) => ({
          ...one,
          court: { title: 'Выдуманный кассационный суд', region: 77, city: 'Заречинск' },
          case_number: `16-${at}/2026`,
          result_date: '2026-06-01',
          result: 'Постановление оставлено без изменения',
        })),
    )
    expect((await judgeOf(first)).sections[0]?.reviews).toMatchObject({
      upheld: { count: 23, of: 25 },
      annulled: { count: 2 },
    })
  })
})

describe('the page of a court', () => {
  it('names its judges by the alphabet, without figures and ranks', async () => {
    const page = await courtOf()
    expect(page.judges.map(({ name }) => name)).toEqual([rare, first, second])
    expect(Object.keys(page.judges[0] ?? {})).toEqual(['id', 'name'])
    expect(page).toMatchObject({ name: court.title, cases: 119, sections: [{ decided: 119 }] })
  })
  it('is compared with its region, when that has other courts', async () => {
    expect((await courtOf()).sections[0]?.outcomes[0]?.expected).toBeNull()
    await buildCases(
      db,
      planted({ judge: 'Дальняя Ольга Павловна', article: petty, count: 30, ended: 30, value: 1, days: 1 }).map(
        one => ({ ...one, court: { title: 'Другой районный суд', region: 77, city: 'Заречинск' } }),
      ),
    )
    const ended = (await courtOf()).sections[0]?.outcomes.find(({ kind }) => kind === 'terminated')
    expect(ended).toMatchObject({ count: 49, of: 119 })
    expect(ended?.expected).toBeCloseTo((69 * (74 / 99) + 50 * (5 / 50)) / 119)
  })
})

it.each(['judges', 'courts'])('%s of other regions are like those that are not there', async path => {
  const { id, court_id } = await judgeId(first)
  for (const number of [path === 'judges' ? id : court_id, 999_999]) {
    const { status, body } = await limited(`${path}/${number}/`)
    expect([status, body]).toEqual([404, { detail: path === 'judges' ? 'Судья не найден.' : 'Суд не найден.' }])
  }
})

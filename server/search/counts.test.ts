import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { caseCounts } from '#shared/api/case-counts.ts'
import { caseList } from '#shared/api/cases.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { countSets } from './counts.ts'

/** How many cases several sets of filters leave, in one answer. */
const { db, as } = await testApp()
const everybody = await buildAccount(db)
const ask = await as(everybody)
const picket = { codex: 'koap', article_number: '20.2', part: '5' } as const
await buildCases(
  db,
  [77, 77, 78, 78, 78].map((region, n) => ({
    court: { title: `Суд ${region}`, region, city: `Город ${region}` },
    case_number: `5-${n + 1}/2026`,
    entry_date: `2026-0${n + 1}-01`,
    articles: [picket],
    text: n % 2 === 0 ? 'Гражданин стоял с плакатом.' : 'Гражданин не явился.',
  })),
)
const sets: readonly WireRecord[] = [
  {},
  { regions: ['78'] },
  { regions: ['78', '77'] },
  { regions: ['77'], entry_date_range_min: '2026-02-01', entry_date_range_max: '2026-12-31' },
  { regions: ['78'], result_text_search: 'плакат', text_search_type: 'plain' },
  { regions_not: ['77'] },
  { case_number: '5-999/2026' },
]
const countsOf = (asker: Ask, of: readonly WireRecord[]) =>
  asker(`search/counts/?${new URLSearchParams(of.map((one): [string, string] => ['of', toQuery(one)]))}`)
const told = async (asker: Ask, of: readonly WireRecord[]) => {
  const { status, body, text } = await countsOf(asker, of)
  if (status !== 200) throw new Error(text)
  return caseCounts.parse(body).counts
}
const listed = async (asker: Ask, of: WireRecord): Promise<number> =>
  caseList.parse((await asker(`cases/?${toQuery({ ...of, size: '1' })}`)).body).count

describe('counts of several sets of filters', () => {
  it.each([
    ['everything', undefined, [5, 3, 5, 1, 2, 3, 0]],
    ['one region (§6)', [77], [2, 0, 2, 1, 0, 0, 0]],
    ['no region (§6)', [], [0, 0, 0, 0, 0, 0, 0]],
  ])('are the totals of their lists for who sees %s', async (_, regions, expected) => {
    const asker = regions ? await as(await buildAccount(db, { regions })) : ask
    expect(await told(asker, sets)).toEqual(expected)
    expect(await Promise.all(sets.map(one => listed(asker, one)))).toEqual(expected)
  })
  it('are told of one set too', async () => expect(await told(ask, [{ regions: ['77'] }])).toEqual([2]))

  it.each<[string, readonly WireRecord[] | string, number, RegExp]>([
    ['no set', '', 400, /Назовите хотя бы один набор фильтров/],
    ['too many', Array.from({ length: 31 }, () => ({ type: '1' })), 400, /Не больше 30 наборов/],
    ['an unknown filter', [{ nonsense: '1' }], 400, /Неизвестный параметр «nonsense»/],
    ['an unknown filter of no value', [{ nonsense: '' }], 400, /Неизвестный параметр «nonsense»/],
    ['words that cannot be read', [{ result_text_search: '(', text_search_type: 'raw' }], 400, /скобк/i],
    ['sets of different days', [{ as_of: today() }, {}], 400, /на одну дату/],
    ['a filter that is not theirs', [{ tags: ['1'] }], 403, /недоступен/],
  ])('refuse %s in a sentence', async (_, of, status, sentence) => {
    const answer = typeof of === 'string' ? await ask('search/counts/') : await countsOf(ask, of)
    expect(answer).toMatchObject({ status, text: expect.stringMatching(sentence) })
  })

  it('are none where there is no time, and the last set is counted first', async () => {
    const scope = { accountId: everybody.id, regions: 'all' } as const
    const values = sets.slice(0, 3).map(one => readLenient(caseListFields, one))
    expect(await countSets({ db }, scope, values, () => true, 0)).toEqual([null, null, null])
    let looked = 0
    expect(await countSets({ db }, scope, values, () => looked++ < 2)).toEqual([null, null, 5])
  })
  it('stop when their time is over', async () => {
    const scope = { accountId: everybody.id, regions: 'all' } as const
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locked = db.transaction().execute(async trx => {
      await sql`lock table court_case in access exclusive mode`.execute(trx)
      held.resolve()
      await gate.promise
    })
    await held.promise
    try {
      expect(await countSets({ db }, scope, [{}, { type: '1' }], () => true, 0.2)).toEqual([null, null])
    } finally {
      gate.resolve()
      await locked
    }
  })
})

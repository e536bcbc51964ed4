import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { caseFacets } from '#shared/api/facets.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount } from '../../test/factories.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'
import { postgresql } from './engine/postgresql.ts'
import { pageOfCases } from './list-cases.ts'

/** While there is no copy PostgreSQL tells lists, and counts what it can in time (design §14). */
const { db, as } = await testApp()
const account = await buildAccount(db)
const ask = await as(account)
await ingest(db, [...demoCases(150, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
const total = Number((await db.selectFrom('court_case').select(sql`count(*)`.as('of')).executeTakeFirstOrThrow()).of)

/** As the planner calculates: what it is told of the tables it scales to the pages that they have. */
const telling = (rows: number) =>
  sql`update pg_class set reltuples = ${rows}, relpages = 1 where oid = 'court_case'::regclass`.execute(db)
const manyCases = async (work: () => Promise<unknown>): Promise<void> => {
  await telling(50_000_000)
  try {
    await work()
  } finally {
    await analyzeCases(db)
  }
}
const listOf = async (query: string) => {
  const { status, body, text } = await ask(`cases/?${query}`)
  if (status !== 200) throw new Error(text)
  return caseList.parse(body)
}
const refusal = {
  non_field_errors: [
    'Сейчас столько дел быстро не\u00a0сосчитать. Добавьте фильтров или повторите через несколько минут.',
  ],
}
const figures = [
  'frontcountcases/',
  'frontcountcases/charts/',
  'data/pivot/?rows=result_year&columns=type&metrics=cases',
  'data/note/?chart=entered',
  'defendants/',
]
afterAll(() => analyzeCases(db))

describe('without a copy', () => {
  it('counts all there is of some cases (design §7)', async () => {
    const { count, count_is_least } = await listOf('size=10')
    expect([count, count_is_least]).toEqual([total, undefined])
    for (const path of figures) expect([path, (await ask(path)).status]).toEqual([path, 200])
  })

  it.each(figures)('refuses the figures of %s over more cases than PostgreSQL counts in time', path =>
    manyCases(async () => {
      const { status, body } = await ask(path)
      expect([status, body]).toEqual([400, refusal])
    }),
  )

  it('tells facets of many cases as not counted, and counts those of few', () =>
    manyCases(async () => {
      const all = caseFacets.parse((await ask('cases/facets/?facets=type&facets=court')).body)
      expect(all.facets).toEqual({ type: null, court: null })
      const { case_uid } = await db.selectFrom('court_case').select('case_uid').executeTakeFirstOrThrow()
      const one = caseFacets.parse((await ask(`cases/facets/?facets=type&case_uid=${case_uid}`)).body)
      expect(one.facets).toEqual({ type: [{ value: expect.any(String), count: 1 }] })
    }))

  it('says on the wire that a total is not whole, and a next page that there is', () =>
    manyCases(async () => {
      const { count: known } = await listOf('size=1&case_number=1')
      // In this database a comparison of letters is calculated to be so dear that not even some cases are counted.
      await sql`alter function texticlike(text, text) cost 100000`.execute(db)
      const { count, count_is_least, next, results } = await listOf('size=5&case_number=1')
      expect({ count, count_is_least, results: results.length }).toEqual({ count: 6, count_is_least: true, results: 5 })
      expect(next).toContain('page=2')
      const last = await listOf(`size=${known}&case_number=1`)
      expect([last.count, last.count_is_least, last.next]).toEqual([known, undefined, null])
    }))

  it('gives every page of many cases, and never a total beyond what there is', () =>
    manyCases(async () => {
      const engine = postgresql(db, true)
      const question = { scope: { accountId: account.id, regions: 'all' }, values: {} } as const
      for (const [size, least] of [
        [7, 20],
        [50, 20],
        [50, 10_000],
        [total, 20],
      ] as const) {
        const seen: number[] = []
        for (let page = 1; page <= Math.ceil(total / size); page++) {
          const found = await pageOfCases(engine, question, { ordering: defaultOrdering, page, size }, least)
          seen.push(...found.ids)
          const isEnd = page * size >= total
          expect(found.count).toBeLessThanOrEqual(total)
          if (isEnd || least > total) expect(found).toMatchObject({ count: total })
          else expect(found).toMatchObject({ isLeast: true, count: Math.max(least, page * size + 1) })
        }
        expect(new Set(seen).size).toBe(total)
      }
      const past = await pageOfCases(engine, question, { ordering: defaultOrdering, page: 99, size: 50 }, 20)
      expect(past).toEqual({ ids: [], count: 20, isLeast: true })
    }))
})

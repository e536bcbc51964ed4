import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { testApp } from '../../test/app.ts'
import { bothEngines } from '../../test/both-engines.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { inOrder, orderKey } from './case-query.ts'
import { postgresql } from './engine/postgresql.ts'

/** Numbers stand by year, index and number, as numbers and not as letters. */
const numbersInOrder = [
  '12-331',
  '5-9/2025',
  '5-1712/2025 (5-3/2024)',
  '1-15/2026',
  '3/1-2/2026',
  '3/1-15/2026',
  '5-9/2026',
  '5-171/2026',
  '5-171/2026 (5-20/2025)',
  '5-1712/2026',
  '7У-1297/2026 [77-655/2026]',
  '12-2/2026',
  '22К-10/2026',
  'П16-5/2026',
]
const built = await testApp()
const shuffled = numbersInOrder.toSorted((a, b) =>
  [...a]
    .reverse()
    .join('')
    .localeCompare([...b].reverse().join('')),
)
await buildCases(
  built.db,
  shuffled.map(case_number => ({ case_number, text: 'Гражданин держал плакат.' })),
)
const who = await buildAccount(built.db)

describe.each(await bothEngines(built))('the order by number, of %s', (_, as) => {
  const numbers = async (query: string): Promise<string[]> => {
    const answer = await (await as(who))(`cases/?${query.includes('size') ? '' : 'size=50&'}${query}`)
    return caseList.parse(answer.body).results.map(row => row.case_number)
  }
  it('is by year, index and number', async () => expect(await numbers('ordering=case_number')).toEqual(numbersInOrder))
  it('is turned round by a minus', async () =>
    expect(await numbers('ordering=-case_number')).toEqual(numbersInOrder.toReversed()))
  it('holds for what is found by words, and page by page', async () => {
    const words = `result_text_search=${encodeURIComponent('плакат')}&text_search_type=plain`
    expect(await numbers(`ordering=case_number&${words}`)).toEqual(numbersInOrder)
    expect(await numbers('ordering=case_number&size=10&page=2')).toEqual(numbersInOrder.slice(10))
  })
})

it('is read from its index', async () => {
  const plan = await built.db.transaction().execute(async trx => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
      trx,
    )
    const engine = postgresql(trx)
    const found = engine.cases({ scope: { accountId: null, regions: 'all' }, values: {} }).select('court_case.id')
    return sql<{ 'QUERY PLAN': string }>`
      explain ${found.orderBy(inOrder('-case_number', orderKey(engine, '-case_number'))).limit(10)}`.execute(trx)
  })
  const lines = plan.rows.map(row => row['QUERY PLAN']).join('\n')
  expect(lines).toMatch(/Index (Only )?Scan Backward using court_case_number on/)
  expect(lines).not.toContain('Sort')
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { selectCases } from '../cases/case-query.ts'
import { refreshReadings } from './refresh-readings.ts'

const { db } = await testDatabase()
const ids = await buildCases(
  db,
  Array.from({ length: 120 }, (_, n) => ({ text: `Гражданин № ${n} стоял с плакатом.` })),
)
const found = async (): Promise<number> =>
  (
    await selectCases(
      db,
      { accountId: null, regions: 'all' },
      { result_text_search: { text: 'плакат', mode: 'plain' } },
    )
      .select('court_case.id')
      .execute()
  ).length

it('reads stored texts anew when the reading has changed, going on where it was stopped', async () => {
  expect(await found()).toBe(ids.length)
  await sql`update case_text set words = '', prints = '{}', reading = 0`.execute(db)
  expect(await found()).toBe(0)
  let looks = 0
  expect(await refreshReadings(db, () => ++looks > 1)).toBe(50)
  expect(await found()).toBe(50)
  expect(await refreshReadings(db)).toBe(70)
  expect(await found()).toBe(ids.length)
  expect(await refreshReadings(db)).toBe(0)
})

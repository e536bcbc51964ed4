import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { selectCases } from '../cases/case-query.ts'
import { asOf } from '../db/as-of/as-of.ts'
import { buildStringsIndex } from './strings-index.ts'
import { reindexTexts } from './text-index.ts'

const { db } = await testDatabase()
const ids = await buildCases(
  db,
  Array.from({ length: 120 }, (_, n) => ({ text: `Гражданин № ${n} стоял с плакатом.` })),
)
const found = async (text = 'плакат', mode = 'plain'): Promise<number> =>
  (
    await selectCases(db, { accountId: null, regions: 'all' }, { result_text_search: { text, mode } })
      .select('court_case.id')
      .execute()
  ).length

it('reads stored texts anew when the reading has changed, going on where it was stopped', async () => {
  expect(await found()).toBe(ids.length)
  await sql`update case_text set words = '', prints = '{}', reading = 0`.execute(db)
  expect(await found()).toBe(0)
  let looks = 0
  expect(await reindexTexts(db, () => ++looks > 1)).toBe(50)
  expect(await found()).toBe(50)
  expect(await reindexTexts(db)).toBe(70)
  expect(await found()).toBe(ids.length)
  expect(await reindexTexts(db)).toBe(0)
})

it('reads texts of days of the past anew as well, each of a case that had several', async () => {
  await sql`update court_case set known_from = '2026-01-01'`.execute(db)
  for (const [from, until] of [
    ['2026-01-01', '2026-02-01'],
    ['2026-02-01', '2026-03-01'],
  ] as const)
    await sql`
      insert into past_case_text (case_id, body, read_at, words, grams, letters, prints, reading, known_from, known_until)
      select case_id, body, read_at, '', '', '', '{}', 0, ${from}, ${until} from case_text`.execute(db)
  const foundOn = async (day: string) =>
    (
      await selectCases(
        asOf(db, day),
        { accountId: null, regions: 'all' },
        { result_text_search: { text: 'плакат', mode: 'plain' } },
      )
        .select('court_case.id')
        .execute()
    ).length
  expect(await foundOn('2026-01-15')).toBe(0)
  expect(await reindexTexts(db)).toBe(2 * ids.length)
  expect([await foundOn('2026-01-15'), await foundOn('2026-02-15')]).toEqual([ids.length, ids.length])
})

it('strings are found while their index is not there, and it is built beside the running server; what was broken off is begun again', async () => {
  const isValid = async () =>
    (await sql`select indisvalid from pg_index where indexrelid = to_regclass('case_text_strings')`.execute(db)).rows
  await sql`drop index case_text_strings`.execute(db)
  expect(await found('стоял с плакатом.', 'exact_match')).toBe(ids.length)
  expect(await found('л с', 'exact_match')).toBe(ids.length)
  expect(await buildStringsIndex(db, AbortSignal.abort())).toBe(false)
  expect(await buildStringsIndex(db)).toBe(true)
  expect(await found('л с', 'exact_match')).toBe(ids.length)
  await sql`update pg_index set indisvalid = false where indexrelid = 'case_text_strings'::regclass`.execute(db)
  expect(await buildStringsIndex(db)).toBe(true)
  expect(await isValid()).toEqual([{ indisvalid: true }])
  expect(await buildStringsIndex(db)).toBe(false)
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { buildCase, buildCases } from '../../test/factories.ts'
import { selectCases } from '../cases/case-query.ts'
import { asOf } from '../db/as-of/as-of.ts'
import { removeTexts, writeTexts } from './stored-texts.ts'
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
  // A later version has read them beside this one.
  await sql`update case_text set reading = reading + 1`.execute(db)
  expect(await reindexTexts(db)).toBe(0)
  await sql`update case_text set reading = reading - 1`.execute(db)
})

it('records no form of a text that was rewritten since it was read, as when somebody is forgotten', async () => {
  await sql`truncate text_form`.execute(db)
  const [one = 0] = ids
  await sql`update case_text set reading = 0 where case_id = ${one}`.execute(db)
  const reading = await db.transaction().execute(async trx => {
    await sql`update case_text set reading = (select max(reading) from case_text) where case_id = ${one}`.execute(trx)
    const read = reindexTexts(db)
    await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
    return { read }
  })
  await reading.read
  expect((await sql`select from text_form`.execute(db)).rows).toEqual([])
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

it('a text that is replaced or taken off is kept on the days it stood on, once, whether or not there are triggers (decision 0130)', async () => {
  const [id = 0] = ids
  const left = async () =>
    (
      await sql`
      select (select known_from - moscow_today() from case_text where case_id = ${id}) as from_today,
        (select array_agg(known_until - known_from) from past_case_text where case_id = ${id}) as past`.execute(db)
    ).rows
  const write = (body: string) => db.transaction().execute(trx => writeTexts(trx, [{ case_id: id, body }]))
  const triggers = sql`drop trigger kept_changed on case_text; drop trigger kept_gone on case_text; drop trigger kept_nothing on case_text`
  for (const prepare of [async () => undefined, () => triggers.execute(db)]) {
    await prepare()
    for (const [day, replaced, removed] of [
      [-1, { from_today: 0, past: [1] }, { from_today: null, past: [1] }],
      [0, { from_today: 0, past: null }, { from_today: null, past: null }],
      [1, { from_today: 1, past: null }, { from_today: null, past: null }],
    ] as const) {
      await write('Гражданин стоял с плакатом.')
      await sql`delete from past_case_text`.execute(db)
      await sql`update case_text set known_from = moscow_today() + ${day}::integer where case_id = ${id}`.execute(db)
      await sql`delete from past_case_text`.execute(db)
      await write(`Гражданин № ${day} стоял с плакатом.`)
      expect(await left()).toEqual([replaced])
      await db.transaction().execute(trx => removeTexts(trx, [id]))
      expect(await left()).toEqual([removed])
    }
  }
  await write('Гражданин стоял с плакатом.')
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

it('whoever writes texts notes it themselves, and who changes none does not: no trigger or foreign key is asked for (decision 0130)', async () => {
  await sql`insert into past_case_text (case_id, body, read_at, words, grams, letters, prints, reading, known_from, known_until)
    values (${ids[1]}, '', now(), '', '', '', '{}', 999, '2026-01-01', '2026-02-01')`.execute(db)
  await sql`alter table case_text drop constraint case_text_case_id_fkey`.execute(db)
  for (const event of ['insert', 'update', 'delete', 'truncate'])
    await sql`drop trigger ${sql.id(`noted_${event}`)} on case_text`.execute(db)
  const [id = 0, other = 0] = ids
  const write = (body: string) => db.transaction().execute(trx => writeTexts(trx, [{ case_id: id, body }]))
  const remove = () => db.transaction().execute(trx => removeTexts(trx, [id]))
  const removeCase = async (one: number) => db.deleteFrom('court_case').where('id', '=', one).execute()
  const notes: readonly (readonly [what: string, work: () => Promise<unknown>, notes: number])[] = [
    ['changed', () => write('Стоял без плаката.'), 1],
    ['the same', () => write('Стоял без плаката.'), 0],
    ['taken off', remove, 1],
    ['taken off again', remove, 0],
    ['new', () => write('Стоял с плакатом.'), 1],
    [
      'read anew',
      () =>
        db
          .updateTable('case_text')
          .set({ reading: 0 })
          .execute()
          .then(() => reindexTexts(db)),
      3,
    ],
    ['read already', () => reindexTexts(db), 0],
    ['gone with its case', () => removeCase(id), 1],
    ['of a case that had none', async () => removeCase(await buildCase(db)), 0],
    ['all cases gone', () => sql`truncate court_case cascade`.execute(db), 1],
  ]
  for (const [what, work, expected] of notes) {
    await sql`delete from text_write`.execute(db)
    await work()
    expect([what, (await db.selectFrom('text_write').selectAll().execute()).length]).toEqual([what, expected])
  }
  const { rows } = await sql`
    select case_id from case_text where case_id = ${other} union all select case_id from past_case_text`.execute(db)
  expect(rows).toEqual([])
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { changeList } from '#shared/api/changes.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { beOn, wereOn } from '../../test/past-days.ts'
import { scopeOf } from '../http/auth.ts'
import { type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import { markGone } from '../ingest/write-cases.ts'
import { changesOfCases } from './changes-between.ts'

/** What changed between the ends of two days, for any filters (decision 0086). */
const { db, as } = await testApp()
const anybody = await buildAccount(db)
const member = await as(anybody)
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))

const put = async (key: string, given: Partial<CaseRecordInput>): Promise<number> => {
  const one = caseRecord.parse({
    ...{ source_key: key, type: 1, stage: 1, case_number: `5-${key}/2026`, entry_date: '2026-02-01' },
    court: { title: 'Заречный районный суд', region: 77 },
    ...given,
  })
  return (await ingest(db, [one], { origin: 'test' }))[0]?.case_id ?? 0
}
const decided = { result: 'Возвращено без рассмотрения', result_date: '2026-03-02' }
await beOn(db, '2026-03-01')
const [still, changing, leaving, vanishing] = [
  await put('1', {}),
  await put('2', { judge: 'Судьина А.А.' }),
  await put('3', {}),
  await put('4', {}),
]
await wereOn(db, '2026-03-01')
await beOn(db, '2026-03-03')
await put('1', {})
await put('2', { judge: 'Прозоров Б.Б.' })
await put('3', decided)
await db.transaction().execute(trx => markGone(trx, [vanishing], 'test'))
const coming = await put('5', {})
await wereOn(db, '2026-03-03')
await beOn(db, '2026-03-05')
await put('2', { judge: 'Третьяков В.В.' })
await wereOn(db, '2026-03-05')

// What was read later of a former state is nothing that changed then (decision 0085).
await sql`
  insert into case_journal (case_id, number, seen_at, record, beside)
  values (${still}, 1, '2026-03-03T12:00:00Z', '{}', '[{"field": "carried_over", "before": null, "after": {"number": 0, "text_page": null}}]')`.execute(
  db,
)

const between = async (query: string, ask = member) => {
  const { status, body } = await ask(`cases/changes/?${query}`)
  if (status !== 200) return body
  const { results, counts } = changeList.parse(body)
  const told = results.map(one => [one.case.id, one.kind, one.changes.map(change => Object.values(change))])
  return { told: told.toSorted(([one], [other]) => Number(one) - Number(other)), counts }
}

it('tells what appeared, what is known otherwise, and what is gone, each with what it was and is', async () => {
  expect(await between('from=2026-03-01&to=2026-03-03&has_result=false')).toEqual({
    told: [
      [changing, 'changed', [['judge', 'Судьина А.А.', 'Прозоров Б.Б.']]],
      [leaving, 'gone', expect.arrayContaining([['result', null, decided.result]])],
      [vanishing, 'gone', [['card', expect.any(String), null]]],
      [coming, 'appeared', []],
    ],
    counts: { appeared: 1, changed: 1, gone: 2 },
  })
  expect(still).toBeGreaterThan(0)
})
it('compares the ends of the days, whatever lay between them', async () => {
  expect(await between('from=2026-03-01&to=2026-03-05&judge_not=999')).toMatchObject({
    told: expect.arrayContaining([[changing, 'changed', [['judge', 'Судьина А.А.', 'Третьяков В.В.']]]]),
  })
  expect(await between('from=2026-03-03&to=2026-03-04')).toEqual({
    told: [],
    counts: { appeared: 0, changed: 0, gone: 0 },
  })
  expect(await between('from=2026-02-27&to=2026-03-01')).toMatchObject({ counts: { appeared: 4, changed: 0, gone: 0 } })
})
it('is told of few cases also where too many others have changed', async () => {
  const days = { from: '2026-02-27', to: '2026-03-05' }
  const of = (values: AnyValues, most?: number) => changesOfCases({ db }, scopeOf(anybody), values, days, most)
  const few = { case_number: '5-2/2026' }
  expect((await of(few)).map(({ id }) => id)).toEqual([changing])
  expect(await of(few, 1)).toEqual(await of(few))
  await expect(of({}, 1)).rejects.toMatchObject({ status: 400 })
})
it('is a file with a line for each field', async () => {
  const { text } = await member('data/changes/export.csv?from=2026-03-01&to=2026-03-03')
  expect(text).toContain('Изменилось;')
  expect(text).toContain(';Судья;Судьина А.А.;Прозоров Б.Б.;')
})
it('is a file of any length: cases are read some at a time, each once', async () => {
  await beOn(db, '2026-03-07')
  const many = Array.from({ length: 230 }, (_, at) => `many-${at}`)
  for (const key of many) await put(key, {})
  await wereOn(db, '2026-03-07')
  const { text } = await member('data/changes/export.csv?from=2026-03-06&to=2026-03-07')
  const lines = text.trim().split('\r\n').slice(1)
  expect(lines.map(line => line.split(';')[1]).toSorted()).toEqual(many.map(key => `5-${key}/2026`).toSorted())
})
it('knows nothing of other regions, and refuses days in a sentence', async () => {
  expect(await between('from=2026-03-01&to=2026-03-03', ofPetersburg)).toMatchObject({ told: [] })
  expect(await between('from=2026-03-03&to=2026-03-01')).toEqual({ to: ['Второй день — после первого.'] })
  expect(await between('from=2026-03-03')).toHaveProperty('to')
  expect(await between('from=2026-03-01&to=2126-03-01')).toHaveProperty('to')
  expect(await between('from=2026-03-01&to=2026-03-03&as_of=2026-03-01')).toHaveProperty('as_of')
})

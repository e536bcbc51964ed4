import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { headedTable, labelTable, tabsCard } from '../../test/court-pages.ts'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { buildCase } from '../../test/factories.ts'
import { courts } from '../../test/koap-card.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { readPage } from '../collectors/parse.ts'
import { caseRecord } from './case-record.ts'
import { ingest } from './ingest.ts'

const { db } = await testDatabase()
const origin = 'collector'

/** A card that was saved without the address it lay at: nothing on it is a key but what it says. */
const cardOf = (number: string) => {
  const html = tabsCard({
    number,
    catalogue: 'Дела об административных правонарушениях - первая инстанция',
    tabs: [
      {
        title: 'ДЕЛО',
        html: labelTable('ДЕЛО', [
          ['Уникальный идентификатор дела', '59RS9901-01-2026-000017-11'],
          ['Дата поступления', '02.02.2026'],
        ]),
      },
      {
        title: 'СТОРОНЫ',
        html: headedTable('СТОРОНЫ', [
          ['Вид лица', 'ФИО'],
          ['Защитник', 'Защитина О.О.'],
        ]),
      },
    ],
  })
  const reading = readPage({ url: 'https://zarechny--prm.sudrf.ru/card.html', body: html }, courts)
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  return caseRecord.parse(reading.case)
}
const keysOf = async (id: number) =>
  (await db.selectFrom('case_source').select('source_key').where('case_id', '=', id).execute()).map(
    one => one.source_key,
  )

it('carries a case over from the key that its number was in, and reads it again as the same (design §5)', async () => {
  const read = cardOf('5-17/2026')
  const [former = ''] = read.former_keys ?? []
  expect(former).toContain('5-17/2026')
  const id = await buildCase(db, { ...read, source_key: former, former_keys: [] })
  const [again] = await ingest(db, [read], { origin })
  expect(again).toMatchObject({ case_id: id, source_key: read.source_key })
  expect(await keysOf(id)).toEqual([read.source_key])
  expect(await revisionsIn(db, id)).toEqual([])
})

it('keeps the key when the number changes: the same case, and its former number is found', async () => {
  const before = cardOf('5-17/2026')
  const after = cardOf('5-3/2027 (5-17/2026;)')
  expect(after.source_key).toBe(before.source_key)
  const [first] = await ingest(db, [before], { origin })
  const [second] = await ingest(db, [after], { origin })
  expect(second?.case_id).toBe(first?.case_id)
  const row = await db
    .selectFrom('court_case')
    .select(['case_number', 'other_numbers'])
    .where('id', '=', second?.case_id ?? 0)
    .executeTakeFirst()
  expect(row).toEqual({ case_number: '5-3/2027', other_numbers: '5-17/2026' })
})

it('moves nothing where both keys are stored: they are two cases', async () => {
  const one = await buildCase(db, { source_key: 'новый' })
  const other = await buildCase(db, { source_key: 'прежний' })
  const record = caseRecord.parse({ ...cardOf('5-9/2026'), source_key: 'новый', former_keys: ['прежний'] })
  expect(await ingest(db, [record], { origin })).toMatchObject([{ case_id: one }])
  expect([await keysOf(one), await keysOf(other)]).toEqual([['новый'], ['прежний']])
})

/** Of a read of the first case again, and of those beside it, which all are of one court that is known. */
const beside = (source_key: string, former_keys: string[] = []) =>
  caseRecord.parse({ ...cardOf('5-17/2026'), source_key, former_keys })
const waiting = () => expect.poll(() => waitingForLocks(db)).not.toEqual([])

it('moves nothing to a key that another process is just taking, and loses nothing of the call', async () => {
  const former = await buildCase(db, beside('прежний ключ'))
  const call = await db.transaction().execute(async trx => {
    await ingest(trx, [beside('ключ')], { origin })
    const meanwhile = ingest(db, [beside('ключ', ['прежний ключ']), beside('ещё один')], { origin })
    await waiting()
    return { meanwhile }
  })
  const results = await call.meanwhile
  expect(results).toMatchObject([{ outcome: 'same' }, { source_key: 'ещё один', outcome: 'new' }])
  expect(await keysOf(former)).toEqual(['прежний ключ'])
  expect(await keysOf(results[0]?.case_id ?? 0)).toEqual(['ключ'])
})

it('waits for what stands first, and holds nothing that stands after it', async () => {
  await buildCase(db, beside('а'))
  const id = await buildCase(db, beside('я прежний'))
  const call = await db.transaction().execute(async trx => {
    await sql`select from case_source where source_key = 'а' for no key update`.execute(trx)
    const meanwhile = ingest(db, [beside('я', ['я прежний']), { ...beside('а'), result: 'Прекращено' }], { origin })
    await waiting()
    const held = () => sql`select from case_source where source_key = 'я прежний' for no key update nowait`.execute(trx)
    await expect(held()).resolves.toBeDefined()
    return { meanwhile }
  })
  expect(await call.meanwhile).toMatchObject([{ case_id: id }, { source_key: 'а' }])
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { coldDatabase } from '../../test/cold-database.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { hearingsAmong, noteAppeals, noteChanges } from './case-changes.ts'
import { markGone } from './write-cases.ts'

const { db } = await testDatabase()
const inTransaction = db.transaction()
const changesOf = async (ids: readonly number[]) => {
  const { rows } = await sql<{ case_id: number; revision: number | null; kinds: string[]; details: unknown }>`
    select case_id, revision, kinds, details from case_change where case_id = any(${ids}::int[]) order by id`.execute(
    db,
  )
  return rows
}
const newCases = async (count: number, given: Parameters<typeof buildCases>[1][number] = {}) => {
  const ids = await buildCases(
    db,
    Array.from({ length: count }, () => given),
  )
  await sql`delete from case_change where case_id = any(${ids}::int[])`.execute(db)
  return ids
}

describe('the change feed', () => {
  it('tells of each change its revision, its kinds, and details where there are any', async () => {
    const [one = 0, other = 0] = await newCases(2)
    const details = [{ kind: 'changed', before: 'Судьин А.А.', after: 'Судьин Б.Б.' } as const]
    await inTransaction.execute(trx =>
      noteChanges(trx, [
        { case_id: one, revision: 2, kinds: ['changed', 'event'], details },
        { case_id: other, revision: null, kinds: ['new'], details: [] },
      ]),
    )
    expect(await changesOf([one, other])).toEqual([
      { case_id: one, revision: 2, kinds: ['changed', 'event'], details },
      { case_id: other, revision: null, kinds: ['new'], details: null },
    ])
  })

  it('asks nothing where nothing is to be told', async () => {
    const { db: cold, queries } = coldDatabase()
    await cold.transaction().execute(async trx => {
      await noteChanges(trx, [])
      await noteAppeals(trx, [], [1], [])
      await noteAppeals(trx, [1], [], [])
      expect(await hearingsAmong(trx, [{}, { events: [] }])).toEqual(new Map())
    })
    expect(queries).toEqual([])
  })

  it('tells the first instance of the reviews that were just linked to it, in one change', async () => {
    const uids = ['77RS0001-01-2026-000001-11', '77RS0001-01-2026-000002-11', '77RS0001-01-2026-000003-11']
    const [first = 0, silent = 0, written = 0] = await buildCases(
      db,
      uids.map(case_uid => ({ case_uid })),
    )
    const reviews = await buildCases(
      db,
      uids.map((case_uid, n) => ({
        case_uid,
        stage: 2 as const,
        case_number: `12-${n}/2026`,
        court: { title: 'Городской суд', region: 77 },
      })),
    )
    const appeal = (number: string) => ({ kind: 'appeal', before: null, after: `${number}, Городской суд` })
    await sql`delete from case_change`.execute(db)
    // Not those of which no link has changed, nor those that came with the review.
    await inTransaction.execute(trx => noteAppeals(trx, reviews, [first, written, ...reviews], [written, ...reviews]))
    expect(await changesOf([first, silent, written, ...reviews])).toEqual([
      { case_id: first, revision: null, kinds: ['appeal'], details: [appeal('12-0/2026')] },
    ])
  })

  it('knows which wordings of former events are hearings', async () => {
    await sql`insert into event_type (title, is_hearing) values ('Выдуманное слушание', true), ('Выдуманный архив', false), ('Выдуманное нечто', null)`.execute(
      db,
    )
    const event = (type: string) => ({ type, date: '2026-03-02' })
    const befores = [
      { events: [event('Выдуманное слушание'), event('Выдуманное нечто')] },
      { events: [event('Выдуманный архив'), event('Выдуманное новое')] },
      {},
    ]
    expect(await inTransaction.execute(trx => hearingsAmong(trx, befores))).toEqual(
      new Map([
        ['Выдуманное слушание', true],
        ['Выдуманный архив', false],
        ['Выдуманное нечто', null],
      ]),
    )
  })

  it('tells once that a card is gone', async () => {
    const [one = 0, other = 0] = await newCases(2)
    const details = [{ kind: 'disappeared', before: 'Карточка дела на сайте суда', after: null }]
    expect(await inTransaction.execute(trx => markGone(trx, [one], 'test'))).toBe(1)
    expect(await inTransaction.execute(trx => markGone(trx, [one, other], 'test'))).toBe(1)
    expect(await changesOf([one, other])).toEqual(
      [one, other].map(case_id => ({ case_id, revision: 1, kinds: ['disappeared'], details })),
    )
  })
})

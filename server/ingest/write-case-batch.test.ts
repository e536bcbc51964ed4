import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bare, cardOf, cardsIn, koapArticle } from '../../test/cards.ts'
import { coldDatabase } from '../../test/cold-database.ts'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { lockLinks } from '../links/link-cases.ts'
import type { CaseRecord } from './case-record.ts'
import { ingest, rereadCases } from './ingest.ts'
import { drawIds, insertCases, touchSources, updateCases } from './write-cases.ts'
import { replaceTexts } from './write-children.ts'

/** Cards that come together: in one order, wholly or not at all, whoever else writes them. */
const { db } = await testDatabase()
const { put, putOne, rowsOf } = cardsIn(db)

describe('a key that comes several times', () => {
  it('is read one after the other, each of several keys in its order', async () => {
    const [one, other] = [cardOf(bare), cardOf(bare)]
    const by = (of: CaseRecord, judge: string) => ({ ...of, judge })
    const results = await ingest(
      db,
      [one, by(one, 'Анин А. А.'), other, by(one, 'Бобрин Б. Б.'), by(other, 'Волгин В. В.')],
      { origin: 'test' },
    )
    expect(results.map(({ source_key, outcome }) => `${source_key} ${outcome}`)).toEqual([
      `${one.source_key} new`,
      `${one.source_key} changed`,
      `${other.source_key} new`,
      `${one.source_key} changed`,
      `${other.source_key} changed`,
    ])
    const ids = [results[0]?.case_id, results[2]?.case_id]
    const judges = await rowsOf(sql`
      select judge.name from court_case join judge on judge.id = judge_id where court_case.id = any(${ids}::int[]) order by court_case.id`)
    expect(judges).toEqual([{ name: 'Бобрин Б.Б.' }, { name: 'Волгин В.В.' }])
  })
})

describe('a batch', () => {
  it('is written as a whole or not at all', async () => {
    const [good, bad] = [cardOf(bare), cardOf(bare)]
    // Its last rows cannot be written.
    const events = [{ type: 'Выдуманная передача', date: '2021-02-31', result: '', hall: '', note: '' }]
    await expect(ingest(db, [good, { ...bad, events }], { origin: 'test' })).rejects.toThrow()
    expect(await rowsOf(sql`select from case_source where source_key = ${good.source_key}`)).toEqual([])
  })
  it('is of the transaction of whoever has one, with where it comes from', async () => {
    const one = cardOf(bare)
    const undone = db.transaction().execute(async trx => {
      await ingest(trx, [one], { origin: 'own' })
      const { rows } = await sql`select origin from case_source where source_key = ${one.source_key}`.execute(trx)
      expect(rows).toEqual([{ origin: 'own' }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await rowsOf(sql`select from case_source where source_key = ${one.source_key}`)).toEqual([])
  })
  it('takes a number for each new case, and none for those that are known', async () => {
    const known = cardOf(bare)
    await put(known)
    const last = async () => {
      const [row] = await rowsOf(sql`select last_value::integer as at from court_case_id_seq`)
      return Number(row?.at)
    }
    const before = await last()
    await put({ ...known, judge: 'Прозоров А. Б.' }, cardOf(bare), cardOf(bare))
    expect((await last()) - before).toBe(2)
  })
  it('looks nothing up in directories for a card that is the same', async () => {
    const one = cardOf({ ...bare, events: [{ type: 'Выдуманное событие', date: '2021-03-01' }] })
    const id = await putOne(one)
    await sql`delete from case_event where case_id = ${id}`.execute(db)
    await sql`delete from event_type where title = 'Выдуманное событие'`.execute(db)
    await put(one, cardOf(bare))
    expect(await rowsOf(sql`select from event_type where title = 'Выдуманное событие'`)).toEqual([])
  })
})

describe('two writers of one matter', () => {
  const case_uid = '59RS0001-01-2021-000888-77'
  it.each<[string, (one: CaseRecord) => Promise<unknown>]>([
    ['with a new card', one => ingest(db, [one], { origin: 'test' })],
    ['with a card that is read anew', one => db.transaction().execute(trx => rereadCases(trx, [one]))],
  ])('link its cases one after the other: the second waits %s', async (_, write) => {
    const one = cardOf({ ...bare, case_uid })
    const held = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = db.transaction().execute(async trx => {
      await lockLinks(trx, { clues: new Set(), uids: new Set([case_uid]) })
      held.resolve()
      await mayEnd.promise
    })
    await Promise.race([held.promise, first])
    const second = write(one)
    try {
      await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
    } finally {
      mayEnd.resolve()
      await Promise.allSettled([first, second])
    }
    await second
  })
})

describe('two writers of one new card', () => {
  it('make one case: whoever comes second finds it, and keeps the other cases of the batch', async () => {
    const articles = [koapArticle('20.2', '5')]
    const [one, twin, other, third] = [cardOf({ ...bare, articles }), cardOf(bare), cardOf(bare), cardOf(bare)]
    await put(cardOf(bare)) // The court is known to both.
    const written = Promise.withResolvers<number>()
    const mayEnd = Promise.withResolvers<void>()
    const first = db.transaction().execute(async trx => {
      const [result] = await ingest(trx, [one, twin], { origin: 'first' })
      written.resolve(result?.case_id ?? 0)
      await mayEnd.promise
    })
    const id = await Promise.race([written.promise, first.then(() => 0)])
    const second = ingest(db, [other, { ...one, judge: 'Новосудова Вера Глебовна' }, third, twin], { origin: 'second' })
    try {
      await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
      // Nobody who meets the same new judge waits for this.
      expect(await rowsOf(sql`select name from judge where name like 'Новосудова%'`)).toHaveLength(1)
    } finally {
      mayEnd.resolve()
      await Promise.allSettled([first, second])
    }
    expect((await second).map(({ outcome }) => outcome)).toEqual(['new', 'changed', 'new', 'same'])
    expect((await second)[1]?.case_id).toBe(id)
    const orphans = await rowsOf(
      sql`select id from court_case where not exists (select from case_source where case_id = id)`,
    )
    expect(orphans).toEqual([])
    expect(await rowsOf(sql`select number from case_journal where case_id = ${id} order by 1`)).toEqual([
      { number: 0 },
      { number: 1 },
    ])
  })
})

describe('of nothing nothing is asked', () => {
  it('by none of the steps', async () => {
    const { db: cold, queries } = coldDatabase()
    const directories = new Proxy<Parameters<typeof insertCases>[1]>(Object.create(null), {})
    await cold.transaction().execute(async trx => {
      expect(await drawIds(trx, 'court_case', 0)).toEqual([])
      expect(await insertCases(trx, directories, [], 'test')).toEqual(new Set())
      await updateCases(trx, directories, [], 'test')
      await touchSources(trx, [], 'test')
      expect(await replaceTexts(trx, [])).toEqual(new Map())
    })
    expect(await ingest(cold, [], { origin: 'test' })).toEqual([])
    expect(queries).toEqual([])
  })
})

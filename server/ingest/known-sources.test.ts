import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { bare, cardOf, cardsIn, koapArticle } from '../../test/cards.ts'
import { testDatabase } from '../../test/database.ts'
import { revisionsIn } from '../../test/revisions.ts'
import type { CaseRecord } from './case-record.ts'
import { ingest, rereadCases } from './ingest.ts'
import { prepareCase } from './prepare-case.ts'

const ahead = addDays(today(), 30)

/** Cards that come again, and cards that come after the case that they review. */
const { db } = await testDatabase()
const { put, putOne, rowsOf } = cardsIn(db)

describe('what is known of a source', () => {
  const sourceOf = async ({ source_key }: CaseRecord) => {
    const { rows } = await sql<{ case_id: number; origin: string; digest: string; record: object; age: number }>`
      select case_id, origin, digest, record, extract(days from now() - last_seen_at)::integer as age
      from case_record where source_key = ${source_key}`.execute(db)
    return rows[0]
  }
  const age = (...records: CaseRecord[]) =>
    sql`update case_source set last_seen_at = now() - interval '9 days 1 hour' where source_key = any(${records.map(one => one.source_key)})`.execute(
      db,
    )
  const changesOf = async (id: number) =>
    rowsOf(sql`select revision, kinds, details from case_change where case_id = ${id} order by id`)

  it('is its last record, who brought it and when it was seen', async () => {
    const records = ['5-10/2021', '5-11/2021', '5-12/2021'].map(case_number => cardOf({ ...bare, case_number }))
    records.push(...records.splice(0, 1))
    const ids = await put(...records)
    for (const [n, one] of records.entries()) {
      const { digest } = prepareCase(one, 0)
      expect(await sourceOf(one)).toMatchObject({
        case_id: ids[n],
        origin: 'test',
        digest,
        record: { case_number: one.case_number },
        age: 0,
      })
    }
    // Written in the order of their keys whatever order they come in, so that two writers do not wait for each other.
    const keys = records.map(({ source_key }) => source_key)
    const written = await rowsOf(sql`select source_key from case_source where source_key = any(${keys}) order by ctid`)
    expect(written.map(({ source_key }) => source_key)).toEqual(keys.toSorted())
    await age(...records)
    const [first, second, third] = records
    if (!first || !second || !third) throw new Error('three records')
    const changed = { ...second, judge: 'Прозоров А. Б.' }
    const results = await ingest(db, [changed, third], { origin: 'other' })
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'same'])
    expect(await sourceOf(first)).toMatchObject({ age: 9 })
    expect(await sourceOf(second)).toMatchObject({
      origin: 'other',
      age: 0,
      digest: prepareCase(changed, 0).digest,
      record: { judge: 'Прозоров А. Б.' },
    })
    expect(await sourceOf(third)).toMatchObject({ origin: 'test', age: 0 })
  })

  it('is told as news once: new, then what has changed, then nothing', async () => {
    const one = cardOf(bare)
    const id = await putOne(one)
    await put(one)
    await put({ ...one, judge: 'Прозоров А. Б.' })
    expect(await changesOf(id)).toMatchObject([
      { revision: 0, kinds: ['new'] },
      { revision: 1, kinds: ['changed'] },
    ])
  })

  it('comes back to the site once, whether its card is the same or not', async () => {
    const [same, changed, here] = [cardOf(bare), cardOf(bare), cardOf(bare)]
    const ids = await put(same, changed, here)
    await sql`update court_case set gone_at = now() where id = any(${ids.slice(0, 2)}::int[])`.execute(db)
    await sql`delete from case_change`.execute(db)
    await put(same, { ...changed, judge: 'Прозоров А. Б.' }, here)
    const gone = await rowsOf(sql`select id from court_case where gone_at is not null`)
    expect(gone).toEqual([])
    const [one = 0, two = 0, three = 0] = ids
    expect(await changesOf(one)).toEqual([
      {
        revision: 1,
        kinds: ['changed'],
        details: [{ kind: 'changed', before: null, after: 'Карточка дела снова на сайте суда' }],
      },
    ])
    expect(await changesOf(two)).toHaveLength(1)
    expect(await changesOf(three)).toEqual([])
  })

  it('is read anew without news: neither its day, nor who brought it, nor that it is gone', async () => {
    const one = cardOf({ ...bare, text: 'Суд решил.' })
    const id = await putOne(one)
    await age(one)
    await sql`update court_case set gone_at = now(), changed_at = '2020-01-01' where id = ${id}`.execute(db)
    await sql`delete from case_change`.execute(db)
    const reread = (...records: CaseRecord[]) => db.transaction().execute(trx => rereadCases(trx, records))
    expect(await reread({ ...one, judge: 'Прозоров А. Б.' })).toMatchObject([{ case_id: id, outcome: 'changed' }])
    expect(await sourceOf(one)).toMatchObject({ origin: 'test', age: 9, record: { judge: 'Прозоров А. Б.' } })
    const [row] = await rowsOf(sql`
      select gone_at is null as here, extract(year from changed_at)::integer as year, judge.name as judge
      from court_case join judge on judge.id = judge_id where court_case.id = ${id}`)
    expect(row).toEqual({ here: false, year: 2020, judge: 'Прозоров А.Б.' })
    const revisions = await revisionsIn(db, id)
    expect(revisions).toEqual([
      {
        number: 1,
        changes: [
          { field: 'reading', before: null, after: 'Прочитано заново' },
          { field: 'judge', before: null, after: 'Прозоров А. Б.' },
        ],
      },
    ])
    expect(await changesOf(id)).toEqual([{ revision: 1, kinds: [], details: null }])
    // Even where nothing has changed it is written, and no revision is left of nothing.
    expect(await reread({ ...one, judge: 'Прозоров А. Б.' })).toMatchObject([{ outcome: 'changed' }])
    expect(await revisionsIn(db, id)).toHaveLength(1)
  })

  it('is of a hearing that is called off by the wording of before', async () => {
    await sql`insert into event_type (title, is_hearing) values ('Выдуманное слушание', true), ('Выдуманный архив', false)`.execute(
      db,
    )
    const [first, second] = ['Выдуманное слушание', 'Выдуманный архив'].map(type =>
      cardOf({ ...bare, events: [{ type, date: ahead }] }),
    )
    if (!first || !second) throw new Error('two records')
    const [one = 0, two = 0] = await put(first, second)
    await sql`delete from case_change`.execute(db)
    await put({ ...first, events: [] }, { ...second, events: [], judge: 'Прозоров А. Б.' })
    expect(await changesOf(one)).toMatchObject([{ kinds: ['hearing_cancelled'] }])
    const [told] = await changesOf(two)
    expect(told?.kinds).not.toContain('hearing_cancelled')
  })

  it('has a hearing by what directories say of its wording, when it is new to a known card', async () => {
    await sql`insert into event_type (title, is_hearing) values ('Выдуманная встреча', true), ('Судебное заседание вне зала', false)`.execute(
      db,
    )
    const [first, second, third] = [cardOf(bare), cardOf(bare), cardOf(bare)]
    const [one = 0, two = 0, three = 0] = await put(first, second, third)
    await sql`delete from case_change`.execute(db)
    const at = { date: ahead, time: '10:00', result: '', hall: '', note: '' }
    await put(
      { ...first, events: [{ ...at, type: 'Выдуманная встреча' }] },
      { ...second, events: [{ ...at, type: 'Судебное заседание вне зала' }] },
      // Perhaps a hearing: its hour has not come.
      { ...third, events: [{ ...at, type: 'Нечто невиданное' }] },
    )
    const kindsOf = async (id: number) => (await changesOf(id)).flatMap(({ kinds }) => kinds)
    expect(await kindsOf(one)).toContain('hearing_set')
    expect(await kindsOf(two)).not.toContain('hearing_set')
    expect(await kindsOf(three)).toContain('hearing_set')
  })

  it('links by the УИД that it had as well, and sets the clocks of who stood on it', async () => {
    const case_uid = '59RS0001-01-2021-000777-77'
    const [first, second, third] = [
      cardOf({ ...bare, case_uid, defendants: [{ name: 'Уходящин Олег Ильич' }] }),
      cardOf({ ...bare, case_uid, stage: 2 }),
      cardOf({ ...bare, case_uid, stage: 2, case_number: '12-9/2021' }),
    ]
    const [a = 0, b = 0] = await put(first, second, third)
    expect(await rowsOf(sql`select case_id from case_link where case_id = ${a}`)).toEqual([])
    await sql`delete from risk_due`.execute(db)
    await put({ ...third, case_uid: undefined }, { ...first, defendants: [] })
    expect(await rowsOf(sql`select other_id from case_link where case_id = ${a}`)).toEqual([{ other_id: b }])
    const due = await rowsOf(sql`select name from risk_due join defendant on defendant.id = defendant_id`)
    expect(due).toEqual([{ name: 'Уходящин Олег Ильич' }])
  })
})

describe('a review that comes', () => {
  it('is news of the case it reviews, and sets the clocks of its people, unless both come together', async () => {
    const case_uid = '59RS0001-01-2021-000555-77'
    const person = { name: 'Подсудимов Олег Ильич', articles: [koapArticle('20.2', '5')] }
    const first = await putOne(cardOf({ ...bare, case_uid, defendants: [person] }))
    await sql`delete from risk_due`.execute(db)
    await sql`delete from case_change`.execute(db)
    const [review = 0, together = 0] = await put(
      cardOf({ ...bare, case_uid, stage: 2, case_number: '12-1/2021' }),
      cardOf({ ...bare, case_uid: '59RS0001-01-2021-000556-77' }),
      cardOf({ ...bare, case_uid: '59RS0001-01-2021-000556-77', stage: 2 }),
    )
    expect(await rowsOf(sql`select other_id from case_link where case_id = ${first}`)).toEqual([{ other_id: review }])
    expect(await rowsOf(sql`select kinds from case_change where case_id = ${first}`)).toEqual([{ kinds: ['appeal'] }])
    expect(await rowsOf(sql`select kinds from case_change where case_id = ${together}`)).toEqual([{ kinds: ['new'] }])
    const due = await rowsOf(sql`select name from risk_due join defendant on defendant.id = defendant_id`)
    expect(due).toEqual([{ name: person.name }])
  })
})

describe('a review that was known before', () => {
  it('is no news of the case that it is found to review', async () => {
    const case_uid = '59RS0001-01-2021-000444-77'
    const review = cardOf({ ...bare, stage: 2 })
    const [first] = await put(cardOf({ ...bare, case_uid }), review)
    await sql`delete from case_change`.execute(db)
    await put({ ...review, case_uid })
    expect(await rowsOf(sql`select other_id from case_link where case_id = ${first}`)).toHaveLength(1)
    expect(await rowsOf(sql`select kinds from case_change where case_id = ${first}`)).toEqual([])
  })
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { koapCase } from '../../test/cards.ts'
import { testDatabase } from '../../test/database.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from './case-record.ts'
import { ingest } from './ingest.ts'

const { db } = await testDatabase()
await db
  .insertInto('event_type')
  .values([{ title: 'Рассмотрение жалобы на заседании', is_hearing: true }])
  .execute()

const put = async (...records: CaseRecord[]) => ingest(db, records, { origin: 'test' })
const putOne = async (given: Partial<CaseRecordInput> = {}) => {
  const [result] = await put(koapCase(given))
  if (result === undefined) throw new Error('no result')
  return result
}
const caseRow = (id: number) => db.selectFrom('court_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const revisions = (id: number) => revisionsIn(db, id)
const peopleOn = (id: number) =>
  db.selectFrom('case_defendant').selectAll().where('case_id', '=', id).orderBy('ordinal').execute()

const full: Partial<CaseRecordInput> = {
  judge: 'СУДЬИНА  АННА ИВАНОВНА',
  case_uid: '59RS0001-01-2021-000001-11',
  entry_date: '2021-03-01',
  result_date: '2021-03-15',
  result: 'Вынесено постановление о назначении административного наказания',
  defendants: [
    { name: 'Ёлкин Пётр Ильич', articles: [{ codex: 'koap', article_number: '20.2', part: '6.1' }] },
    { name: 'ФИО1', role: 'accused' },
  ],
  participants: [
    { role: 'Защитник', name: 'Адвокатова А.А.' },
    { role: 'Помощник прокурора', name: 'Прокуроров П.П.' },
    { role: 'Потерпевший', name: 'Обидин О.О.' },
  ],
  events: [
    { type: 'Регистрация нового дела', date: '2021-03-01', time: '09:00' },
    { type: 'Рассмотрение жалобы на заседании', date: '2021-03-10', time: '14:30', hall: '3' },
    { type: 'Рассмотрение жалобы на заседании', date: '2021-03-05' },
  ],
  penalties: [{ type: 'fine', value: 10000.5 }],
  defence_params: [{ key: 'Защитник', value: 'по соглашению' }],
  text: 'Суд постановил: назначить штраф.',
  text_url: 'https://sud.example/text/1',
  url: 'https://sud.example/case/1',
}

describe('one way in for every case (design §3)', () => {
  it('writes a case with everything below it', async () => {
    const { case_id, outcome } = await putOne(full)
    expect(outcome).toBe('new')
    expect(await caseRow(case_id)).toMatchObject({
      region: 59,
      has_text: true,
      has_result: true,
      defendants_hidden: true,
      first_scheduled_hearing_date: '2021-03-05',
      last_scheduled_hearing_date: '2021-03-10',
      last_scheduled_hearing_time: '14:30:00',
      // 14:30 in Perm
      hearing_until: new Date('2021-03-10T09:30:00Z'),
    })
    const events = await db
      .selectFrom('case_event')
      .selectAll()
      .where('case_id', '=', case_id)
      .orderBy('ordinal')
      .execute()
    expect(events.map(event => event.happens_at?.toISOString() ?? null)).toEqual([
      '2021-03-01T04:00:00.000Z',
      '2021-03-10T09:30:00.000Z',
      null,
    ])
    const articles = await db
      .selectFrom('case_article')
      .innerJoin('article', 'article.id', 'article_id')
      .where('case_id', '=', case_id)
      .select(['article_number', 'part'])
      .orderBy('part')
      .execute()
    expect(articles).toEqual([
      { article_number: '20.2', part: '5' },
      { article_number: '20.2', part: '6.1' },
    ])
    expect(await peopleOn(case_id)).toMatchObject([
      { name: 'Ёлкин Пётр Ильич', gender: 'm', hidden: false },
      { name: 'ФИО1', gender: 'na', hidden: true, defendant_id: null },
    ])
    const roles = await db
      .selectFrom('case_participant')
      .select('role')
      .where('case_id', '=', case_id)
      .orderBy('ordinal')
      .execute()
    expect(roles.map(({ role }) => role)).toEqual(['advocate', 'prosecutor', 'Потерпевший'])
    const text = await db
      .selectFrom('case_text')
      .select('body')
      .where('case_id', '=', case_id)
      .executeTakeFirstOrThrow()
    expect(text.body).toBe(full.text)
    const penalty = await db
      .selectFrom('case_penalty')
      .selectAll()
      .where('case_id', '=', case_id)
      .executeTakeFirstOrThrow()
    expect(penalty).toMatchObject({ type: 'fine', value: 10000.5 })
  })

  it('keeps a hearing without an hour ahead until its day is over by the clock of the court', async () => {
    const { case_id } = await putOne({ events: [{ type: 'Рассмотрение жалобы на заседании', date: '2021-03-10' }] })
    expect(await caseRow(case_id)).toMatchObject({
      last_scheduled_hearing_time: null,
      hearing_until: new Date('2021-03-10T19:00:00Z'),
    })
  })
  it('does not take every event with an hour for a hearing (domain §6)', async () => {
    const { case_id } = await putOne({ events: [{ type: 'Передача в архив', date: '2021-03-10', time: '10:00' }] })
    expect(await caseRow(case_id)).toMatchObject({ last_scheduled_hearing_date: null, hearing_until: null })
  })

  it('changes nothing when the same record comes again, whatever the order of its keys', async () => {
    const record = koapCase({ ...full, case_uid: undefined })
    const [first] = await put(record)
    const before = await caseRow(first?.case_id ?? 0)
    const turned = caseRecord.parse(Object.fromEntries(Object.entries(record).reverse()))
    expect(await put({ ...turned, court: { region: record.court.region, title: record.court.title } })).toMatchObject([
      { case_id: first?.case_id, outcome: 'same' },
    ])
    expect(await caseRow(first?.case_id ?? 0)).toEqual(before)
    expect(await revisions(first?.case_id ?? 0)).toEqual([])
  })

  it('notes when an unchanged case was seen last', async () => {
    const record = koapCase()
    await put(record)
    await sql`update case_source set last_seen_at = '2020-01-01' where source_key = ${record.source_key}`.execute(db)
    await put(record)
    const source = await db
      .selectFrom('case_source')
      .selectAll()
      .where('source_key', '=', record.source_key)
      .executeTakeFirstOrThrow()
    expect(source.last_seen_at.getUTCFullYear()).toBeGreaterThan(2020)
  })

  it('leaves a revision of what changed, with what was there before', async () => {
    const record = koapCase({ ...full, case_uid: undefined })
    const [first] = await put(record)
    const id = first?.case_id ?? 0
    const before = await caseRow(id)
    const [second] = await put({
      ...record,
      result_date: '2021-04-01',
      events: [...record.events, { type: 'Дело сдано', date: '2021-04-02', result: '', hall: '', note: '' }],
      text: 'Другой текст.',
    })
    expect(second).toEqual({ source_key: record.source_key, case_id: id, outcome: 'changed' })
    expect(await revisions(id)).toEqual([
      {
        number: 1,
        changes: [
          { field: 'result_date', before: '2021-03-15', after: '2021-04-01' },
          { field: 'events', before: null, after: '2021-04-02 Дело сдано' },
          { field: 'text', before: full.text, after: '13\u00a0знаков' },
        ],
      },
    ])
    const after = await caseRow(id)
    expect(after.result_date).toBe('2021-04-01')
    expect(after.changed_at > before.changed_at).toBe(true)
    expect(Number(after.changed_xid)).toBeGreaterThan(Number(before.changed_xid))
    const events = await db.selectFrom('case_event').select('ordinal').where('case_id', '=', id).execute()
    expect(events).toHaveLength(4)
  })

  it('keeps a text that was taken off the site in the revision', async () => {
    const record = koapCase({ text: 'Был текст.' })
    const [first] = await put(record)
    await put({ ...record, text: undefined })
    expect(await revisions(first?.case_id ?? 0)).toEqual([
      { number: 1, changes: [{ field: 'text', before: 'Был текст.', after: null }] },
    ])
    expect((await caseRow(first?.case_id ?? 0)).has_text).toBe(false)
  })

  it('reads two records of one key in a batch one after the other', async () => {
    const record = koapCase()
    const results = await put(record, { ...record, case_number: '5-2/2022' }, record, record)
    expect(results.map(({ outcome }) => outcome)).toEqual(['new', 'changed', 'changed', 'same'])
    expect(new Set(results.map(({ case_id }) => case_id)).size).toBe(1)
    expect((await revisions(results[0]?.case_id ?? 0)).map(({ number }) => number)).toEqual([1, 2])
  })

  it('puts in all of a batch or nothing', async () => {
    const [good, bad] = [koapCase(), koapCase({ entry_date: '2021-01-01' })]
    await expect(put(good, { ...bad, entry_date: '2021-02-31' })).rejects.toThrow()
    const source = await db.selectFrom('case_source').selectAll().where('source_key', '=', good.source_key).execute()
    expect(source).toEqual([])
  })

  it('brings a case that was gone back when it is seen again', async () => {
    const record = koapCase()
    const [first] = await put(record)
    await sql`update court_case set gone_at = now() where id = ${first?.case_id}`.execute(db)
    await put(record)
    expect((await caseRow(first?.case_id ?? 0)).gone_at).toBeNull()
  })

  it('takes the same cases from several writers at once', async () => {
    const records = Array.from({ length: 60 }, (_, index) =>
      koapCase({
        judge: `Судьин ${'АБВГД'[index % 5]}.А.`,
        court: { title: `Новый районный суд № ${index % 7}`, region: 24 },
        articles: [{ codex: 'koap', article_number: '19.3', part: String(index % 9) }],
        defendants: [{ name: `Одновременный Иван ${['Ильич', 'Петрович', 'Олегович'][index % 3]}` }],
        case_uid: `24RS0001-01-2021-${index % 20}`,
        stage: index % 2 ? 2 : 1,
      }),
    )
    const writers = Array.from({ length: 6 }, (_, writer) =>
      put(
        ...(writer % 2 ? records : records.toReversed()).map(one => ({
          ...one,
          protocol_number: writer < 3 ? 'А' : 'Б',
        })),
      ),
    )
    const results = (await Promise.all(writers)).flat()
    const ids = Map.groupBy(results, ({ source_key }) => source_key)
    expect(ids.size).toBe(60)
    for (const same of ids.values()) {
      expect(new Set(same.map(({ case_id }) => case_id)).size).toBe(1)
      expect(same.filter(({ outcome }) => outcome === 'new')).toHaveLength(1)
    }
    const cases = await db
      .selectFrom('case_source')
      .select('case_id')
      .where(
        'source_key',
        'in',
        records.map(one => one.source_key),
      )
      .execute()
    expect(cases).toHaveLength(60)
    const orphans =
      await sql`select from court_case where not exists (select from case_source where case_id = id)`.execute(db)
    expect(orphans.rows).toEqual([])
  })
})

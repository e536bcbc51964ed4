import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { coldDatabase } from '../../test/cold-database.ts'
import { testDatabase } from '../../test/database.ts'
import type { DB } from '../db/schema.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from './case-record.ts'
import { ingest, rereadCases } from './ingest.ts'
import { prepareCase } from './prepare-case.ts'
import { drawIds, insertCases, touchSources, updateCases } from './write-cases.ts'
import { clearChildren, replaceTexts } from './write-children.ts'

/** What one card becomes: every row and column, with two rows and more below the case. */
const { db } = await testDatabase()
const koap = (article_number: string, part: string) => ({ codex: 'koap' as const, article_number, part })
const court = { title: 'Заречный районный суд г. Вымышленска', region: 59, city: 'Вымышленск' }
const bare: CaseRecordInput = { source_key: '', type: 1, stage: 1, court, case_number: '5-1/2021' }
const hearing = 'Рассмотрение дела по существу'
const full: CaseRecordInput = {
  ...bare,
  judge: 'СУДЬИНА  АННА ИВАНОВНА',
  other_numbers: ['5-2/2020', 'М-3/2020'],
  protocol_number: 'АБ 7',
  entry_date: '2021-03-01',
  result_date: '2021-03-15',
  result_published_date: '2021-03-20',
  result_valid_date: '2021-04-01',
  appeal_date: '2021-04-10',
  appeal_result: 'Оставлено без изменения',
  result: 'Вынесено постановление о назначении административного наказания',
  result_ground: 'п.1 ч.1 ст.29.9 КоАП РФ',
  articles: [koap('20.2', '5'), koap('19.3', '1')],
  defendants: [
    {
      name: 'Ёлкин Пётр Ильич',
      role: 'accused',
      articles: [koap('20.2', '5')],
      result: 'Штраф',
      result_date: '2021-03-15',
    },
    { name: 'Ли Вэй', role: 'accused', gender: 'f', articles: [koap('19.3', '1')] },
    { name: 'Некто Н.Н.', role: 'unknown', article_state: 'none' },
  ],
  participants: [
    { role: 'Защитник', name: 'Адвокатова А.А.' },
    { role: 'Потерпевший', name: 'Обидин О.О.' },
  ],
  events: [
    { type: hearing, date: '2021-03-10', time: '14:30', hall: '3', result: 'Отложено', note: 'Явка' },
    { type: hearing, date: '2021-03-05' },
    { type: 'Нечто выдуманное', date: '2021-03-11', time: '09:00' },
  ],
  penalties: [
    { type: 'fine', value: 10_000.5, text: 'штраф', person: 'Ёлкин Пётр Ильич', certainty: 0.5 },
    {
      type: 'arrest',
      value: 15,
      person: 'Ли Вэй',
      additional: true,
      suspended: true,
      probation_months: 6,
      state: 'annulled',
    },
    { type: 'works', hidden: true, person: 'Чужаков Иван Ильич', percent: 5, multiple: 2 },
  ],
  defence_params: [
    { key: 'Защитник', value: 'по соглашению' },
    { key: 'Защитник', value: 'по назначению' },
    { key: 'Защитник', value: 'по соглашению' },
  ],
  text_url: 'https://sud.example/text/1',
  url: 'https://sud.example/case/1',
}
let serial = 0
const record = (given: CaseRecordInput): CaseRecord => caseRecord.parse({ ...given, source_key: `test|${++serial}` })
const put = async (...records: CaseRecord[]) => {
  const results = await ingest(db, records, { origin: 'test' })
  return results.map(({ case_id }) => case_id)
}
const putOne = async (one: CaseRecord): Promise<number> => (await put(one))[0] ?? 0
const rowsOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(db)).rows
/** Ids of a case and its people are their own, and moments; the rest is what the card says. */
const stored = async (id: number) => ({
  rows: await rowsOf(sql`
    select type, stage, court.title as court, court_case.region, court_case.city, judge.name as judge, case_number, other_numbers, case_uid,
      protocol_number, entry_date, result_date, result_published_date, result_valid_date, appeal_date, appeal_result, result_ground,
      result_type.title as result, has_result, first_scheduled_hearing_date, last_scheduled_hearing_date, last_scheduled_hearing_time,
      hearing_until, possible_hearing_at, court_case.url, result_text_url, has_text, defendants_hidden, gone_at
    from court_case join court on court.id = court_id left join judge on judge.id = judge_id
    left join result_type on result_type.id = result_type_id where court_case.id = ${id}`),
  articles: await rowsOf(sql`
    select article_number, part from case_article join article on article.id = article_id where case_id = ${id} order by 1, 2`),
  events: await rowsOf(sql`
    select ordinal, title, event_date, event_time, happens_at, result, hall, note
    from case_event join event_type on event_type.id = event_type_id where case_id = ${id} order by ordinal`),
  people: await rowsOf(sql`
    select ordinal, name, gender, hidden, own_result, own_result_date from case_defendant where case_id = ${id} order by ordinal`),
  participants: await rowsOf(
    sql`select ordinal, role, name, articles, by_text from case_participant where case_id = ${id} order by ordinal`,
  ),
  penalties: await rowsOf(sql`select * from case_told_penalty where case_id = ${id} order by ordinal`).then(rows =>
    rows.map(({ case_id, ...row }) => row),
  ),
  params: await rowsOf(sql`
    select key, value, by_text from case_defence_param join defence_param on defence_param.id = defence_param_id
    where case_id = ${id} order by 1, 2`),
  texts: await rowsOf(sql`select body from case_text where case_id = ${id}`),
  decisions: await rowsOf(sql`select outcome from case_decision where case_id = ${id}`),
})

describe('a card becomes rows (design §3)', () => {
  it('with everything that it says, in its order', async () => {
    const id = await putOne(record(full))
    const { rows, articles, events, people, participants, penalties, params } = await stored(id)
    expect(rows).toEqual([
      {
        type: 1,
        stage: 1,
        court: court.title,
        region: 59,
        city: 'Вымышленск',
        judge: 'Судьина Анна Ивановна',
        case_number: '5-1/2021',
        other_numbers: '5-2/2020; М-3/2020',
        case_uid: null,
        protocol_number: 'АБ 7',
        entry_date: '2021-03-01',
        result_date: '2021-03-15',
        result_published_date: '2021-03-20',
        result_valid_date: '2021-04-01',
        appeal_date: '2021-04-10',
        appeal_result: 'Оставлено без изменения',
        result_ground: 'п.1 ч.1 ст.29.9 КоАП РФ',
        result: 'Вынесено постановление о назначении административного наказания',
        has_result: true,
        first_scheduled_hearing_date: '2021-03-05',
        last_scheduled_hearing_date: '2021-03-10',
        last_scheduled_hearing_time: '14:30:00',
        // By the clock of Perm.
        hearing_until: new Date('2021-03-10T09:30:00Z'),
        possible_hearing_at: new Date('2021-03-11T04:00:00Z'),
        url: 'https://sud.example/case/1',
        result_text_url: 'https://sud.example/text/1',
        has_text: false,
        defendants_hidden: false,
        gone_at: null,
      },
    ])
    expect(articles).toEqual([
      { article_number: '19.3', part: '1' },
      { article_number: '20.2', part: '5' },
    ])
    const nothing = { result: '', hall: '', note: '' }
    expect(events).toEqual([
      {
        ordinal: 0,
        title: hearing,
        event_date: '2021-03-10',
        event_time: '14:30:00',
        happens_at: new Date('2021-03-10T09:30:00Z'),
        result: 'Отложено',
        hall: '3',
        note: 'Явка',
      },
      { ordinal: 1, title: hearing, event_date: '2021-03-05', event_time: null, happens_at: null, ...nothing },
      {
        ordinal: 2,
        title: 'Нечто выдуманное',
        event_date: '2021-03-11',
        event_time: '09:00:00',
        happens_at: new Date('2021-03-11T04:00:00Z'),
        ...nothing,
      },
    ])
    expect(people).toEqual([
      {
        ordinal: 0,
        name: 'Ёлкин Пётр Ильич',
        gender: 'm',
        hidden: false,
        own_result: 'Штраф',
        own_result_date: '2021-03-15',
      },
      { ordinal: 1, name: 'Ли Вэй', gender: 'f', hidden: false, own_result: null, own_result_date: null },
    ])
    expect(participants).toEqual([
      { ordinal: 0, role: 'unknown', name: 'Некто Н.Н.', articles: 'none', by_text: false },
      { ordinal: 1, role: 'advocate', name: 'Адвокатова А.А.', articles: null, by_text: false },
      { ordinal: 2, role: 'Потерпевший', name: 'Обидин О.О.', articles: null, by_text: false },
    ])
    const plain = { hidden: false, text: '', by_text: false, of_other: false, additional: false, suspended: false }
    const unsaid = { probation_months: null, percent: null, multiple: null, state: 'imposed', certainty: 1 }
    expect(penalties).toEqual([
      {
        ...plain,
        ...unsaid,
        ordinal: 0,
        type: 'fine',
        value: 10_000.5,
        text: 'штраф',
        defendant_ordinal: 0,
        certainty: 0.5,
      },
      {
        ...plain,
        ...unsaid,
        ordinal: 1,
        type: 'arrest',
        value: 15,
        defendant_ordinal: 1,
        additional: true,
        suspended: true,
        probation_months: 6,
        state: 'annulled',
      },
      {
        ...plain,
        ...unsaid,
        ordinal: 2,
        type: 'works',
        value: null,
        hidden: true,
        defendant_ordinal: null,
        of_other: true,
        percent: 5,
        multiple: 2,
      },
    ])
    expect(params).toEqual(
      ['по назначению', 'по соглашению'].map(value => ({ key: 'Защитник', value, by_text: false })),
    )
  })

  it('with nothing that it does not say', async () => {
    const { rows, ...below } = await stored(await putOne(record(bare)))
    expect(rows).toMatchObject([
      {
        judge: null,
        other_numbers: '',
        entry_date: null,
        result: null,
        has_result: false,
        first_scheduled_hearing_date: null,
        last_scheduled_hearing_date: null,
        hearing_until: null,
        possible_hearing_at: null,
        url: '',
        result_text_url: '',
        has_text: false,
        defendants_hidden: false,
      },
    ])
    expect(Object.values(below).flat()).toEqual([])
  })

  it('the same ones when it has changed as when it comes so', async () => {
    const [some, other] = [record(bare), record(full)]
    const texts = ['Суд постановил: назначить штраф.', 'Суд постановил: прекратить.']
    const [first = 0, second = 0] = await put({ ...some, text: texts[0] }, other)
    await put(
      { ...other, ...some, source_key: other.source_key, text: texts[1] },
      { ...some, ...other, source_key: some.source_key },
    )
    expect(await stored(first)).toEqual(await stored(await putOne(record(full))))
    const bareWithText = await putOne(record({ ...bare, text: texts[1] }))
    // What the first reading said and the second does not is gone.
    const cleared = await putOne({ ...caseRecord.parse({ ...full, source_key: 'test|cleared' }) })
    await put(caseRecord.parse({ ...bare, source_key: 'test|cleared', text: texts[1] }))
    expect(await stored(cleared)).toEqual(await stored(bareWithText))
    expect((await stored(second)).texts).toEqual([{ body: texts[1] }])
  })

  it.each<[string, Partial<CaseRecordInput>, boolean]>([
    ['one of its accused', { defendants: [{ name: 'Ким А.' }, { name: 'ФИО1' }] }, true],
    ['nobody', { defendants: [{ name: 'Ким А.' }, { name: 'Ли Б.' }] }, false],
    ['one who may be accused', { defendants: [{ name: 'ФИО1', role: 'unknown' }] }, true],
    ['a witness', { defendants: [{ name: 'Ким А.' }], participants: [{ role: 'Свидетель', name: 'ФИО1' }] }, false],
    [
      'nobody of those who may be accused',
      { defendants: [{ name: 'Ким А.', role: 'unknown' }], text: 'ФИО1 виновен.' },
      false,
    ],
  ])('and says that names are hidden where the court hides that of %s', async (_, given, isHidden) => {
    const id = await putOne(record({ ...bare, ...given }))
    const { defendants_hidden } = await db
      .selectFrom('court_case')
      .select('defendants_hidden')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(defendants_hidden).toBe(isHidden)
  })

  it('and its text is not written again while it is the same', async () => {
    const one = record({ ...bare, text: 'Суд решил.' })
    const id = await putOne(one)
    await sql`update case_text set read_at = '2020-01-01' where case_id = ${id}`.execute(db)
    const yearOf = async () => {
      const { read_at } = await db
        .selectFrom('case_text')
        .select('read_at')
        .where('case_id', '=', id)
        .executeTakeFirstOrThrow()
      return read_at.getUTCFullYear()
    }
    await put({ ...one, protocol_number: '7' })
    expect(await yearOf()).toBe(2020)
    await put({ ...one, text: 'Суд решил иначе.' })
    expect(await yearOf()).toBeGreaterThan(2020)
  })

  it('with what its text says, where the site says nothing of it', async () => {
    const text =
      'Суд постановил: признать Ёлкина Петра Ильича виновным и назначить ему наказание в виде административного штрафа в размере 10 000 (десять тысяч) рублей.'
    const { decisions, texts } = await stored(
      await putOne(record({ ...bare, defendants: [{ name: 'Ёлкин Пётр Ильич' }], text })),
    )
    expect(texts).toEqual([{ body: text }])
    expect(decisions).toHaveLength(1)
    const { decisions: none } = await stored(await putOne(record({ ...bare, text: '  ' })))
    expect(none).toEqual([])
  })
})

describe('what is known of a source', () => {
  const sourceOf = async ({ source_key }: CaseRecord) => {
    const { rows } = await sql<{ case_id: number; origin: string; digest: string; record: object; age: number }>`
      select case_id, origin, digest, record, extract(days from now() - last_seen_at)::integer as age
      from case_source where source_key = ${source_key}`.execute(db)
    return rows[0]
  }
  const age = (...records: CaseRecord[]) =>
    sql`update case_source set last_seen_at = now() - interval '9 days 1 hour' where source_key = any(${records.map(one => one.source_key)})`.execute(
      db,
    )
  const changesOf = async (id: number) =>
    rowsOf(sql`select revision, kinds, details from case_change where case_id = ${id} order by id`)

  it('is its last record, who brought it and when it was seen', async () => {
    const records = ['5-10/2021', '5-11/2021', '5-12/2021']
      .map(case_number => record({ ...bare, case_number }))
      .reverse()
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
    const one = record(bare)
    const id = await putOne(one)
    await put(one)
    await put({ ...one, judge: 'Прозоров А. Б.' })
    expect(await changesOf(id)).toMatchObject([
      { revision: 0, kinds: ['new'] },
      { revision: 1, kinds: ['changed'] },
    ])
  })

  it('comes back to the site once, whether its card is the same or not', async () => {
    const [same, changed, here] = [record(bare), record(bare), record(bare)]
    const ids = await put(same, changed, here)
    await sql`update court_case set gone_at = now() where id = any(${ids.slice(0, 2)}::int[])`.execute(db)
    await sql`delete from case_change`.execute(db)
    await put(same, { ...changed, judge: 'Прозоров А. Б.' }, here)
    const gone = await rowsOf(sql`select id from court_case where gone_at is not null`)
    expect(gone).toEqual([])
    const [one = 0, two = 0, three = 0] = ids
    expect(await changesOf(one)).toEqual([
      {
        revision: null,
        kinds: ['changed'],
        details: [{ kind: 'changed', before: null, after: 'Карточка дела снова на сайте суда' }],
      },
    ])
    expect(await changesOf(two)).toHaveLength(1)
    expect(await changesOf(three)).toEqual([])
  })

  it('is read anew without news: neither its day, nor who brought it, nor that it is gone', async () => {
    const one = record({ ...bare, text: 'Суд решил.' })
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
    const revisions = await rowsOf(sql`select number, changes from case_revision where case_id = ${id}`)
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
    expect(await rowsOf(sql`select number from case_revision where case_id = ${id}`)).toHaveLength(1)
  })

  it('is of a hearing that is called off by the wording of before', async () => {
    await sql`insert into event_type (title, is_hearing) values ('Выдуманное слушание', true), ('Выдуманный архив', false)`.execute(
      db,
    )
    const [first, second] = ['Выдуманное слушание', 'Выдуманный архив'].map(type =>
      record({ ...bare, events: [{ type, date: '2099-01-01' }] }),
    )
    if (!first || !second) throw new Error('two records')
    const [one = 0, two = 0] = await put(first, second)
    await sql`delete from case_change`.execute(db)
    await put({ ...first, events: [] }, { ...second, events: [], judge: 'Прозоров А. Б.' })
    expect(await changesOf(one)).toMatchObject([{ kinds: ['hearing_cancelled'] }])
    const [told] = await changesOf(two)
    expect(told?.kinds).not.toContain('hearing_cancelled')
  })

  it('links by the УИД that it had as well, and sets the clocks of who stood on it', async () => {
    const case_uid = '59RS0001-01-2021-000777-77'
    const [first, second, third] = [
      record({ ...bare, case_uid, defendants: [{ name: 'Уходящин Олег Ильич' }] }),
      record({ ...bare, case_uid, stage: 2 }),
      record({ ...bare, case_uid, stage: 2, case_number: '12-9/2021' }),
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

describe('a key that comes several times', () => {
  it('is read one after the other, each of several keys in its order', async () => {
    const [one, other] = [record(bare), record(bare)]
    const by = (of: CaseRecord, judge: string) => ({ ...of, judge })
    const results = await ingest(
      db,
      [one, by(one, 'Анин А. А.'), other, by(one, 'Бобрин Б. Б.'), by(other, 'Волгин В. В.')],
      {
        origin: 'test',
      },
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

describe('a review that comes', () => {
  it('is news of the case it reviews, and sets the clocks of its people, unless both come together', async () => {
    const case_uid = '59RS0001-01-2021-000555-77'
    const person = { name: 'Подсудимов Олег Ильич', articles: [koap('20.2', '5')] }
    const first = await putOne(record({ ...bare, case_uid, defendants: [person] }))
    await sql`delete from risk_due`.execute(db)
    await sql`delete from case_change`.execute(db)
    const [review = 0, together = 0] = await put(
      record({ ...bare, case_uid, stage: 2, case_number: '12-1/2021' }),
      record({ ...bare, case_uid: '59RS0001-01-2021-000556-77' }),
      record({ ...bare, case_uid: '59RS0001-01-2021-000556-77', stage: 2 }),
    )
    expect(await rowsOf(sql`select other_id from case_link where case_id = ${first}`)).toEqual([{ other_id: review }])
    expect(await rowsOf(sql`select kinds from case_change where case_id = ${first}`)).toEqual([{ kinds: ['appeal'] }])
    expect(await rowsOf(sql`select kinds from case_change where case_id = ${together}`)).toEqual([{ kinds: ['new'] }])
    const due = await rowsOf(sql`select name from risk_due join defendant on defendant.id = defendant_id`)
    expect(due).toEqual([{ name: person.name }])
  })
})

describe('a batch', () => {
  it('is written as a whole or not at all', async () => {
    const [good, bad] = [record(bare), record(bare)]
    // Its last rows cannot be written.
    const events = [{ type: hearing, date: '2021-02-31', result: '', hall: '', note: '' }]
    await expect(ingest(db, [good, { ...bad, events }], { origin: 'test' })).rejects.toThrow()
    expect(await rowsOf(sql`select from case_source where source_key = ${good.source_key}`)).toEqual([])
  })
  it('is of the transaction of whoever has one, with where it comes from', async () => {
    const one = record(bare)
    const undone = db.transaction().execute(async trx => {
      await ingest(trx, [one], { origin: 'own' })
      const { rows } = await sql`select origin from case_source where source_key = ${one.source_key}`.execute(trx)
      expect(rows).toEqual([{ origin: 'own' }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await rowsOf(sql`select from case_source where source_key = ${one.source_key}`)).toEqual([])
  })
  it('looks nothing up in directories for a card that is the same', async () => {
    const one = record({ ...bare, events: [{ type: 'Выдуманное событие', date: '2021-03-01' }] })
    const id = await putOne(one)
    await sql`delete from case_event where case_id = ${id}`.execute(db)
    await sql`delete from event_type where title = 'Выдуманное событие'`.execute(db)
    await put(one, record(bare))
    expect(await rowsOf(sql`select from event_type where title = 'Выдуманное событие'`)).toEqual([])
  })
})

describe('a review that was known before', () => {
  it('is no news of the case that it is found to review', async () => {
    const case_uid = '59RS0001-01-2021-000444-77'
    const review = record({ ...bare, stage: 2 })
    const [first] = await put(record({ ...bare, case_uid }), review)
    await sql`delete from case_change`.execute(db)
    await put({ ...review, case_uid })
    expect(await rowsOf(sql`select other_id from case_link where case_id = ${first}`)).toHaveLength(1)
    expect(await rowsOf(sql`select kinds from case_change where case_id = ${first}`)).toEqual([])
  })
})

describe('two writers of one new card', () => {
  it('make one case: whoever comes second finds it, and keeps the other cases of the batch', async () => {
    const [one, other, third] = [record(bare), record(bare), record(bare)]
    await put(record(bare)) // The court is known to both.
    const written = Promise.withResolvers<number>()
    const mayEnd = Promise.withResolvers<void>()
    const first = db.transaction().execute(async trx => {
      const [result] = await ingest(trx, [one], { origin: 'first' })
      written.resolve(result?.case_id ?? 0)
      await mayEnd.promise
    })
    const id = await Promise.race([written.promise, first.then(() => 0)])
    const second = ingest(db, [other, { ...one, judge: 'Новосудова Вера Глебовна' }, third], { origin: 'second' })
    try {
      await expect
        .poll(
          async () =>
            (
              await rowsOf(
                sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).length,
        )
        .toBe(1)
      // Nobody who meets the same new judge waits for this.
      expect(await rowsOf(sql`select name from judge where name like 'Новосудова%'`)).toHaveLength(1)
    } finally {
      mayEnd.resolve()
      await Promise.allSettled([first, second])
    }
    expect((await second).map(({ outcome }) => outcome)).toEqual(['new', 'changed', 'new'])
    expect((await second)[1]?.case_id).toBe(id)
    const orphans = await rowsOf(
      sql`select id from court_case where not exists (select from case_source where case_id = id)`,
    )
    expect(orphans).toEqual([])
    expect(await rowsOf(sql`select number from case_revision where case_id = ${id}`)).toEqual([{ number: 1 }])
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
      await touchSources(trx, [])
      await clearChildren(trx, [])
      expect(await replaceTexts(trx, [])).toEqual(new Map())
    })
    expect(await ingest(cold, [], { origin: 'test' })).toEqual([])
    expect(queries).toEqual([])
  })
})

describe('texts of cases that have changed', () => {
  const replaced = (on: Kysely<DB>, ...cases: [id: number, text: string | undefined][]) =>
    on.transaction().execute(trx =>
      replaceTexts(
        trx,
        cases.map(([id, text], n) => ({
          id,
          prepared: prepareCase(caseRecord.parse({ ...bare, source_key: `${n}`, text }), n),
        })),
      ),
    )
  it('are kept whole when they are replaced or taken off, and counted as they are now', async () => {
    const texts = ['Первый текст.', 'Второй текст.', 'Третий текст.', undefined, undefined]
    const ids = await put(...texts.map(text => record({ ...bare, text })))
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids
    const changes = await replaced(db, [a, 'Другой.'], [b, undefined], [c, texts[2]], [d, 'Новый.'], [e, undefined])
    expect(changes).toEqual(
      new Map([
        [a, { field: 'text', before: texts[0], after: '7\u00a0знаков' }],
        [b, { field: 'text', before: texts[1], after: null }],
        [d, { field: 'text', before: null, after: '6\u00a0знаков' }],
      ]),
    )
    const left = await rowsOf(sql`select case_id from case_text where case_id = any(${ids}::int[]) order by 1`)
    expect(left.map(({ case_id }) => case_id)).toEqual([a, c])
  })
})

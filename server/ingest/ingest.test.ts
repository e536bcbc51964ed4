import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from './case-record.ts'
import { ingest } from './ingest.ts'

const { db } = await testDatabase()
await db
  .insertInto('event_type')
  .values([{ title: 'Рассмотрение жалобы на заседании', is_hearing: true }])
  .execute()

let serial = 0
const someCase = (given: Partial<CaseRecordInput> = {}): CaseRecord =>
  caseRecord.parse({
    source_key: `test|${++serial}`,
    type: 1,
    stage: 1,
    court: { title: 'Заречный районный суд г. Вымышленска', region: 59 },
    case_number: `5-${serial}/2021`,
    articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    ...given,
  })
const put = async (...records: CaseRecord[]) => ingest(db, records, { origin: 'test' })
const putOne = async (given: Partial<CaseRecordInput> = {}) => {
  const [result] = await put(someCase(given))
  if (result === undefined) throw new Error('no result')
  return result
}
const caseRow = (id: number) => db.selectFrom('court_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const revisions = (id: number) =>
  db.selectFrom('case_revision').select(['number', 'changes']).where('case_id', '=', id).orderBy('number').execute()
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
    { name: 'ФИО1' },
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

describe('one door for every case (design §3)', () => {
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
    const { case_id } = await putOne({
      events: [{ type: 'Рассмотрение жалобы на заседании', date: '2021-03-10' }],
    })
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
    const record = someCase({ ...full, case_uid: undefined })
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
    const record = someCase()
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
    const record = someCase({ ...full, case_uid: undefined })
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
    const record = someCase({ text: 'Был текст.' })
    const [first] = await put(record)
    await put({ ...record, text: undefined })
    expect(await revisions(first?.case_id ?? 0)).toEqual([
      { number: 1, changes: [{ field: 'text', before: 'Был текст.', after: null }] },
    ])
    expect((await caseRow(first?.case_id ?? 0)).has_text).toBe(false)
  })

  it('reads two records of one key in a batch one after the other', async () => {
    const record = someCase()
    const results = await put(record, { ...record, case_number: '5-2/2022' }, record, record)
    expect(results.map(({ outcome }) => outcome)).toEqual(['new', 'changed', 'changed', 'same'])
    expect(new Set(results.map(({ case_id }) => case_id)).size).toBe(1)
    expect((await revisions(results[0]?.case_id ?? 0)).map(({ number }) => number)).toEqual([1, 2])
  })

  it('puts in all of a batch or nothing', async () => {
    const [good, bad] = [someCase(), someCase({ entry_date: '2021-01-01' })]
    await expect(put(good, { ...bad, entry_date: '2021-02-31' })).rejects.toThrow()
    const source = await db.selectFrom('case_source').selectAll().where('source_key', '=', good.source_key).execute()
    expect(source).toEqual([])
  })

  it('brings a case that was gone back when it is seen again', async () => {
    const record = someCase()
    const [first] = await put(record)
    await sql`update court_case set gone_at = now() where id = ${first?.case_id}`.execute(db)
    await put(record)
    expect((await caseRow(first?.case_id ?? 0)).gone_at).toBeNull()
  })

  it('takes the same cases from several writers at once', async () => {
    const records = Array.from({ length: 60 }, (_, index) =>
      someCase({
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

describe('directories are learned (design §5)', () => {
  const courtOf = async (given: Partial<CaseRecordInput>) => (await caseRow((await putOne(given)).case_id)).court_id

  it('finds a court by its code, whatever its title', async () => {
    const id = await courtOf({ court: { title: 'Кодовый суд', region: 59, vnkod: '59RS9999' } })
    expect(await courtOf({ court: { title: 'Кодовый городской суд', region: 59, vnkod: '59RS9999' } })).toBe(id)
  })
  it.each([
    'Лесной районный суд города Озёрска',
    'ЛЕСНОЙ РАЙОННЫЙ СУД Г. ОЗЕРСКА',
    'Лесной районный суд  г.Озерска',
    'Лесной районный суд г. Озёрска (Пермский край)',
  ])('finds a court spelled «%s»', async title => {
    const id = await courtOf({ court: { title: 'Лесной районный суд г. Озёрска', region: 59 } })
    expect(await courtOf({ court: { title, region: 59 } })).toBe(id)
  })
  it('does not take a court of another region', async () => {
    const here = await courtOf({ court: { title: 'Степной районный суд', region: 59 } })
    expect(await courtOf({ court: { title: 'Степной районный суд', region: 22 } })).not.toBe(here)
  })
  it('adds a court with the time zone of its region and the instance its title tells', async () => {
    const id = await courtOf({ court: { title: 'Вымышленный областной суд', region: 65 } })
    const court = await db.selectFrom('court').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(court).toMatchObject({ time_zone: 'Asia/Sakhalin', instance: 2 })
  })
  it('knows a judge by name within the court, whatever the letters', async () => {
    const judgeOf = async (judge: string, title: string) =>
      (await caseRow((await putOne({ judge, court: { title, region: 59 } })).case_id)).judge_id
    const judge = await judgeOf('Сёмина А. П.', 'Судейский районный суд')
    expect(await judgeOf('СЕМИНА А.П.', 'Судейский районный суд')).toBe(judge)
    expect(await judgeOf('Сёмина А.П.', 'Другой районный суд')).not.toBe(judge)
    expect(await judgeOf('Сёмина Анна Павловна', 'Судейский районный суд')).not.toBe(judge)
  })
  it('takes a hidden judge for none', async () => {
    const { case_id } = await putOne({ judge: 'Информация скрыта' })
    expect((await caseRow(case_id)).judge_id).toBeNull()
  })
  it('adds an article that is not there, unnamed (domain §2)', async () => {
    await putOne({ articles: [{ codex: 'koap', article_number: '99.9-2', part: '1.1' }] })
    const article = await db
      .selectFrom('article')
      .selectAll()
      .where('article_number', '=', '99.9-2')
      .executeTakeFirstOrThrow()
    expect(article).toMatchObject({ codex: 'koap', part: '1.1', is_named: false })
  })
  it('learns which results occur with which codex and instance', async () => {
    const { case_id } = await putOne({ result: 'Небывалый результат', stage: 2 })
    const { result_type_id } = await caseRow(case_id)
    const uses = await db
      .selectFrom('result_type_use')
      .selectAll()
      .where('result_type_id', '=', result_type_id)
      .execute()
    expect(uses).toEqual([{ result_type_id, type: 1, stage: 2 }])
  })
  it('completes a title that the site has cut, when one known title begins so', async () => {
    const resultOf = async (result: string) => (await caseRow((await putOne({ result })).case_id)).result_type_id
    const whole = await resultOf('Возвращено в порядке надзора по жалобе лица')
    expect(await resultOf('Возвращено в порядке надзора по жал...')).toBe(whole)
    expect(await resultOf('Возвращено в порядке надзора по жал…')).toBe(whole)
    expect(await resultOf('Возвращено\u00a0в  порядке надзора по жалобе лица')).toBe(whole)
    expect(await resultOf('...')).not.toBe(whole)
    await resultOf('Возвращено в порядке надзора по протесту')
    expect(await resultOf('Возвращено в порядке надзора по...')).not.toBe(whole)
  })
})

describe('people across cases (domain §1)', () => {
  const defendantOf = async (name: string, region = 59) =>
    (
      await peopleOn(
        (
          await putOne({ defendants: [{ name }], court: { title: 'Людской районный суд', region } })
        ).case_id,
      )
    )[0]

  it('knows a full name within a region', async () => {
    const person = await defendantOf('Сёмин Пётр Ильич')
    expect((await defendantOf('СЕМИН ПЕТР ИЛЬИЧ'))?.defendant_id).toBe(person?.defendant_id)
    expect((await defendantOf('Сёмин Пётр Ильич', 24))?.defendant_id).not.toBe(person?.defendant_id)
  })
  it.each(['Сёмин П.И.', 'Мононимов', 'ООО «Ромашка»', 'Прокурор Иванов И.И.'])(
    'merges no «%s» with its namesake',
    async name => {
      const [one, other] = [await defendantOf(name), await defendantOf(name)]
      expect(one?.defendant_id).toBeTypeOf('number')
      expect(other?.defendant_id).not.toBe(one?.defendant_id)
    },
  )
  it('keeps a person of one case through its changes, and forgets them when they leave it', async () => {
    const record = someCase({ defendants: [{ name: 'Сёмин П.И.' }, { name: 'Ким А.' }] })
    const [first] = await put(record)
    const [before, gone] = await peopleOn(first?.case_id ?? 0)
    await sql`update case_defendant set at_risk = true where case_id = ${first?.case_id} and ordinal = 0`.execute(db)
    await put({ ...record, defendants: record.defendants.slice(0, 1), protocol_number: '7' })
    expect(await peopleOn(first?.case_id ?? 0)).toEqual([{ ...before, at_risk: true }])
    const left = await db
      .selectFrom('defendant')
      .select('id')
      .where('id', '=', gone?.defendant_id ?? 0)
      .execute()
    expect(left).toEqual([])
  })
  it('believes the record about a gender and a hidden name', async () => {
    const { case_id } = await putOne({ defendants: [{ name: 'Ли Вэй', gender: 'f', hidden: true }] })
    expect(await peopleOn(case_id)).toMatchObject([{ gender: 'f', hidden: true, defendant_id: null }])
  })
})

describe('linked instances (domain §4)', () => {
  const links = async (...ids: number[]) =>
    (await db.selectFrom('case_link').selectAll().where('case_id', 'in', ids).orderBy('case_id').execute()).map(
      ({ case_id, other_id, why, certainty }) => ({ case_id, other_id, why, certainty }),
    )
  const uid = () => `59RS0001-01-2021-00${++serial}-77`

  it.each([
    [1, 2],
    [2, 1],
  ] as const)('links one case of instance %i and one of %i under a УИД, both ways', async (...stages) => {
    const case_uid = uid()
    const first = await putOne({ case_uid, stage: stages[0] })
    const second = await putOne({ case_uid, stage: stages[1] })
    const [a, b] = [first.case_id, second.case_id]
    expect(await links(a, b)).toEqual([
      { case_id: a, other_id: b, why: 'same_uid', certainty: 1 },
      { case_id: b, other_id: a, why: 'same_uid', certainty: 1 },
    ])
  })
  it('links none of several, whenever the third one comes', async () => {
    const case_uid = uid()
    const results = await put(someCase({ case_uid }), someCase({ case_uid, stage: 2 }))
    const third = await putOne({ case_uid, stage: 2 })
    expect(await links(...results.map(({ case_id }) => case_id), third.case_id)).toEqual([])
  })
  it('does not link two codices, nor two cases of one instance', async () => {
    const case_uid = uid()
    const results = await put(someCase({ case_uid }), someCase({ case_uid, type: 2, stage: 2 }))
    expect(await links(...results.map(({ case_id }) => case_id))).toEqual([])
  })
  it('follows a УИД that was corrected', async () => {
    const [wrong, right] = [uid(), uid()]
    const first = someCase({ case_uid: wrong })
    const [, second] = [await put(first), await putOne({ case_uid: right, stage: 2 })]
    const third = await putOne({ case_uid: wrong, stage: 2 })
    expect(await links(third.case_id)).toHaveLength(1)
    const [moved] = await put({ ...first, case_uid: right })
    expect(await links(third.case_id)).toEqual([])
    expect(await links(second.case_id, moved?.case_id ?? 0)).toHaveLength(2)
    await put({ ...first, case_uid: undefined })
    expect(await links(second.case_id, moved?.case_id ?? 0)).toEqual([])
  })
  it('links cases that two writers bring at the same moment', async () => {
    const uids = Array.from({ length: 10 }, uid)
    const [firsts, seconds] = await Promise.all([
      put(...uids.map(case_uid => someCase({ case_uid }))),
      put(...uids.map(case_uid => someCase({ case_uid, stage: 2 }))),
    ])
    expect(await links(...firsts.map(one => one.case_id), ...seconds.map(one => one.case_id))).toHaveLength(20)
  })
})

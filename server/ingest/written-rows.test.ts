import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bare, cardOf, cardsIn, courtOfCards, full, hearing } from '../../test/cards.ts'
import { testDatabase } from '../../test/database.ts'
import type { DB } from '../db/schema.ts'
import { type CaseRecordInput, caseRecord } from './case-record.ts'
import { prepareCase } from './prepare-case.ts'
import { replaceTexts } from './write-children.ts'

/** What one card becomes: every row and column, with two rows and more below the case. */
const { db } = await testDatabase()
const { put, putOne, rowsOf } = cardsIn(db)
/** Ids of a case and its people are their own, and moments; the rest is what the card says. */
const stored = async (id: number) => ({
  // Every column, so that none is forgotten by whoever writes (write-cases.ts).
  rows: await rowsOf(sql`
    select court_case.*, court.title as court, judge.name as judge, result_type.title as result
    from court_case join court on court.id = court_id left join judge on judge.id = judge_id
    left join result_type on result_type.id = result_type_id where court_case.id = ${id}`).then(rows =>
    rows.map(
      ({
        id: _,
        court_id,
        judge_id,
        result_type_id,
        created_at,
        changed_at,
        checked_at,
        changed_xid,
        known_from,
        known_until,
        ...row
      }) => row,
    ),
  ),
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
    rows.map(({ case_id, known_from, known_until, ...row }) => row),
  ),
  params: await rowsOf(sql`
    select key, value, by_text from case_defence_param join defence_param on defence_param.id = defence_param_id
    where case_id = ${id} order by 1, 2`),
  texts: await rowsOf(sql`select body from case_text where case_id = ${id}`),
  decisions: await rowsOf(sql`select outcome from case_decision where case_id = ${id}`),
})

describe('a card becomes rows (design §3)', () => {
  it('with everything that it says, in its order', async () => {
    const id = await putOne(cardOf(full))
    const { rows, articles, events, people, participants, penalties, params } = await stored(id)
    expect(rows).toEqual([
      {
        type: 1,
        stage: 1,
        court: courtOfCards.title,
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
        in_question: false,
        is_gone: false,
        gone_at: null,
        gone_on: null,
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
    const { rows, ...below } = await stored(await putOne(cardOf(bare)))
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
    const [some, other] = [cardOf(bare), cardOf(full)]
    const texts = ['Суд постановил: назначить штраф.', 'Суд постановил: прекратить.']
    const [first = 0, second = 0] = await put({ ...some, text: texts[0] }, other)
    await put(
      { ...other, ...some, source_key: other.source_key, text: texts[1] },
      { ...some, ...other, source_key: some.source_key },
    )
    expect(await stored(first)).toEqual(await stored(await putOne(cardOf(full))))
    const bareWithText = await putOne(cardOf({ ...bare, text: texts[1] }))
    // What the first reading said and the second does not is gone.
    const cleared = await putOne({ ...caseRecord.parse({ ...full, source_key: 'test|cleared' }) })
    await put(caseRecord.parse({ ...bare, source_key: 'test|cleared', text: texts[1] }))
    expect(await stored(cleared)).toEqual(await stored(bareWithText))
    expect((await stored(second)).texts).toEqual([{ body: texts[1] }])
  })

  it.each<[string, Partial<CaseRecordInput>, boolean]>([
    ['one of its accused', { defendants: [{ name: 'Ким А.' }, { name: 'ФИО1' }] }, true],
    [
      'the accused, as its text says where it names nobody but a witness',
      {
        participants: [{ role: 'Свидетель', name: 'Ким А.' }],
        text: 'ПОСТАНОВЛЕНИЕ Судья районного суда, рассмотрев дело в отношении ФИО1, УСТАНОВИЛ: дело поступило. ПОСТАНОВИЛ: производство по делу прекратить.',
      },
      true,
    ],
    ['nobody', { defendants: [{ name: 'Ким А.' }, { name: 'Ли Б.' }] }, false],
    ['one who may be accused', { defendants: [{ name: 'ФИО1', role: 'unknown' }] }, true],
    [
      'one who may be accused, beside a witness',
      { defendants: [{ name: 'ФИО1', role: 'unknown' }], participants: [{ role: 'Свидетель', name: 'Ким А.' }] },
      true,
    ],
    ['a witness', { defendants: [{ name: 'Ким А.' }], participants: [{ role: 'Свидетель', name: 'ФИО1' }] }, false],
    [
      'nobody of those who may be accused',
      { defendants: [{ name: 'Ким А.', role: 'unknown' }], text: 'ФИО1 виновен.' },
      false,
    ],
  ])('and says that names are hidden where the court hides that of %s', async (_, given, isHidden) => {
    const id = await putOne(cardOf({ ...bare, ...given }))
    const { defendants_hidden } = await db
      .selectFrom('court_case')
      .select('defendants_hidden')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(defendants_hidden).toBe(isHidden)
  })

  it('and its text is not written again while it is the same', async () => {
    const one = cardOf({ ...bare, text: 'Суд решил.' })
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

  it('with the penalty and the advocate of its text where the site tells of none', async () => {
    const text =
      'Дело № 5-1/2026\nСудья, рассмотрев дело об административном правонарушении, предусмотренном ч. 5 ст. 20.2 КоАП РФ, в отношении Ветрогонова П. И., с участием защитника Прозорова А.Б.,\nУСТАНОВИЛ:\nВетрогонов П. И. провёл одиночный пикет с плакатом.\nПОСТАНОВИЛ:\nназначить наказание в виде административного штрафа в размере 10 000 (десять тысяч) рублей.'
    const victim = { role: 'Потерпевший', name: 'Обидин О.О.' }
    const ids = await put(
      cardOf({ ...bare, text, participants: [victim] }),
      cardOf({
        ...bare,
        text,
        participants: [{ role: 'Защитник', name: 'Адвокатова А.А.' }, victim],
        penalties: [{ type: 'caution' }],
      }),
    )
    const told = (id = 0) =>
      Promise.all([
        rowsOf(sql`select type, by_text from case_penalty where case_id = ${id}`),
        rowsOf(sql`select name from case_advocate where case_id = ${id}`),
      ])
    expect(await told(ids[0])).toEqual([[{ type: 'fine', by_text: true }], [{ name: 'Прозорова А.Б.' }]])
    expect(await told(ids[1])).toEqual([[{ type: 'caution', by_text: false }], [{ name: 'Адвокатова А.А.' }]])
  })

  it('with what its text says, where the site says nothing of it', async () => {
    const text =
      'Суд постановил: признать Ёлкина Петра Ильича виновным и назначить ему наказание в виде административного штрафа в размере 10 000 (десять тысяч) рублей.'
    const { rows, decisions, texts } = await stored(
      await putOne(cardOf({ ...bare, defendants: [{ name: 'Ёлкин Пётр Ильич' }], text })),
    )
    expect(rows).toMatchObject([{ has_text: true }])
    expect(texts).toEqual([{ body: text }])
    expect(decisions).toHaveLength(1)
    const { decisions: none } = await stored(await putOne(cardOf({ ...bare, text: '  ' })))
    expect(none).toEqual([])
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
    const ids = await put(...texts.map(text => cardOf({ ...bare, text })))
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

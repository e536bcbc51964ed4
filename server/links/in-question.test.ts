import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { cardsIn, koapCase } from '../../test/cards.ts'
import { buildAccount } from '../../test/factories.ts'
import type { CaseRecord, CaseRecordInput } from '../ingest/case-record.ts'
import { rereadTexts } from '../ingest/reread-texts.ts'

/** A penalty that has perhaps been annulled is said to be in question (domain §4, decision 0059). */
const { db, as } = await testApp()
let matters = 0
const { put } = cardsIn(db)

const penalty = 'Вынесено постановление о назначении административного наказания'
const annulled = 'Отменено с прекращением производства'
/** A decision, and a review on another part of the article: proposed, not linked. */
const matter = (first: Partial<CaseRecordInput> = {}, second: Partial<CaseRecordInput> = {}) => {
  const defendants = [
    { name: `Ветрогонов${'абвгдежзик'.charAt(++matters % 10)}${'абвгде'.charAt((matters / 10) % 6)} Пётр Ильич` },
  ]
  return {
    one: koapCase({ entry_date: '2021-02-01', result_date: '2021-02-15', result: penalty, defendants, ...first }),
    other: koapCase({
      stage: 2,
      case_number: `12-${matters}/2021`,
      court: { title: 'Вымышленский краевой суд', region: 59 },
      articles: [{ codex: 'koap', article_number: '20.2', part: '8' }],
      entry_date: '2021-03-01',
      result_date: '2021-03-20',
      result: annulled,
      defendants,
      ...second,
    }),
  }
}
const caseOf = (id: number) => db.selectFrom('court_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isInQuestion = async (id: number | undefined): Promise<boolean> => (await caseOf(id ?? 0)).in_question
const changesOf = (case_id: number) =>
  db.selectFrom('case_change').where('case_id', '=', case_id).select('kinds').execute()
const areClocksDue = async (id: number): Promise<boolean> =>
  (
    await db
      .selectFrom('risk_due')
      .innerJoin('case_defendant', 'case_defendant.defendant_id', 'risk_due.defendant_id')
      .where('case_id', '=', id)
      .select('case_id')
      .execute()
  ).length > 0

describe('a decision is in question', () => {
  it.each<[boolean, string, Partial<CaseRecordInput>, Partial<CaseRecordInput>]>([
    [true, 'while a review that annuls is proposed', {}, {}],
    [true, 'sent back to be heard anew', {}, { result: 'Отменено с возвращением на новое рассмотрение' }],
    [false, 'not by a review that leaves it', {}, { result: 'Оставлено без изменения' }],
    [
      false,
      'not by one that annuls what another review said',
      {},
      { result: 'ОТМЕНЕНО РЕШЕНИЕ суда на постановление БЕЗ ОТМЕНЫ ПОСТАНОВЛЕНИЯ' },
    ],
    [false, 'not by one that is still heard', {}, { result: undefined, result_date: undefined }],
    [false, 'not where nobody was punished', { result: 'Вынесено постановление о прекращении производства' }, {}],
    [true, 'with a penalty and no result told', { result: undefined, penalties: [{ type: 'fine', value: 500 }] }, {}],
  ])('%s: %s', async (expected, _, first, second) => {
    for (const turned of [false, true]) {
      const { one, other } = matter(first, second)
      const ids = await put(...(turned ? [other, one] : [one, other]))
      expect(await isInQuestion(ids[turned ? 1 : 0])).toBe(expected)
    }
  })

  it('as long as the review says so, which moves it in the change feed and not by its date', async () => {
    const { one, other } = matter({}, { result: undefined, result_date: undefined })
    const [id = 0] = await put(one, other)
    const before = await caseOf(id)
    const told = (await changesOf(id)).length
    const decided = { ...other, result: annulled, result_date: '2021-03-20' }
    await put(decided)
    const after = await caseOf(id)
    expect(after).toMatchObject({ in_question: true, changed_at: before.changed_at })
    expect(after.changed_xid).not.toBe(before.changed_xid)
    expect((await changesOf(id)).slice(told)).toEqual([{ kinds: [] }])
    await put({ ...decided, result: 'Оставлено без изменения' })
    expect(await isInQuestion(id)).toBe(false)
  })
  it('until its own result is another', async () => {
    const { one, other } = matter()
    const [id] = await put(one, other)
    await put({ ...one, result: 'Вынесено постановление о прекращении производства' })
    expect(await isInQuestion(id)).toBe(false)
  })
  it('also by a penalty that is read from its text later', async () => {
    const text = 'Суд ПОСТАНОВИЛ: признать виновным и назначить наказание в виде штрафа в размере 10 000 рублей.'
    const { one, other } = matter({ result: undefined, text })
    const [id = 0] = await put(one, other)
    expect(await isInQuestion(id)).toBe(true)
    await db.deleteFrom('case_penalty').where('case_id', '=', id).execute()
    await db.updateTable('case_decision').set({ reader: 0 }).where('case_id', '=', id).execute()
    await db.updateTable('court_case').set({ in_question: false }).where('id', '=', id).execute()
    await rereadTexts(db)
    expect(await isInQuestion(id)).toBe(true)
  })
  it('until the review is known to be of another decision, or of another person', async () => {
    const { one, other } = matter({}, { related: [{ case_number: '5-900/2020', court: 'Нагорный районный суд' }] })
    const [id = 0] = await put(one, other)
    expect(await isInQuestion(id)).toBe(true)
    const court = { title: 'Нагорный районный суд', region: 59 }
    const [owner] = await put(koapCase({ court, case_number: '5-900/2020', defendants: [], result: penalty }))
    expect([await isInQuestion(id), await isInQuestion(owner)]).toEqual([false, false])
    const there = matter()
    const [first = 0] = await put(there.one, there.other)
    await put({ ...there.other, defendants: [{ name: 'Сиротинин Иван Ильич', articles: [] }] })
    expect(await isInQuestion(first)).toBe(false)
  })
  it('and the clocks of its people are set anew, whatever becomes of the review', async () => {
    const { one, other } = matter({}, { articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] })
    const initials = other.defendants.map(({ name }) => ({
      name: name.replace(/ (.)\S+ (.)\S+$/, ' $1.$2.'),
      articles: [],
    }))
    const review: CaseRecord = { ...other, defendants: initials, result: 'Изменено' }
    const [id = 0] = await put(one)
    const isDueAfter = async (record: CaseRecord): Promise<boolean> => {
      await db.deleteFrom('risk_due').execute()
      await put(record)
      return areClocksDue(id)
    }
    expect(await isDueAfter(review)).toBe(true)
    expect(await isDueAfter({ ...review, result: annulled })).toBe(true)
    expect(await isInQuestion(id)).toBe(true)
    expect(await isDueAfter({ ...review, defendants: [{ name: 'Сиротинин И.И.', articles: [] }] })).toBe(true)
    expect(await isDueAfter({ ...review, defendants: [{ name: 'Сиротинин А.И.', articles: [] }] })).toBe(false)
  })
  it('not by a review in another region: who sees one of the two is told nothing of the other', async () => {
    const protocol_number = '59 АБ 7654399'
    // A review that came before the decision is proposed by its protocol.
    const { one, other } = matter({ protocol_number }, { protocol_number, entry_date: '2021-02-10' })
    const [id = 0, elsewhere = 0] = await put(one, { ...other, court: { title: 'Нездешний краевой суд', region: 24 } })
    const proposed = await db.selectFrom('case_link_candidate').where('first_id', '=', id).selectAll().execute()
    expect(proposed).toMatchObject([{ second_id: elsewhere }])
    expect(await isInQuestion(id)).toBe(false)
  })
  it('until somebody decides about the pair, and again when that is taken back', async () => {
    const ask = await as(await buildAccount(db, { groups: ['tag_editor'] }))
    const { one, other } = matter()
    const [a = 0, b = 0] = await put(one, other)
    const decide = async (is_same: boolean | null): Promise<boolean> => {
      await ask(`cases/${a}/links/${b}/`, { method: 'PUT', body: { is_same } })
      return isInQuestion(a)
    }
    expect(await decide(false)).toBe(false)
    expect(await decide(null)).toBe(true)
    await db.deleteFrom('people_due').execute()
    // What is known to be annulled is in no question.
    expect(await decide(true)).toBe(false)
    const due = await db.selectFrom('people_due').select('case_id').orderBy('case_id').execute()
    expect(due).toEqual([{ case_id: a }, { case_id: b }])
  })
})

describe('a link between instances', () => {
  it('has both cases looked at for who is one person, whichever came first', async () => {
    const { one, other } = matter({}, { articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] })
    const [first = 0] = await put(one)
    await db.deleteFrom('people_due').execute()
    const [second = 0] = await put(other)
    const due = await db.selectFrom('people_due').select('case_id').orderBy('case_id').execute()
    expect(due).toEqual([{ case_id: first }, { case_id: second }])
  })
})

describe('cases in question', () => {
  it('are found by their filter, say so in the list and on their card, and only to those who see them', async () => {
    const { one, other } = matter()
    const [id = 0] = await put(one, other)
    await db.updateTable('court_case').set({ in_question: false }).where('id', '!=', id).execute()
    const seeing = await as(await buildAccount(db, { regions: [59] }))
    expect((await seeing('cases/?in_question=true')).body).toMatchObject({
      count: 1,
      results: [{ id, in_question: true }],
    })
    expect((await seeing(`cases/${id}/`)).body).toMatchObject({ in_question: true })
    const blind = await as(await buildAccount(db, { regions: [77] }))
    expect((await blind('cases/?in_question=true')).body).toMatchObject({ count: 0 })
  })
  it('are noted for the copies', async () => {
    const { one, other } = matter({}, { result: undefined, result_date: undefined })
    const [id = 0] = await put(one, other)
    await sql`truncate case_write`.execute(db)
    await put({ ...other, result: annulled, result_date: '2021-03-20' })
    const { rows } = await sql<{ is_noted: boolean }>`
      select bool_or(${id} = any(case_ids)) as is_noted from case_write`.execute(db)
    expect(rows).toEqual([{ is_noted: true }])
  })
})

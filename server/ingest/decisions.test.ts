import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'
import { forgottenTraces, personOn, personRecord } from '../../test/forgotten-person.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { forgetPerson } from '../forgetting/forget-person.ts'
import { undoForgetting } from '../forgetting/undo-forgetting.ts'
import type { CaseRecordInput } from './case-record.ts'
import { rereadTexts } from './reread-texts.ts'

const { db } = await testDatabase()
const text = (
  operative: string,
  opening = 'в отношении Ветрогонова П. И., с участием защитника Прозорова А.Б.,',
): string =>
  `Дело № 5-1/2026\nСудья, рассмотрев дело об административном правонарушении, предусмотренном ч. 5 ст. 20.2 КоАП РФ, ${opening}\nУСТАНОВИЛ:\nВетрогонов П. И. провёл одиночный пикет с плакатом. Вину не признал. На иждивении имеет малолетнего ребёнка.\nПОСТАНОВИЛ:\n${operative}`
const fined = text('назначить наказание в виде административного штрафа в размере 10 000 (десять тысяч) рублей.')

const stored = async (record: Partial<CaseRecordInput>) => {
  const id = await buildCase(db, record)
  return { id, ...(await childrenOf(id)) }
}
const childrenOf = async (id: number) => {
  const [penalties, advocates, params, decision, row] = await Promise.all([
    db.selectFrom('case_penalty').select(['type', 'value', 'hidden', 'by_text']).where('case_id', '=', id).execute(),
    db.selectFrom('case_advocate').select('name').where('case_id', '=', id).execute(),
    db
      .selectFrom('case_defence_param')
      .innerJoin('defence_param', 'defence_param.id', 'defence_param_id')
      .select(['value', 'by_text'])
      .where('case_id', '=', id)
      .orderBy('value')
      .execute(),
    db.selectFrom('case_decision').selectAll().where('case_id', '=', id).executeTakeFirst(),
    db.selectFrom('court_case').select(['defendants_hidden', 'changed_xid']).where('id', '=', id).executeTakeFirst(),
  ])
  return { penalties, advocates: advocates.map(({ name }) => name), params, decision, row }
}
const fine = { type: 'fine', value: 10_000, hidden: false, by_text: true }

describe('a case with a text (domain: outcomes)', () => {
  it('gets from it what the site does not say, with the sentence', async () => {
    const one = await stored({ text: fined })
    expect(one.penalties).toEqual([fine])
    expect(one.advocates).toEqual(['Прозорова А.Б.'])
    expect(one.params.map(({ value }) => value)).toEqual(['есть несовершеннолетние дети', 'одиночный пикет', 'плакат'])
    expect(one.decision).toMatchObject({
      outcome: 'fine',
      value: 10_000,
      hidden: false,
      certainty: expect.closeTo(0.97),
    })
    expect(one.decision?.evidence).toMatch(/^назначить наказание в виде административного штрафа/)
  })
  it.each<[string, Partial<CaseRecordInput>, object[]]>([
    ['penalties of the site', { penalties: [{ type: 'caution' }] }, [{ type: 'caution', value: null, by_text: false }]],
    ['a result without a penalty', { result: 'Вынесено постановление о прекращении производства по делу' }, []],
    ['a protocol sent back', { result: 'Вынесено определение о возвращении протокола об АП' }, []],
    ['a review that changed nothing', { stage: 2, result: 'Оставлено без изменения' }, []],
    [
      'a result that says there is one',
      { result: 'Вынесено постановление о назначении административного наказания' },
      [fine],
    ],
  ])('is told by the site first: %s', async (_, record, expected) => {
    const { penalties } = await stored({ text: fined, ...record })
    expect(penalties).toMatchObject(expected)
    expect(penalties).toHaveLength(expected.length)
  })
  it('keeps an advocate the site names, and no other', async () => {
    const record = { participants: [{ role: 'Защитник', name: 'Крутояров В. Г.' }], text: fined }
    expect((await stored(record)).advocates).toEqual(['Крутояров В. Г.'])
  })
  it.each<[string, string, string | undefined, object[]]>([
    [
      'an amount that is hidden',
      text('назначить наказание в виде штрафа в размере <данные изъяты> рублей.'),
      undefined,
      [{ type: 'fine', value: null, hidden: true }],
    ],
    ['a text that cannot be read', 'Текст не подлежит размещению.', undefined, [{ type: 'error', value: null }]],
    [
      'a decision that names no penalty',
      text('наказание назначить.'),
      'Вынесено постановление о назначении административного наказания',
      [{ type: 'no_data' }],
    ],
    [
      'a penalty beyond the seven',
      text('назначить наказание в виде дисквалификации на срок один год.'),
      'Вынесено постановление о назначении административного наказания',
      [{ type: 'disqualification', value: 12 }],
    ],
    ['proceedings that ended', text('производство по делу прекратить.'), undefined, []],
  ])('says of %s what is known', async (_, body, result, expected) => {
    const { penalties } = await stored({ text: body, ...(result && { result }) })
    expect(penalties).toMatchObject(expected)
    expect(penalties).toHaveLength(expected.length)
  })
  it('knows a hidden person by the text where the site names nobody', async () => {
    const masked = text('производство по делу прекратить.', 'в отношении ФИО1,')
    expect((await stored({ text: masked })).row?.defendants_hidden).toBe(true)
    const named = { text: masked, defendants: [{ name: 'Ветрогонов Пётр Ильич' }] }
    expect((await stored(named)).row?.defendants_hidden).toBe(false)
  })
  it('forgets with the text what the text said', async () => {
    const source_key = 'test:forgets'
    const { id } = await stored({ source_key, text: fined })
    await buildCase(db, { source_key })
    expect(await childrenOf(id)).toMatchObject({ penalties: [], advocates: [], params: [], decision: undefined })
  })
})

describe('reading again', () => {
  beforeAll(() => rereadTexts(db))
  it('has nothing to do where this reader has read', async () =>
    expect(await rereadTexts(db)).toEqual({ read: 0, changed: 0 }))
  it('reads what an earlier reader has read, and moves only what changed', async () => {
    const [changed, same] = [await stored({ text: fined }), await stored({ text: fined })]
    await db.updateTable('case_decision').set({ reader: 0 }).where('case_id', 'in', [changed.id, same.id]).execute()
    await db.updateTable('case_penalty').set({ value: 1 }).where('case_id', '=', changed.id).execute()
    expect(await rereadTexts(db)).toEqual({ read: 2, changed: 1 })
    const [after, untouched] = [await childrenOf(changed.id), await childrenOf(same.id)]
    expect(after.penalties).toEqual([fine])
    expect(Number(after.row?.changed_xid)).toBeGreaterThan(Number(changed.row?.changed_xid))
    expect(untouched.row).toEqual(same.row)
    expect(untouched.params).toEqual(same.params)
    expect(await rereadTexts(db)).toEqual({ read: 0, changed: 0 })
  })
  it('leaves a revision of what it read otherwise, and is no news (design §14)', async () => {
    const [changed, same] = [await stored({ text: fined }), await stored({ text: fined })]
    const { day } = await db
      .selectFrom('court_case')
      .select('changed_at as day')
      .where('id', '=', changed.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('case_decision').set({ reader: 0 }).where('case_id', 'in', [changed.id, same.id]).execute()
    await db.updateTable('case_penalty').set({ value: 1 }).where('case_id', '=', changed.id).execute()
    await rereadTexts(db)
    const line = (value: string) => expect.stringContaining(`штраф ${value}\u00a0₽ — назначить наказание`)
    expect(await revisionsIn(db, same.id)).toEqual([])
    expect(await revisionsIn(db, changed.id)).toEqual([
      {
        number: 1,
        changes: [
          { field: 'reading', before: null, after: 'Прочитано заново' },
          { field: 'penalties', before: line('1'), after: line('10\u00a0000') },
        ],
      },
    ])
    const told = await db.selectFrom('case_change').selectAll().where('case_id', '=', changed.id).execute()
    expect(told.map(({ revision, kinds }) => ({ revision, kinds })).at(-1)).toEqual({ revision: 1, kinds: [] })
    const after = await db
      .selectFrom('court_case')
      .select('changed_at as day')
      .where('id', '=', changed.id)
      .executeTakeFirstOrThrow()
    expect(after.day).toEqual(day)
  })
  it.each([
    ['whose it is', { defendant_ordinal: null }],
    ['how surely it was read', { certainty: 0.6 }],
    ['that it is conditional', { suspended: true }],
    ['for how long it is on probation', { probation_months: 24 }],
    ['that it is beside another', { additional: true }],
    ['what was done with it', { state: 'changed' as const }],
    ['that it was annulled', { state: 'annulled' as const }],
    ['a share of it', { percent: 10, multiple: 2 }],
  ])('knows %s for a change (decision 0068)', async (_, former) => {
    const { id } = await stored({ text: fined, defendants: [{ name: 'Ветрогонов Пётр Ильич' }] })
    await db.updateTable('case_told_penalty').set(former).where('case_id', '=', id).execute()
    await db.updateTable('case_decision').set({ reader: 0 }).where('case_id', '=', id).execute()
    expect(await rereadTexts(db)).toEqual({ read: 1, changed: 1 })
    const [row] = await db.selectFrom('case_penalty').selectAll().where('case_id', '=', id).execute()
    expect(row).toMatchObject({ defendant_ordinal: 0, suspended: false, state: 'imposed', percent: null })
  })
  it('looks once for what several batches read', async () => {
    const records = Array.from({ length: 201 }, () => ({ text: 'Определил: отложить.' }))
    const ids = await buildCases(db, records)
    await db.updateTable('case_decision').set({ reader: 0 }).where('case_id', 'in', ids).execute()
    let looks = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('order by case_id limit')) looks++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    expect((await rereadTexts(counted)).read).toBe(201)
    expect(looks).toBe(2)
  })
  it('reads texts that came before there was a reader', async () => {
    const { id } = await stored({ text: fined })
    await db.deleteFrom('case_decision').where('case_id', '=', id).execute()
    await db.deleteFrom('case_penalty').where('case_id', '=', id).execute()
    expect(await rereadTexts(db)).toEqual({ read: 1, changed: 1 })
    expect((await childrenOf(id)).penalties).toEqual([fine])
  })
})

describe('reading again while a person is forgotten (decision 0088)', () => {
  const by = { db, dataDir: temporaryFolder() }
  const isWaiting = (processes: number) =>
    expect.poll(async () => (await waitingForLocks(db)).length).toBeGreaterThanOrEqual(processes)
  /** Texts are read before `decide` ends, which waits for what is held, and would be written after it. */
  async function readWhile<T>(held: ReturnType<typeof sql>, decide: () => Promise<T>): Promise<T> {
    const reading = Promise.withResolvers<unknown>()
    const [decided] = await db.transaction().execute(async trx => {
      await held.execute(trx)
      const deciding = decide()
      await isWaiting(1)
      const read = rereadTexts(db)
      reading.resolve(read)
      await Promise.race([read, isWaiting(2)])
      return [deciding] as const
    })
    await reading.promise
    return decided
  }
  const said = async (id: number): Promise<string> => {
    const { decision, advocates, penalties } = await childrenOf(id)
    return JSON.stringify([decision?.evidence, decision?.facts, advocates, penalties]).toLowerCase()
  }
  it('neither brings the name back nor keeps it away', async () => {
    const id = await buildCase(db, personRecord)
    const before = await said(id)
    expect(before).toMatch(forgottenTraces)
    const { id: account } = await buildAccount(db)
    const person = await personOn(db, id)
    const asked = { person, cases: [id], grounds: 'subject', reason: '', until: null } as const
    const isOfFormerReader = () => sql`update case_decision set reader = 0 where case_id = ${id}`.execute(db)

    await isOfFormerReader()
    const source = sql`select from case_source where case_id = ${id} for no key update`
    const forgot = await readWhile(source, () => forgetPerson(by, asked, account))
    if (forgot.is !== 'done') throw new Error(forgot.is)
    expect(await said(id)).not.toMatch(forgottenTraces)

    await isOfFormerReader()
    const decision = sql`select from forgetting where id = ${forgot.id} for update`
    expect(await readWhile(decision, () => undoForgetting(by, forgot.id, account))).toEqual({ is: 'done' })
    expect(await said(id)).toBe(before)
  })
})

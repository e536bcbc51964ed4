import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { koapCase } from '../../test/cards.ts'
import { testDatabase } from '../../test/database.ts'
import type { CaseRecord, CaseRecordInput } from './case-record.ts'
import { ingest } from './ingest.ts'

const { db } = await testDatabase()
let serial = 0
const put = async (...records: CaseRecord[]) => ingest(db, records, { origin: 'test' })
const putOne = async (given: Partial<CaseRecordInput> = {}) => {
  const [result] = await put(koapCase(given))
  if (result === undefined) throw new Error('no result')
  return result
}
const peopleOn = (id: number) =>
  db.selectFrom('case_defendant').selectAll().where('case_id', '=', id).orderBy('ordinal').execute()

describe('people across cases (domain §1)', () => {
  const defendantOf = async (name: string, title = 'Людской районный суд', region = 59) =>
    (await peopleOn((await putOne({ defendants: [{ name }], court: { title, region } })).case_id))[0]

  it('knows a full name within a court, and in no other of the region', async () => {
    const person = await defendantOf('Сёмин Пётр Ильич')
    expect((await defendantOf('СЕМИН ПЕТР ИЛЬИЧ'))?.defendant_id).toBe(person?.defendant_id)
    const elsewhere = await defendantOf('Сёмин Пётр Ильич', 'Луговой районный суд')
    expect(elsewhere?.defendant_id).not.toBe(person?.defendant_id)
    expect((await defendantOf('Сёмин Пётр Ильич', 'Людской районный суд', 24))?.defendant_id).not.toBe(
      person?.defendant_id,
    )
  })
  it.each(['Сёмин П.И.', 'Мононимов', 'ООО «Ромашка»', 'ИП Иванов И.И.'])(
    'merges no «%s» with its namesake',
    async name => {
      const [one, other] = [await defendantOf(name), await defendantOf(name)]
      expect(one?.defendant_id).toBeTypeOf('number')
      expect(other?.defendant_id).not.toBe(one?.defendant_id)
    },
  )
  it('keeps a person of one case through its changes, and forgets them when they leave it', async () => {
    const record = koapCase({ defendants: [{ name: 'Сёмин П.И.' }, { name: 'Ким А.' }] })
    const [first] = await put(record)
    const [before, gone] = await peopleOn(first?.case_id ?? 0)
    await sql`update case_defendant set at_risk = true where case_id = ${first?.case_id} and ordinal = 0`.execute(db)
    await put({ ...record, defendants: record.defendants.slice(0, 1), protocol_number: '7' })
    expect(await peopleOn(first?.case_id ?? 0)).toMatchObject([{ defendant_id: before?.defendant_id, at_risk: true }])
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
    const results = await put(koapCase({ case_uid }), koapCase({ case_uid, stage: 2 }))
    const third = await putOne({ case_uid, stage: 2 })
    expect(await links(...results.map(({ case_id }) => case_id), third.case_id)).toEqual([])
  })
  it('does not link two codices, nor two cases of one instance', async () => {
    const case_uid = uid()
    const results = await put(koapCase({ case_uid }), koapCase({ case_uid, type: 2, stage: 2 }))
    expect(await links(...results.map(({ case_id }) => case_id))).toEqual([])
  })
  it('follows a УИД that was corrected', async () => {
    const [wrong, right] = [uid(), uid()]
    const first = koapCase({ case_uid: wrong })
    const [, second] = [await put(first), await putOne({ case_uid: right, stage: 2 })]
    const third = await putOne({ case_uid: wrong, stage: 2 })
    expect(await links(third.case_id)).toHaveLength(1)
    const [moved] = await put({ ...first, case_uid: right })
    expect(await links(third.case_id)).toEqual([])
    expect(await links(second.case_id, moved?.case_id ?? 0)).toHaveLength(2)
    await put({ ...first, case_uid: undefined })
    expect(await links(second.case_id, moved?.case_id ?? 0)).toEqual([])
  })
  it.each(['another', 'none'])('links the two that are left under a УИД when the third one gets %s', async which => {
    const case_uid = uid()
    const third = koapCase({ case_uid, stage: 2 })
    const [{ case_id: a = 0 } = {}, { case_id: b = 0 } = {}] = await put(
      koapCase({ case_uid }),
      koapCase({ case_uid, stage: 2 }),
      third,
    )
    expect(await links(a, b)).toEqual([])
    await put({ ...third, case_uid: which === 'none' ? undefined : uid() })
    expect(await links(a, b)).toMatchObject([
      { case_id: a, other_id: b, why: 'same_uid' },
      { case_id: b, other_id: a, why: 'same_uid' },
    ])
  })
  it('links cases that two writers bring at the same moment', async () => {
    const uids = Array.from({ length: 10 }, uid)
    const [firsts, seconds] = await Promise.all([
      put(...uids.map(case_uid => koapCase({ case_uid }))),
      put(...uids.map(case_uid => koapCase({ case_uid, stage: 2 }))),
    ])
    expect(await links(...firsts.map(one => one.case_id), ...seconds.map(one => one.case_id))).toHaveLength(20)
  })
})

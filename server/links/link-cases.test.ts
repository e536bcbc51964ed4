import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { cardOf, cardsIn, koapCase } from '../../test/cards.ts'
import { buildAccount } from '../../test/factories.ts'
import { demoCases } from '../demo/generate.ts'
import { random } from '../demo/random.ts'
import type { CaseRecord, CaseRecordInput } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import { relinkCases } from '../ingest/relink.ts'

/** Instances of one matter (domain §4). */
const { db, as } = await testApp()
let matters = 0
const { put } = cardsIn(db)
const pairs = async (table: 'case_link' | 'case_link_candidate', ids: readonly number[]) =>
  table === 'case_link'
    ? (await db.selectFrom('case_link').selectAll().where('case_id', 'in', ids).orderBy('case_id').execute()).map(
        ({ case_id, other_id, why }) => [case_id, other_id, why],
      )
    : (
        await db
          .selectFrom('case_link_candidate')
          .selectAll()
          .where('first_id', 'in', ids)
          .orderBy('second_id')
          .execute()
      ).map(({ first_id, second_id, why }) => [first_id, second_id, why])

/** One matter in two instances, which nothing but `said` ties together. */
const matter = (first: Partial<CaseRecordInput> = {}, second: Partial<CaseRecordInput> = {}) => {
  const name = `Ветрогонов${'абвгдежзик'.charAt(++matters % 10)}${'абвгдежзиклмн'.charAt((matters / 10) % 13)} Пётр Ильич`
  const one = koapCase({ entry_date: '2021-02-01', result_date: '2021-02-15', defendants: [{ name }], ...first })
  const other = koapCase({
    stage: 2,
    case_number: `12-${matters}/2021`,
    court: { title: 'Вымышленский краевой суд', region: 59 },
    entry_date: '2021-03-01',
    result_date: '2021-03-20',
    defendants: [{ name: name.replace(/ (\p{L})\p{L}+ (\p{L})\p{L}+$/u, ' $1.$2.').toUpperCase() }],
    ...second,
  })
  return { one, other }
}

describe('two instances of one matter', () => {
  const protocol_number = '59 АБ 7654321'
  const ways: Record<string, (n: number) => ReturnType<typeof matter>> = {
    named_number: n =>
      matter(
        { case_number: `5-90${n}/2021` },
        {
          related: [{ case_number: `5-90${n}/2021`, court: 'Заречный районный суд города Вымышленска' }],
          defendants: [],
        },
      ),
    'named_number by the first': n =>
      matter({ related: [{ case_number: `7-80${n}/2021` }] }, { case_number: `7-80${n}/2021` }),
    same_person_protocol: n =>
      matter({ protocol_number: `${protocol_number}${n}` }, { protocol_number: `59АБ7654321${n}` }),
    same_person_date: () => matter({ appeal_date: '2021-03-20' }),
    quoted_number: n =>
      matter({ case_number: `5-70${n}/2021` }, { text: `Жалоба на постановление по делу № 5-70${n}/2021.` }),
  }
  it.each(Object.entries(ways))('are linked by %s, in either order, both ways', async (name, way) => {
    for (const turned of [false, true]) {
      const { one, other } = way(Number(turned) + 1)
      const [a] = await put(turned ? other : one)
      const [b] = await put(turned ? one : other)
      const why = name.split(' ')[0]
      expect(await pairs('case_link', [a ?? 0, b ?? 0])).toEqual([
        [a, b, why],
        [b, a, why],
      ])
    }
  })
  it('are not linked by a number that another court bears as well, nor by a УИД that speaks against it', async () => {
    const { one, other } = matter(
      { case_number: '5-600/2021', defendants: [] },
      { related: [{ case_number: '5-600/2021', court: 'Другой районный суд' }], defendants: [] },
    )
    const uids = matter(
      { case_uid: '59RS0001-01-2021-600001-11', appeal_date: '2021-03-20' },
      { case_uid: '59RS0002-01-2021-600002-22' },
    )
    const ids = await put(one, other, uids.one, uids.other)
    expect(await pairs('case_link', ids)).toEqual([])
    expect(await pairs('case_link_candidate', ids)).toEqual([])
  })
  it('are proposed where initials are alike and names in full are not', async () => {
    const { one, other } = matter({ appeal_date: '2021-03-20' })
    const named = (name: string) => ({ defendants: [{ name, articles: other.articles }] })
    const ids = await put({ ...one, ...named('Лугов Иван Иванович') }, { ...other, ...named('Лугов Илья Игоревич') })
    expect(await pairs('case_link', ids)).toEqual([])
  })
  it('stay candidates while several fit, and are linked when one is left', async () => {
    const { one, other } = matter({ appeal_date: '2021-03-20' })
    const twin = cardOf({ ...other, case_number: '12-601/2021' })
    const [a = 0, b = 0, c = 0] = await put(one, other, twin)
    expect(await pairs('case_link', [a, b, c])).toEqual([])
    expect(await pairs('case_link_candidate', [a])).toEqual([
      [a, b, 'same_person_date'],
      [a, c, 'same_person_date'],
    ])
    await put({ ...twin, entry_date: '2021-08-01', result_date: '2021-08-21' })
    expect(await pairs('case_link', [a])).toEqual([[a, b, 'same_person_date']])
    expect(await pairs('case_link_candidate', [a])).toEqual([])
  })
  it('get their clues anew where they came before clues were read', async () => {
    const { one, other } = ways.same_person_protocol?.(9) ?? matter()
    const ids = await put(one, other)
    await db.deleteFrom('case_clue').execute()
    await db.deleteFrom('case_link').execute()
    expect(await relinkCases(db)).toBeGreaterThan(1)
    expect(await pairs('case_link', ids)).toHaveLength(2)
    expect(await relinkCases(db)).toBe(0)
  })
})

describe('what a person decides about a pair', () => {
  it('is above what courts say, survives a re-reading, is journalled, and can be taken back', async () => {
    const editor = await buildAccount(db, { groups: ['tag_editor'] })
    const ask = await as(editor)
    const { one, other } = matter({ appeal_date: '2021-03-20' })
    const [a = 0, b = 0] = await put(one, other)
    const decide = (is_same: boolean | null) => ask(`cases/${b}/links/${a}/`, { method: 'PUT', body: { is_same } })
    expect(await decide(false)).toMatchObject({ status: 200, body: { decided: [{ id: a, is_same: false }] } })
    await put({ ...one, result: 'Изменено' })
    expect(await pairs('case_link', [a, b])).toEqual([])
    await decide(true)
    await put({ ...other, appeal_date: '2021-04-01', result_date: '2021-03-25' })
    expect(await pairs('case_link', [a])).toEqual([[a, b, 'confirmed']])
    expect(await decide(null)).toMatchObject({ body: { candidates: [], decided: [] } })
    expect(await pairs('case_link', [a])).toEqual([])
    const journal = await db.selectFrom('audit_entry').where('action', '=', 'link_decided').selectAll().execute()
    expect(journal).toHaveLength(3)
    expect(await ask(`cases/${a}/links/${a}/`, { method: 'PUT', body: { is_same: true } })).toMatchObject({
      status: 404,
    })
    const [c = 0] = await put(koapCase({}))
    expect(await ask(`cases/${a}/links/${c}/`, { method: 'PUT', body: { is_same: true } })).toMatchObject({
      status: 400,
    })
  })
  it('leaves the other of two that fit', async () => {
    const editor = await as(await buildAccount(db, { groups: ['tag_editor'] }))
    const { one, other } = matter({ appeal_date: '2021-03-20' })
    const twin = cardOf({ ...other, case_number: '12-602/2021' })
    const [a = 0, b = 0, c = 0] = await put(one, other, twin)
    const refusal = await editor(`cases/${a}/links/${c}/`, { method: 'PUT', body: { is_same: false } })
    expect(refusal.body).toMatchObject({ candidates: [], decided: [{ id: c }] })
    expect(await pairs('case_link', [a])).toEqual([[a, b, 'same_person_date']])
    await editor(`cases/${a}/links/${c}/`, { method: 'PUT', body: { is_same: null } })
    expect(await pairs('case_link', [a, b, c])).toEqual([])
  })
  it('is asked only of cases one sees', async () => {
    const { one, other } = matter({ appeal_date: '2021-03-20' })
    const twin = cardOf({ ...other, court: { title: 'Чужой краевой суд', region: 59 } })
    const [a] = await put(one, other, twin)
    const blind = await as(await buildAccount(db, { regions: [77] }))
    expect((await blind(`cases/${a}/links/`)).status).toBe(404)
    const seeing = await as(await buildAccount(db, { regions: [59] }))
    expect((await seeing(`cases/${a}/links/`)).body).toMatchObject({ candidates: [{}, {}] })
  })
})

describe('links in a world whose truth is known', () => {
  /** What courts publish is less than what is true: УИД, numbers and dates are there for some cases only. */
  function published(records: readonly CaseRecord[]): CaseRecord[] {
    const rng = random(26)
    const firsts = new Map(
      records.flatMap(one => (one.stage === 1 && one.case_uid ? [[one.case_uid, one] as const] : [])),
    )
    return records
      .map((record): [number, CaseRecord] => {
        const first = record.stage === 2 ? firsts.get(record.case_uid ?? '') : undefined
        const copy: CaseRecord = { ...record, source_key: `truth|${record.source_key}` }
        if (rng.chance(0.6)) delete copy.case_uid
        if (rng.chance(0.4)) delete copy.protocol_number
        if (first !== undefined && rng.chance(0.3))
          copy.related = [{ case_number: first.case_number, ...(rng.chance(0.5) ? { court: first.court.title } : {}) }]
        else if (first !== undefined && rng.chance(0.2))
          copy.text = `Решение по жалобе на постановление № ${first.case_number}.`
        return [rng.next(), copy]
      })
      .sort(([left], [right]) => left - right)
      .map(([, record]) => record)
  }

  it('are right, and not many are missing', async () => {
    const truth = [...demoCases(1_500, { today: '2026-11-21', seed: 4, textShare: 0 })]
    const uidOf = new Map(truth.map(record => [`truth|${record.source_key}`, record.case_uid ?? '']))
    const cases = published(truth)
    const ids = new Map<number, string>()
    for (let at = 0; at < cases.length; at += 400)
      for (const { case_id, source_key } of await ingest(db, cases.slice(at, at + 400), { origin: 'truth' }))
        ids.set(case_id, uidOf.get(source_key) ?? '')
    const alone = await db.selectFrom('case_without_first_instance').select('case_id').execute()
    const linked = new Set((await db.selectFrom('case_link').select('case_id').execute()).map(one => one.case_id))
    const seconds = await db.selectFrom('court_case').where('stage', '=', 2).select('id').execute()
    expect(alone.length).toBe(seconds.filter(({ id }) => !linked.has(id)).length)
    const both = Map.groupBy(truth, record => record.case_uid ?? '')
    const pairsThere = [...both.values()].filter(of => of.length === 2).length
    const links = (await db.selectFrom('case_link').selectAll().execute()).filter(
      ({ case_id, other_id }) => case_id < other_id && ids.has(case_id),
    )
    const right = links.filter(({ case_id, other_id }) => ids.get(case_id) === ids.get(other_id)).length
    const [precision, recall] = [right / links.length, right / pairsThere]
    console.log(`links: ${pairsThere} true pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    console.log(Object.fromEntries([...Map.groupBy(links, ({ why }) => why)].map(([why, of]) => [why, of.length])))
    expect(pairsThere).toBeGreaterThan(100)
    expect(precision).toBeGreaterThanOrEqual(0.99)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  })
})

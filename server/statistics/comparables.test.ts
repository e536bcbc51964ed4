import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { type Comparison, comparables } from '#shared/api/comparables.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'

/** Comparables of a case (§4 «Comparables»), on a real PostgreSQL. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const limited = await as(await buildAccount(db, { regions: [77] }))

let articles = 900
/** An article that nothing else here is about. */
const newArticle = (part = '1') => ({ codex: 'koap' as const, article_number: String(++articles), part })
type Article = ReturnType<typeof newArticle>
const fined = (article: Article, value: number, beside: Partial<CaseRecordInput> = {}): Partial<CaseRecordInput> => ({
  articles: [article],
  defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
  result: 'Вынесено постановление о назначении административного наказания',
  result_date: '2026-03-20',
  penalties: [{ type: 'fine', value }],
  ...beside,
})
const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))
const inRegion = (region: number) => ({ court: { title: `Выдуманный суд ${region}`, region, city: 'Выдуманск' } })

async function comparisonsOf(id: number, query = '', asked = ask): Promise<Comparison[]> {
  const { status, body, text } = await asked(`cases/${id}/comparables/?${query}`)
  if (status !== 200) throw new Error(text)
  return comparables.parse(body).comparisons
}
async function onlyOf(id: number, query = '', asked = ask): Promise<Comparison> {
  const [one, ...others] = await comparisonsOf(id, query, asked)
  expect(others).toEqual([])
  if (one === undefined) throw new Error('nothing is compared')
  return one
}
const listed = async (filters: WireRecord, asked = ask) =>
  caseList.parse((await asked(`cases/?size=100&${toQuery(filters)}`)).body)

describe('where a penalty lies among others', () => {
  it('is recovered within a rank from planted distributions', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 20, maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        async (values, own) => {
          const article = newArticle()
          await buildCases(
            db,
            values.map(value => fined(article, value * 1000)),
          )
          const { penalties, count, others } = await onlyOf(await buildCase(db, fined(article, own * 1000)))
          const [below, equal] = [values.filter(value => value < own), values.filter(value => value === own)]
          expect([count, others]).toEqual([values.length + 1, values.length])
          expect(penalties?.own).toEqual({
            value: own * 1000,
            below: below.length,
            equal: equal.length,
            above: values.length - below.length - equal.length,
          })
          const all = [...values, own].toSorted((one, other) => one - other)
          expect(penalties?.dots.map(({ value }) => value / 1000)).toEqual(all)
          expect(penalties?.median).toBe((all[Math.ceil(all.length / 2) - 1] ?? 0) * 1000)
        },
      ),
      lawRuns(8),
    ))

  it('opens as many cases as it tells, each dot its own, and is silent below twenty', async () => {
    const article = newArticle()
    const id = await buildCase(db, fined(article, 10_000))
    const others = await buildCases(
      db,
      many(19, at => fined(article, 10_000 + at)),
    )
    const few = await onlyOf(id)
    expect(few).toMatchObject({
      count: 20,
      others: 19,
      is_enough: false,
      penalties: null,
      reviews: null,
      published: null,
    })
    expect((await listed(few.filters)).count).toBe(20)
    others.push(await buildCase(db, fined(article, 5_000)))
    const enough = await onlyOf(id)
    expect(enough).toMatchObject({ count: 21, others: 20, is_enough: true, penalties: { n: 21, own: { below: 1 } } })
    expect(enough.penalties?.dots.map(({ case_id }) => case_id).toSorted((a, b) => a - b)).toEqual([id, ...others])
    expect((await listed(enough.filters)).results.map(one => one.id).toSorted((a, b) => a - b)).toEqual([id, ...others])
  })

  it('shows two hundred of more at even ranks', async () => {
    const article = newArticle()
    const [id = 0] = await buildCases(
      db,
      many(501, at => fined(article, 1000 + at)),
    )
    const { penalties } = await onlyOf(id)
    expect(penalties).toMatchObject({ n: 501, least: 1000, most: 1500, median: 1250 })
    expect(penalties?.dots).toHaveLength(200)
    const steps = penalties?.dots.slice(1).map(({ value }, at) => value - (penalties.dots[at]?.value ?? 0))
    expect(new Set(steps)).toEqual(new Set([2, 3]))
  })

  it('compares only certain main penalties of the same kind', async () => {
    const article = newArticle()
    const id = await buildCase(db, fined(article, 10_000))
    await buildCases(
      db,
      many(20, () => fined(article, 20_000)),
    )
    await buildCases(db, [
      fined(article, 1, { penalties: [{ type: 'fine', value: 1, certainty: 0.9 }] }),
      fined(article, 1, {
        penalties: [
          { type: 'arrest', value: 1 },
          { type: 'fine', value: 1, additional: true },
        ],
      }),
      fined(article, 1, { penalties: [{ type: 'fine', hidden: true }] }),
    ])
    expect(await onlyOf(id)).toMatchObject({
      count: 21,
      penalties: { n: 21, least: 10_000, own: { below: 0, above: 20 }, ties: [{ value: 20_000, count: 20 }] },
    })
  })
})

describe('conditions', () => {
  const article = newArticle('1')
  const otherPart = { ...article, part: '2' }
  const old = { result_date: '2010-03-20', entry_date: '2010-03-02' }
  it('are loosened one at a time: region, years, part; and each can be switched', async () => {
    const id = await buildCase(db, fined(article, 10_000))
    await buildCases(db, [
      ...many(5, () => fined(article, 10_000)),
      ...many(20, () => fined(article, 10_000, inRegion(78))),
      ...many(20, () => fined(article, 10_000, old)),
      ...many(20, () => fined(otherPart, 10_000)),
    ])
    expect(await onlyOf(id)).toMatchObject({ count: 26, same: { region: false, years: true, part: true } })
    expect(await onlyOf(id, 'same_region=true')).toMatchObject({ count: 6, is_enough: false })
    expect(await onlyOf(id, 'same_years=false')).toMatchObject({
      count: 26,
      same: { region: true, years: false, part: true },
    })
    const all = await onlyOf(id, 'same_region=false&same_years=false&same_part=false')
    expect(all).toMatchObject({ count: 66, years: { from: 2024, to: 2028 } })
    expect([(await onlyOf(id)).article.name, all.article.name]).toEqual([
      `${article.article_number} ч.\u00a01`,
      article.article_number,
    ])
    expect((await listed(all.filters)).count).toBe(66)
  })
  it('are within the regions of the account', async () => {
    const [id] = await buildCases(db, [fined(article, 10_000)])
    const told = await onlyOf(id ?? 0, 'same_region=false', limited)
    expect((await listed(told.filters, limited)).count).toBe(told.count)
    expect(told.count).toBe((await onlyOf(id ?? 0, 'same_region=true')).count)
  })
  it.each(['same_region=maybe', 'region=77'])('are refused in a sentence: ?%s', async query => {
    const { status } = await ask(`cases/1/comparables/?${query}`)
    expect(status).toBe(400)
  })
})

describe('nothing is said of', () => {
  const article = newArticle()
  it.each<[string, Partial<CaseRecordInput>]>([
    ['a case without a decision', { result: undefined, result_date: undefined, penalties: [] }],
    ['a review', { stage: 2 }],
    ['somebody with several articles', { articles: [article, newArticle()] }],
    ['an outcome that is not named', { result: 'Иной исход', penalties: [] }],
    ['a case that was ended and has a penalty', { result: 'Производство по делу прекращено' }],
    ['somebody who need not serve it', { penalties: [{ type: 'fine', value: 1, state: 'released' }] }],
  ])('%s', async (_, beside) =>
    expect(await comparisonsOf(await buildCase(db, fined(article, 10_000, beside)))).toEqual([]),
  )
  it.each([
    ['that is hidden', { hidden: true }, null],
    ['that is not surely read', { value: 10_000, certainty: 0.8 }, 'unsure'],
  ] as const)('the place of a penalty %s', async (_, penalty, why) => {
    await buildCases(
      db,
      many(20, () => fined(article, 10_000)),
    )
    const told = await onlyOf(await buildCase(db, fined(article, 0, { penalties: [{ type: 'fine', ...penalty }] })))
    expect(told.penalties?.own ?? null).toBeNull()
    expect(told).toMatchObject({ is_enough: true, why_unplaced: why })
  })
  it('a case of another region', async () => {
    const id = await buildCase(db, fined(article, 1, inRegion(50)))
    expect((await limited(`cases/${id}/comparables/`)).status).toBe(404)
    expect((await limited('cases/999999/comparables/')).status).toBe(404)
  })
})

describe('of several accused', () => {
  /** Of whom the first is fined. */
  const withFined = (article: Article, others: CaseRecordInput['defendants'] = []) =>
    buildCase(db, {
      ...fined(article, 0),
      articles: [],
      defendants: [
        { name: 'Багранов Иннокентий Львович', articles: [article], result: 'Назначено административное наказание' },
        ...others,
      ],
      penalties: [{ type: 'fine', value: 7_000, person: 'Багранов Иннокентий Львович' }],
    })
  it('each is compared by their own article, outcome and penalty', async () => {
    const [fraud, theft] = [newArticle(), newArticle()]
    const id = await withFined(fraud, [
      { name: 'Пташникова Тамара Сергеевна', articles: [theft], result: 'Производство по делу прекращено' },
      { name: 'Суховеев Пётр Ильич', articles: [fraud] },
    ])
    const told = await comparisonsOf(id)
    expect(told).toMatchObject([
      { person: 'Багранов Иннокентий Львович', outcome: { kind: 'penalty', penalty_type: 'fine' } },
      { person: 'Пташникова Тамара Сергеевна', outcome: { kind: 'terminated', penalty_type: null } },
    ])
    expect(told[0]?.article.name).toContain(fraud.article_number)
    expect(told[1]?.article.name).toContain(theft.article_number)
  })
  it('the only one who can be compared is named: nothing is told of the others', async () => {
    const [fraud, theft] = [newArticle(), newArticle()]
    const id = await withFined(fraud, [
      { name: 'Пташникова Тамара Сергеевна', articles: [fraud, theft], result: 'Производство по делу прекращено' },
    ])
    expect(await comparisonsOf(id)).toMatchObject([{ person: 'Багранов Иннокентий Львович' }])
  })
})

describe('after review', () => {
  const article = newArticle()
  const uid = (at: number) => `77RS9901-01-2026-${String(at).padStart(6, '0')}-45`
  const reviewed = (at: number, result: string, penalties: CaseRecordInput['penalties'] = []) => ({
    ...fined(article, 0),
    stage: 2 as const,
    court: { title: 'Выдуманный областной суд', region: 77, city: 'Выдуманск' },
    case_number: `12-${at}/2026`,
    case_uid: uid(at),
    result,
    penalties,
  })
  const changing = 'Постановление изменено'
  it.each([
    ['is what the review made of it', changing, [{ type: 'fine', value: 5_000, state: 'changed' }], 5_000, null],
    ['is not told where the review does not say it', changing, [], null, 'changed'],
    ['is none where it was annulled', 'Постановление отменено', [], null, 'annulled'],
    ['stays where it was upheld', 'Постановление оставлено без изменения', [], 10_000, null],
  ] as const)('a penalty %s', async (_, result, penalties, value, why) => {
    const at = ++articles
    await buildCases(
      db,
      many(20, () => fined(article, 10_000)),
    )
    const id = await buildCase(db, fined(article, 10_000, { case_uid: uid(at) }))
    await buildCase(db, reviewed(at, result, [...penalties]))
    const told = await onlyOf(id)
    expect(told.penalties?.own?.value ?? null).toBe(value)
    expect(told.why_unplaced).toBe(why)
  })

  it('a penalty is not taken from a review that changed nothing', async () => {
    const at = ++articles
    await buildCases(
      db,
      many(20, () => fined(article, 10_000)),
    )
    const id = await buildCase(db, fined(article, 10_000, { case_uid: uid(at), appeal_result: changing }))
    await buildCase(db, reviewed(at, 'Постановление оставлено без изменения', [{ type: 'fine', value: 3_000 }]))
    const told = await onlyOf(id)
    expect({ own: told.penalties?.own ?? null, why: told.why_unplaced }).toEqual({ own: null, why: 'changed' })
  })

  it('shares are of complaints decided under the same conditions, each opens its list', async () => {
    const own = newArticle()
    const results = [
      ...many(12, () => 'Оставлено без изменения'),
      ...many(5, () => changing),
      ...many(7, () => 'Отменено'),
    ]
    await buildCases(db, [
      ...many(20, () => fined(own, 10_000, { text: 'Суд установил и постановил.' })),
      ...results.map((result, at) => ({ ...reviewed(++articles + at, result), articles: [own] })),
      { ...reviewed(++articles, 'Жалоба возвращена'), articles: [own] },
    ])
    const { reviews, published } = await onlyOf(await buildCase(db, fined(own, 10_000)))
    expect(reviews).toMatchObject({
      of: 24,
      kinds: { upheld: { count: 12 }, changed: { count: 5 }, annulled: { count: 7 } },
    })
    if (reviews === null) throw new Error('no reviews')
    expect((await listed(reviews.filters)).count).toBe(24)
    for (const { count, from, to, filters } of Object.values(reviews.kinds)) {
      expect((await listed(filters)).count).toBe(count)
      expect(from < count / 24 && count / 24 < to).toBe(true)
    }
    expect(published).toMatchObject({ count: 20, of: 21 })
    expect((await listed(published?.filters ?? {})).count).toBe(20)
  })
})

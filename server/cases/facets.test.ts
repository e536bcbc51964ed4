import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { caseFacets, countableKeys } from '#shared/api/facets.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, excluded, filterParamsOf } from '#shared/filters/field.ts'
import { readLenient, toQuery, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { buildVariedCases, generatedFilters, valuesOfCases } from '../../test/varied-cases.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'
import { countFacets } from './facets.ts'

/** Counts beside options (design §7): each is what the list itself would count. */
const { db, as } = await testApp()
const account = await buildAccount(db, { groups: ['tag_editor'] })
const ask = await as(account)
const rich = await buildRichCase(db)
await ingest(db, [...demoCases(150, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
await keepRichCase(db, account.id, rich)
const known = await valuesOfCases(db, caseListFields, await buildVariedCases(db))
const fitting = fittingValues(
  fullCase.parse((await ask(`cases/${rich}/`)).body),
  await db.selectFrom('event_type').select(['id', 'title']).execute(),
)

const query = (values: AnyValues): string => toQuery(writeValues(caseListFields, values))
const countOf = async (values: AnyValues): Promise<number> => {
  const { status, body, text } = await ask(`cases/?size=1&${query(values)}`)
  if (status !== 200) throw new Error(text)
  return (body as { count: number }).count
}
const facetsFor = async (values: AnyValues, ...keys: string[]) => {
  const { status, body, text } = await ask(`cases/facets/?${query(values)}&${toQuery({ facets: keys })}`)
  if (status !== 200) throw new Error(text)
  return caseFacets.parse(body)
}
/** The values with one option of a filter set, and nothing else said about it. */
const withOption = (values: AnyValues, key: string, value: string): AnyValues => {
  const { [key]: _own, [excluded(key)]: _turned, ...others } = values
  return { ...others, ...readLenient(caseListFields, { [key]: value }) }
}

describe('facets (design §7)', () => {
  it.each(countableKeys)('counts each value of %s as the list would', async key => {
    const { facets } = await facetsFor({}, key)
    const counts = facets[key] ?? []
    expect(counts.length).toBeGreaterThan(0)
    for (const { value, count } of counts.slice(0, 12))
      expect(await countOf(withOption({}, key, value)), `${key}=${value}`).toBe(count)
  })

  /** Some filters at once, of the rich case or of whatever is there, either side. */
  const ofRichCase = fc.subarray([...filterParamsOf(caseListFields)], { maxLength: 3 }).map(facets =>
    Object.fromEntries(
      facets.flatMap(({ name, key }) =>
        Object.entries(fitting)
          .filter(([k]) => k === key)
          .map(([, value]) => [name, value]),
      ),
    ),
  )
  const anyValues = fc.oneof(ofRichCase, generatedFilters(caseListFields, known))
  it('counts as the list would under any other filters, its own laid aside', () =>
    fc.assert(
      fc.asyncProperty(
        anyValues,
        fc.subarray([...countableKeys], { minLength: 1, maxLength: 4 }),
        async (values, keys) => {
          const { facets } = await facetsFor(values, ...keys)
          expect(Object.keys(facets).toSorted()).toEqual(keys.toSorted())
          for (const key of keys) {
            const counts = facets[key] ?? []
            for (const { value, count } of counts.slice(0, 2))
              expect(await countOf(withOption(values, key, value)), `${key}=${value}`).toBe(count)
            // What is not named leaves nothing.
            const own = fitting[key as keyof typeof fitting]
            const said = [writeValues(caseListFields, { [key]: own })[key] ?? []].flat()
            for (const value of said.slice(0, 1))
              if (!counts.some(one => one.value === value))
                expect(await countOf(withOption(values, key, value)), `${key}=${value}`).toBe(0)
          }
        },
      ),
      lawRuns(30),
    ))
  it('counts a city with ё as е, and tells it as the directory does', async () => {
    await buildCases(db, [
      { court: { title: 'Вымышленный городской суд', region: 50, city: 'Медовёрск' } },
      { court: { title: 'Вымышленный районный суд', region: 50, city: 'Медоверск' } },
    ])
    const { facets } = await facetsFor({ regions: [50] }, 'court_city')
    expect(facets.court_city?.filter(({ value }) => value.startsWith('Медов'))).toEqual([
      { value: 'Медовёрск', count: 2 },
      { value: 'Медоверск', count: 2 },
    ])
  })
  it('holds filters on one child table for one of its rows', async () => {
    const day = { min: '2026-03-20', max: '2026-03-20' }
    const { facets } = await facetsFor({ event_date_range: day, case_number: '5-209/2026' }, 'event_type')
    expect(facets.event_type).toEqual([{ value: String((fitting.event_type as number[])[0]), count: 1 }])
  })
  it('counts a whole article by cases, not by parts', async () => {
    const { groups, facets } = await facetsFor({ case_number: '5-209/2026' }, 'codex_articles')
    expect(groups.codex_articles).toContainEqual({ value: 'koap 20.2', count: 1 })
    expect(facets.codex_articles).toHaveLength(3)
  })

  it('counts nobody’s sets but the asker’s, and what is in them', async () => {
    const sets = (await facetsFor({}, 'set')).facets.set
    expect(sets).toEqual([{ value: String((fitting.set as number[])[0]), count: 1 }])
    const stranger = await buildAccount(db, { groups: ['tag_editor'] })
    await keepRichCase(db, stranger.id, rich)
    expect((await facetsFor({}, 'set')).facets.set).toEqual(sets)
    const theirs = caseFacets.parse((await (await as(stranger))('cases/facets/?facets=set')).body)
    expect(theirs.facets.set).toHaveLength(1)
    expect(theirs.facets.set).not.toEqual(sets)
  })
  it('counts only what the account may see', async () => {
    const limited = await as(await buildAccount(db, { regions: [77] }))
    const { facets } = caseFacets.parse((await limited('cases/facets/?facets=regions&facets=type')).body)
    expect(facets.regions?.map(({ value }) => value)).toEqual(['77'])
    const none = await as(await buildAccount(db, { regions: [] }))
    expect((await none('cases/facets/?facets=regions')).body).toEqual({ facets: { regions: [] }, groups: {} })
  })
  it('refuses counts of a filter to who may not use it', async () => {
    const reader = await as(await buildAccount(db))
    expect((await reader('cases/facets/?facets=tags')).status).toBe(403)
    expect((await reader('cases/facets/?facets=type&tags=1')).status).toBe(403)
  })
  it.each([
    ['', 'facets', 'Назовите хотя бы один фильтр.'],
    ['facets=advocate', 'facets', /^Считаются: type, /],
    ['facets=type&judge=x', 'judge', 'Нужно целое положительное число.'],
    ['facets=type&nonsense=1', 'nonsense', /./],
    ['facets=type&result_text_search=(&text_search_type=regexp', 'result_text_search', /./],
  ])('says what is wrong with ?%s', async (asked, field, sentence) => {
    const { status, body } = await ask(`cases/facets/?${asked}`)
    expect(status).toBe(400)
    const said = (body as Record<string, string[]>)[field]?.[0]
    typeof sentence === 'string' ? expect(said).toBe(sentence) : expect(said).toMatch(sentence)
  })

  it('answers nothing rather than something wrong when there is no time to count', async () => {
    const scope = { accountId: account.id, regions: 'all' } as const
    const keys = ['type', 'codex_articles']
    expect(await countFacets({ db }, scope, {}, { keys, limitSeconds: 0 })).toEqual({
      facets: { type: null, codex_articles: null },
      groups: { codex_articles: null },
    })
    expect(await countFacets({ db }, scope, {}, { keys, isWanted: () => false })).toMatchObject({
      facets: { type: null },
    })
  })
  it('stops counting when its time is over', async () => {
    const scope = { accountId: account.id, regions: 'all' } as const
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locked = db.transaction().execute(async trx => {
      await sql`lock table court_case in access exclusive mode`.execute(trx)
      held.resolve()
      await gate.promise
    })
    await held.promise
    try {
      expect(await countFacets({ db }, scope, {}, { keys: ['type'], limitSeconds: 0.2 })).toEqual({
        facets: { type: null },
        groups: {},
      })
    } finally {
      gate.resolve()
      await locked
    }
  })
})

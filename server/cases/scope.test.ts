import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullCase } from '#shared/api/cases.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { facetsOf } from '#shared/filters/field.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { buildRichCase, fittingValues } from '../../test/rich-case.ts'

/** What an account limited to regions cannot do, whatever it asks. */
const { db, as } = await testApp()
const rich = await buildRichCase(db)
const superuser = await as(await buildAccount(db, { isSuperuser: true }))
const fitting = fittingValues(
  fullCase.parse((await superuser(`cases/${rich}/`)).body),
  await db.selectFrom('event_type').select(['id', 'title']).execute(),
)
const regions = [50, 78]
const limited = await as(await buildAccount(db, { regions, groups: ['tag_editor'] }))
await buildCases(
  db,
  [50, 77, 78, 78, 16].map((region, n) => ({
    court: { title: `Выдуманный суд № ${n}`, region, city: `Город ${n % 2}` },
    judge: 'Белоозёрова Н. В.',
    entry_date: `2026-03-0${n + 1}`,
    text: 'Суд постановил: плакат вернуть.',
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
  })),
)

describe('scope (design §4)', () => {
  /** Values of the filters in any combination, and whatever a person could write beside them. */
  const anyValues = fc.subarray(facetsOf(caseListFields), { maxLength: 3 }).map(facets =>
    Object.fromEntries(
      facets.flatMap(({ name, key }) =>
        Object.entries(fitting)
          .filter(([k]) => k === key)
          .map(([, v]) => [name, v]),
      ),
    ),
  )
  const beside = fc.record(
    {
      regions: fc.constantFrom('77', '16', '78'),
      ordering: fc.constantFrom('region', '-entry_date', 'case_number'),
      page: fc.constantFrom('1', '2'),
      size: fc.constantFrom('1', '100'),
      case_number: fc.constantFrom("' or true --", '%', '5'),
      result_text_search: fc.constantFrom('плакат', '.*', "' or '1'='1"),
      text_search_type: fc.constantFrom('plain', 'exact_match'),
    },
    { requiredKeys: [] },
  )
  it('is never widened by any parameter of the list', () =>
    fc.assert(
      fc.asyncProperty(anyValues, beside, async (values, params) => {
        const { status, body, text } = await limited(
          `cases/?${toQuery({ ...writeValues(caseListFields, values), ...params })}`,
        )
        expect(status, text).toBe(200)
        const rows = (body as { results: { court: { region: number } }[] }).results
        for (const row of rows) expect(regions).toContain(row.court.region)
      }),
      { numRuns: 60 },
    ))
  it('is never widened by any parameter of a search', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('courtssearch', 'judgessearch', 'citiessearch'),
        fc.constantFrom('суд', 'бело', 'го', 'мос', '№ 1', 'ро'),
        fc.subarray(['allowed_regions=77', 'allowed_regions=78', 'allowed_regions=16']),
        async (path, typed, narrowing) => {
          const { body } = await limited(`${path}/?${[`query=${encodeURIComponent(typed)}`, ...narrowing].join('&')}`)
          for (const row of (body as { results: { region?: number; court?: { region: number } }[] }).results)
            expect(regions).toContain(row.region ?? row.court?.region)
        },
      ),
      { numRuns: 60 },
    ))
  it('hides every case of other regions from every call that takes a number', async () => {
    const others = await db.selectFrom('court_case').where('region', 'not in', regions).select('id').execute()
    expect(others.length).toBeGreaterThan(0)
    for (const { id } of others) {
      expect((await limited(`cases/${id}/`)).status).toBe(404)
      expect((await limited(`cases/${id}/text/`)).status).toBe(404)
      expect((await limited('users/me/', { method: 'PATCH', body: { favorite_cases: { add: [id] } } })).status).toBe(
        400,
      )
    }
  })
  it('names no court and no judge of other regions', async () => {
    const judges = await db
      .selectFrom('judge')
      .innerJoin('court', 'court.id', 'court_id')
      .select(['judge.id', 'region', 'court_id'])
      .execute()
    const asked = judges.map(({ id, court_id }) => `judges=${id}&courts=${court_id}`).join('&')
    const { body } = await limited(`names/?${asked}`)
    const { judges: named, courts } = body as Record<string, Record<string, string>>
    const ours = judges.filter(({ region }) => regions.includes(region))
    expect(Object.keys(named ?? {})).toEqual(ours.map(({ id }) => String(id)).toSorted())
    expect(Object.keys(courts ?? {}).length).toBe(new Set(ours.map(({ court_id }) => court_id)).size)
  })
})

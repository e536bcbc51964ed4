import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullCase } from '#shared/api/full-case.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { filterParamsOf } from '#shared/filters/field.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { keepMessage } from '../../test/subscriptions.ts'

/** What an account limited to regions cannot do, whatever it asks. */
const { db, as } = await testApp()
const rich = await buildRichCase(db)
const superuser = await as(await buildAccount(db, { isSuperuser: true }))
const fitting = fittingValues(
  fullCase.parse((await superuser(`cases/${rich}/`)).body),
  await db.selectFrom('event_type').select(['id', 'title']).execute(),
)
const regions = [50, 78]
const limitedAccount = await buildAccount(db, { regions, groups: ['tag_editor'] })
const limited = await as(limitedAccount)
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
  const anyValues = fc.subarray([...filterParamsOf(caseListFields)], { maxLength: 3 }).map(facets =>
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
      result_text_search: fc.constantFrom('плакат', 'плакат.*', "' or '1'='1"),
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
      lawRuns(40),
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
      lawRuns(60),
    ))
  it('hides every case of other regions from every call that takes a number', async () => {
    const others = await db.selectFrom('court_case').where('region', 'not in', regions).select('id').execute()
    expect(others.length).toBeGreaterThan(0)
    for (const { id } of others) {
      expect((await limited(`cases/${id}/`)).status).toBe(404)
      for (const path of ['text', 'text/hits', 'text/file', 'similar', 'links', 'file', 'refresh'])
        expect((await limited(`cases/${id}/${path}/`)).status).toBe(404)
      expect((await limited(`cases/${id}/visit/`, { method: 'PUT' })).status).toBe(404)
      expect((await limited(`cases/${id}/refresh/`, { method: 'POST' })).status).toBe(404)
      const decided = { method: 'PUT', body: { is_same: true } } as const
      expect((await limited(`cases/${id}/links/1/`, decided)).status).toBe(404)
      expect((await limited(`cases/${id}/note/`, { method: 'PUT', body: { text: 'вижу' } })).status).toBe(404)
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

  /** What stands only in cases, courts, judges and cities of other regions. */
  const mark = /Чужедальн|Заморск|99-чужой/
  it('is never widened by any parameter of any call that reads, in any combination', async () => {
    const [hidden] = await buildCases(db, [
      {
        court: { title: 'Чужедальний районный суд', region: 77, city: 'Заморск' },
        judge: 'Чужедальняя Вера Ильинична',
        case_number: '99-чужой/2026',
        case_uid: '77RS0099-01-2026-000099-чужой',
        entry_date: '2026-03-05',
        defendants: [{ name: 'Чужедальнов Пётр Ильич' }],
        participants: [{ role: 'Защитник', name: 'Заморский А. Б.' }],
        text: 'Чужедальний текст решения.',
      },
    ])
    const { court_id, judge_id } = await db
      .selectFrom('court_case')
      .select(['court_id', 'judge_id'])
      .where('id', '=', hidden ?? 0)
      .executeTakeFirstOrThrow()
    const { defendant_id: person } = await db
      .selectFrom('case_defendant')
      .select('defendant_id')
      .where('case_id', '=', hidden ?? 0)
      .executeTakeFirstOrThrow()
    // Another person's set and note: no filter by them reaches the other's.
    const other = await buildAccount(db)
    await keepRichCase(db, other.id, hidden ?? 0)
    await db.updateTable('case_note').set({ text: 'Чужедальняя заметка' }).where('account_id', '=', other.id).execute()
    const { set_id: theirSet } = await db
      .selectFrom('case_set_member')
      .where('account_id', '=', other.id)
      .select('set_id')
      .executeTakeFirstOrThrow()
    // A message of theirs about it, from when they could see it.
    const subscription = await keepMessage(db, limitedAccount.id, hidden ?? 0, { case_number: '99-чужой/2026' })
    const secret = 'f'.repeat(32)
    await db.insertInto('subscription_feed').values({ subscription_id: subscription, secret }).execute()
    /** Values that ask for exactly what is hidden. */
    const reaching: Record<string, readonly string[]> = {
      page: ['1', '2'],
      size: ['1', '20', '100'],
      query: ['чужедал', 'заморск', 'суд', '99'],
      allowed_regions: ['77', '78'],
      court: [String(court_id)],
      courts: [String(court_id)],
      judges: [String(judge_id)],
      judge: [String(judge_id)],
      regions: ['77', '78'],
      regions_not: ['50', '78'],
      court_city: ['Заморск'],
      case_number: ['99-чужой', "99' or '1'='1"],
      case_uid: ['77RS0099'],
      defendant: ['Чужедальнов'],
      advocate: ['Заморский'],
      result_text_search: ['чужедальний', 'чужед.*'],
      text_search_type: ['plain', 'phrase', 'raw', 'exact_match', 'regexp'],
      in_favorites: ['true', 'false'],
      in_set: ['true', 'false'],
      set: [String(theirSet)],
      sets: [String(theirSet)],
      set_status: ['unseen', 'working'],
      set_mine: ['true', 'false'],
      has_note: ['true', 'false'],
      note: ['чужедал', 'замор'],
      ordering: ['region', '-entry_date', 'case_number'],
      rows: ['court', 'judge', 'part'],
      columns: ['regions', 'none', 'stage'],
      facets: ['regions', 'court', 'judge', 'court_city', 'type'],
      defendants: ['Чужедальнов', 'чужед,замор', 'Ветрогонов'],
      defendant_gender: ['m', 'na'],
      defendant_gender_not: ['f'],
      person_ordering: ['name', '-entry_date', '-cases_count'],
    }
    const ofList = Object.keys(reaching).filter(
      name =>
        !['query', 'allowed_regions', 'courts', 'judges', 'facets', 'defendants', 'person_ordering'].includes(name),
    )
    const ofPeople = [
      'defendants',
      'defendant_gender',
      'defendant_gender_not',
      'regions',
      'regions_not',
      'court_city',
      'in_favorites',
      'person_ordering',
    ]
    const ofFile = ofList.filter(name => !['page', 'size'].includes(name))
    /** Every call that reads, with the parameters it takes: others it refuses. */
    const calls: Record<string, readonly string[]> = {
      'cases/': ofList,
      'cases/facets/': [...ofList.filter(name => !['page', 'size', 'ordering'].includes(name)), 'facets'],
      'frontcountcases/': ofFile.filter(name => name !== 'ordering'),
      'frontcountcases/charts/': ofFile.filter(name => name !== 'ordering'),
      [`cases/${hidden}/`]: [],
      [`cases/${hidden}/text/`]: [],
      [`cases/${hidden}/text/hits/`]: ['result_text_search', 'text_search_type'],
      [`cases/${hidden}/text/file/`]: [],
      [`cases/${hidden}/similar/`]: [],
      [`cases/${hidden}/links/`]: [],
      'defendants/': [...ofPeople, 'page', 'size'],
      [`defendants/${person}/`]: [],
      [`defendants/${person}/risk/`]: [],
      'defendants/expiring/': ['page', 'size'],
      'subscriptions/': ['page', 'size'],
      [`subscriptions/${subscription}/deliveries/`]: ['page', 'size'],
      [`feeds/${secret}/atom.xml`]: [],
      [`feeds/${secret}/hearings.ics`]: [],
      'data/defendantscsv/export.csv': ofPeople,
      'data/casescsv/export.csv': ofFile,
      'data/pivot/': ['court', 'judge', 'regions', 'regions_not', 'set', 'rows', 'columns'],
      'data/pivot/export.csv': ['court', 'judge', 'regions', 'regions_not', 'rows', 'columns'],
      'data/casescsv/export.ndjson': ofFile,
      // It repeats what was typed; numbers it names only as far as the asker sees.
      'data/casescsv/about.csv': ['court', 'judge', 'regions', 'regions_not', 'set', 'ordering'],
      [`cases/${hidden}/file/`]: [],
      'courtssearch/': ['query', 'allowed_regions'],
      'judgessearch/': ['query', 'allowed_regions', 'court'],
      'citiessearch/': ['query', 'allowed_regions'],
      'tags/search/': ['query'],
      'tags/': ['query', 'page', 'size'],
      'tag-uploads/': ['page', 'size'],
      'names/': ['courts', 'judges', 'sets'],
      'sets/': [],
      'codexarticles/search/': ['query'],
      'casedefenseparams/': ['page', 'size'],
      'caseseventstypes/': ['page', 'size'],
      'users/me/': [],
      'users/me/sessions/': ['page', 'size'],
    }
    const asked = fc
      .constantFrom(...Object.entries(calls))
      .chain(([path, names]) =>
        fc.tuple(fc.constant(path), fc.subarray([...names], { maxLength: Math.min(4, names.length) })),
      )
      .chain(([path, names]) =>
        fc.tuple(
          fc.constant(path),
          fc.tuple(
            ...names.map(name =>
              fc.constantFrom(...(reaching[name] ?? [])).map(value => [name.replace('person_', ''), value]),
            ),
          ),
        ),
      )
    let found = 0
    await fc.assert(
      fc.asyncProperty(asked, async ([path, params]) => {
        const { status, text } = await limited(`${path}?${new URLSearchParams(params)}`)
        expect(status).toBeLessThan(500)
        // What was typed is repeated in the addresses of neighbouring pages: only rows count.
        const told = text.replaceAll(/"(next|previous)":"[^"]*"/g, '')
        expect(mark.test(told), told).toBe(false)
        found += status === 200 ? 1 : 0
      }),
      { numRuns: 500 },
    )
    expect(found).toBeGreaterThan(150)
    // The same calls do find it for those who may see it.
    for (const path of [
      'cases/?case_number=99-чужой',
      'defendants/?defendants=чужедал',
      'data/defendantscsv/export.csv?defendants=чужедал',
      'data/casescsv/export.csv?case_number=99-чужой',
      'courtssearch/?query=чужедал',
      'judgessearch/?query=чужедал',
      'citiessearch/?query=заморск',
    ])
      expect((await superuser(encodeURI(path))).text).toMatch(mark)
  })
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { comparables } from '#shared/api/comparables.ts'
import { countableKeys } from '#shared/api/facets.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { momentIn } from '#shared/domain/dates.ts'
import { defendantOrderingValues } from '#shared/domain/defendant-orderings.ts'
import { newsKindValues } from '#shared/domain/news.ts'
import { caseOrderingValues } from '#shared/domain/orderings.ts'
import { dimensionNames, metricNames } from '#shared/domain/pivot.ts'
import { caseListFields, defendantFields, statsFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Fields, filterParamsOf } from '#shared/filters/field.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { type Ask, asking, testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { buildVariedCases, generatedFilters, valuesOfCases } from '../../test/varied-cases.ts'
import { buildApp } from '../app.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'
import { rehearse } from '../subscriptions/rehearsal.ts'
import { copyEngine } from './copy-engine.ts'
import { defaultMemoryShare } from './copy-memory.ts'
import { openReplica } from './open-replica.ts'

/** Both engines return the same ids, totals, facets and statistics (design §10) for the questions of the product. */
const { db, url, as } = await testApp()
const account = await buildAccount(db, { groups: ['tag_editor'] })
const limited = await buildAccount(db, { groups: ['tag_editor'], regions: [77, 78] })
const rich = await buildRichCase(db)
await ingest(db, [...demoCases(400, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
const inHours = (hours: number, type: string) => {
  const [date = '', time = ''] = momentIn('Europe/Moscow', new Date(Date.now() + hours * 3_600_000)).split(' ')
  return { type, date, time }
}
const perhapsHearings = [
  [inHours(20, 'Явка сторон')],
  [inHours(-20, 'Явка сторон')],
  [inHours(20, 'Явка сторон'), inHours(-50, 'Рассмотрение дела')],
  [inHours(-20, 'Явка сторон'), inHours(-50, 'Рассмотрение дела')],
  [inHours(-20, 'Явка сторон'), inHours(50, 'Рассмотрение дела')],
]
await buildCases(
  db,
  perhapsHearings.map(events => ({ case_number: '5-7777/2026', events })),
)
// Wordings that this version does not know.
await buildCases(
  db,
  [77, 78, 50].map(region => ({
    type: 2 as const,
    court: { title: 'Суд своих слов', region, city: 'Выдуманск' },
    result: `Исход, какой бывает в ${region}`,
    articles: [{ codex: 'uk' as const, article_number: `999.${region}`, part: '' }],
  })),
)
// Enough comparable cases of two judges.
const alike = await buildCases(
  db,
  Array.from({ length: 60 }, (_, at) => ({
    court: { title: 'Суд похожих дел', region: at < 48 ? 77 : 78, city: 'Выдуманск' },
    judge: ['Белоозёрова Нина Викторовна', 'Тихонова Вера Глебовна'][at % 2],
    articles: [{ codex: 'koap' as const, article_number: '998', part: at < 50 ? '1' : '2' }],
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    result: at % 7 === 0 ? 'Производство по делу прекращено' : 'Назначено административное наказание',
    result_date: `2026-03-${10 + (at % 15)}`,
    penalties: at % 7 === 0 ? [] : [{ type: 'fine' as const, value: 1000 * (at % 11) }],
  })),
)
await keepRichCase(db, account.id, rich)
const varied = await buildVariedCases(db, [account, limited])
await sql`update case_defendant set at_risk = true where case_id % 7 = 0`.execute(db)
await sql`insert into case_change (case_id, kinds, at) select id, array['hearing_moved', 'changed', 'event'], '2026-11-01T22:00:00Z'
  from court_case where id % 3 = 0`.execute(db)

const folder = temporaryFolder()
const replica = openReplica({ url, folder, memoryShare: defaultMemoryShare })
await replica.caughtUp()
let answered = 0
const copy = () => {
  const read = replica.reader()
  if (read === undefined) throw new Error('There is nothing to read from')
  answered += 1
  const failed = (error: unknown) => {
    throw error
  }
  return copyEngine(read, failed)
}
const app = await buildApp({ db, copy })
await app.ready()
afterAll(async () => {
  await app.close()
  await replica.stop()
  clearFolder(folder)
})
const fitting = fittingValues(
  fullCase.parse((await (await as(account))(`cases/${rich}/`)).body),
  await db.selectFrom('event_type').select(['id', 'title']).execute(),
)

/** A busy machine is no difference: a facet that was not counted within three seconds is null, and is asked for again. */
const askInTime = async (ask: Ask, path: string): ReturnType<Ask> => {
  const answer = await ask(path)
  return path.startsWith('cases/facets/') && answer.text.includes(':null') ? askInTime(ask, path) : answer
}
/** Asks both engines and expects equal answers. */
const both = async (who: { id: number }): Promise<(path: string) => Promise<unknown>> => {
  const asks: Ask[] = [await as(who), await asking(app, db).as(who)]
  return async path => {
    const [truth, copy] = await Promise.all(asks.map(ask => askInTime(ask, path)))
    expect(copy?.text, path).toBe(truth?.text)
    expect(copy?.status, path).toBe(truth?.status)
    return truth?.body
  }
}
const ask = await both(account)
const query = (fields: Fields, values: AnyValues): string => toQuery(writeValues(fields, values))
const valuesOf = (names: readonly string[]): AnyValues => {
  const known: AnyValues = fitting
  return Object.fromEntries(names.map(name => [name, known[name.replace(/_not$/, '')]]))
}
const known = await valuesOfCases(db, { ...caseListFields, ...defendantFields }, varied)
/** Values of the rich case, or of cases with several different rows. */
const someOf = (fields: Fields) =>
  fc.oneof(
    fc
      .subarray(
        filterParamsOf(fields).map(({ name }) => name),
        { maxLength: 4 },
      )
      .map(valuesOf),
    generatedFilters(fields, known),
  )

describe('the copy and PostgreSQL (design §10)', () => {
  it.each(filterParamsOf(caseListFields).map(({ name, key }) => [name, key]))(
    'list the same cases by %s',
    async (name, key) => {
      for (const values of [
        valuesOf([name]),
        ...(known.get(key) ?? []).slice(0, 1).map(value => ({ [name]: value })),
      ]) {
        const body = await ask(`cases/?size=100&${query(caseListFields, values)}`)
        expect(body).toMatchObject({ count: expect.any(Number) })
      }
    },
  )

  it.each([
    ['is_planned', 3],
    ['in_past', 1],
    ['no_info', 1],
  ])('list and count the same cases of the state %s, including possible hearings', async (state, count) => {
    expect(await ask(`cases/?case_number=5-7777/2026&state=${state}`)).toMatchObject({ count })
    await ask('cases/facets/?case_number=5-7777/2026&facets=state')
    await ask(`cases/?size=100&state=${state}`)
    await ask(`frontcountcases/?state=${state}`)
  })

  it.each(caseOrderingValues)('put them in the same order by %s, on every page', async ordering => {
    for (const page of [1, 3, 40]) await ask(`cases/?size=10&page=${page}&ordering=${ordering}`)
  })

  it('list and count the same under any combination of filters, for any account', async () => {
    const askLimited = await both(limited)
    await fc.assert(
      fc.asyncProperty(
        someOf(caseListFields),
        fc.constantFrom(...caseOrderingValues),
        fc.subarray([...countableKeys], { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (values, ordering, keys, isLimited) => {
          const asked = query(caseListFields, values)
          const of = isLimited ? askLimited : ask
          await of(`cases/?size=20&ordering=${ordering}&${asked}`)
          await of(`cases/facets/?${asked}&${toQuery({ facets: keys })}`)
        },
      ),
      lawRuns(40),
    )
  })

  it.each(countableKeys)('count each value of %s alike', async key => {
    await ask(`cases/facets/?facets=${key}`)
  })

  it('return the same statistics under any filters', () =>
    fc.assert(
      fc.asyncProperty(someOf(statsFields), async values => {
        const asked = query(statsFields, values)
        await ask(`frontcountcases/?${asked}`)
        await ask(`frontcountcases/charts/?${asked}`)
      }),
      lawRuns(5),
    ))

  it('list the same people in the same order under any filters, for any account', async () => {
    const askLimited = await both(limited)
    await fc.assert(
      fc.asyncProperty(
        someOf(defendantFields),
        fc.constantFrom(...defendantOrderingValues),
        fc.constantFrom(1, 2, 7),
        fc.constantFrom('', '&found_from=2'),
        fc.boolean(),
        (values, ordering, page, least, isLimited) =>
          (isLimited ? askLimited : ask)(
            `defendants/?size=10&page=${page}&ordering=${ordering}${least}&${query(defendantFields, values)}`,
          ).then(() => undefined),
      ),
      // Generated filters did not always find that an excluding filter left out people of other cases.
      { ...lawRuns(30), examples: [[{ defendant_gender_not: 'm' }, 'entry_date', 1, '', false]] },
    )
  })

  it('make the same tables of data under any filters', () =>
    fc.assert(
      fc.asyncProperty(
        someOf(caseListFields),
        fc.constantFrom(...dimensionNames),
        fc.constantFrom('none', ...dimensionNames),
        fc.shuffledSubarray([...metricNames], { minLength: 1, maxLength: 4 }),
        async (values, rows, columns, metrics) => {
          if (rows !== columns)
            await ask(`data/pivot/?${query(caseListFields, values)}&${toQuery({ rows, columns, metrics })}`)
        },
      ),
      // Generated filters seldom name whole articles, in which a case with several parts counts once.
      { ...lawRuns(8), examples: [[{}, 'article', 'none', ['cases', 'fine_median']]] },
    ))

  it('return the same comparisons and pages of judges and courts, for any account', async () => {
    const askLimited = await both(limited)
    let compared = 0
    for (const id of [...alike.slice(0, 4), rich, ...alike.slice(50, 52)]) {
      const { comparisons } = comparables.parse(await ask(`cases/${id}/comparables/`))
      compared += comparisons.filter(({ is_enough }) => is_enough).length
      await ask(`cases/${id}/comparables/?same_region=false&same_years=false&same_part=false`)
      await askLimited(`cases/${id}/comparables/?same_region=false`)
    }
    expect(compared).toBeGreaterThan(3)
    const offices = await db
      .selectFrom('court_case')
      .where('id', 'in', [rich, ...alike])
      .select(['court_id', 'judge_id'])
      .distinct()
      .execute()
    for (const { court_id, judge_id } of offices)
      for (const asked of [ask, askLimited]) {
        await asked(`courts/${court_id}/`)
        await asked(`judges/${judge_id}/`)
      }
  })

  it('return the same preview of a subscription, for any account', async () => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(
        someOf(caseListFields),
        fc.constantFrom(account, limited),
        fc.option(fc.subarray([...newsKindValues], { minLength: 1 }), { nil: undefined }),
        async (values, { id, ...who }, kinds) => {
          const owner = { id, regions: who.regions, groups: who.groups, is_superuser: false }
          const watched = { about: 'filters', stored: {}, values, key: Buffer.alloc(0) } as const
          const asked = { watched, kinds, last: '2026-11-21' }
          const [truth, there] = await Promise.all([
            rehearse({ db }, owner, asked),
            rehearse({ db, copy }, owner, asked),
          ])
          expect(there, JSON.stringify(asked)).toEqual(truth)
          told += truth.total
        },
      ),
      lawRuns(16),
    )
    expect(told).toBeGreaterThan(100)
  })

  it.each([
    ...['casesresulttypes/', 'casesresulttypes/?type=2&stage=1', 'caseseventstypes/', 'casedefenseparams/?size=500'],
    ...['codexarticles/', 'tags/?size=100', 'tags/search/?query=ик'],
  ])('return the same directory %s to limited accounts', async path => {
    const counts = new Set<unknown>()
    for (const regions of [[], [77], [77, 78], null]) {
      const who = await both(await buildAccount(db, { groups: ['tag_editor'], regions }))
      const { count } = z.object({ count: z.number() }).parse(await who(path))
      counts.add(count)
    }
    expect(counts.size, 'some see more than others').toBeGreaterThan(1)
  })

  it('are both queried: the copy has answered', () => {
    expect(answered).toBeGreaterThan(200)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullCase } from '#shared/api/full-case.ts'
import { type ChartKey, type CountTree, charts, countTree } from '#shared/api/statistics.ts'
import { caseListFields, statsFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { leftOutOfTree } from '#shared/filters/left-out-of-tree.ts'
import { listBehind } from '#shared/filters/list-behind.ts'
import { treeFilters } from '#shared/filters/views.ts'
import { readValues, toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'

/** Statistics (§2, §7 frontcountcases): every figure is the count of the list it opens. */
const { db, as } = await testApp()
const account = await buildAccount(db, { groups: ['tag_editor'] })
const ask = await as(account)
const rich = await buildRichCase(db)
await ingest(db, [...demoCases(250, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
await keepRichCase(db, account.id, rich)
const fitting = fittingValues(
  fullCase.parse((await ask(`cases/${rich}/`)).body),
  await db.selectFrom('event_type').select(['id', 'title']).execute(),
)
/** Of several articles and parts, in both instances; of no known day of entry; decided before it came. */
await buildCases(db, [
  {
    articles: [
      { codex: 'koap', article_number: '20.2', part: '5' },
      { codex: 'koap', article_number: '20.2', part: '2' },
      { codex: 'koap', article_number: '19.3', part: '1' },
    ],
    entry_date: '2026-03-02',
  },
  {
    articles: [
      { codex: 'koap', article_number: '20.2', part: '5' },
      { codex: 'koap', article_number: '20.2' },
    ],
    stage: 2,
    court: { title: 'Вымышленный областной суд', region: 76 },
  },
  { articles: [], entry_date: undefined, result_date: '2026-03-05' },
  {
    articles: [
      { codex: 'uk', article_number: '318', part: '1' },
      { codex: 'uk', article_number: '319' },
    ],
    type: 2,
    entry_date: '2026-05-02',
    result_date: '2026-05-01',
    penalties: [
      { type: 'imprisonment', value: 36 },
      { type: 'imprisonment', value: 60, suspended: true },
      { type: 'fine', value: 500_000, additional: true },
      { type: 'deprivation', value: 24, additional: true },
      { type: 'fine', value: 5_000, state: 'annulled' },
    ],
  },
])

type Figure = { of: string; count: number; filters: WireRecord }
const queryOf = (values: AnyValues): string => toQuery(writeValues(caseListFields, values))
const answer = async (path: string): Promise<unknown> => {
  const { status, body, text } = await ask(path)
  if (status !== 200) throw new Error(text)
  return body
}
const treeOf = async (values: AnyValues): Promise<CountTree> =>
  countTree.parse(await answer(`frontcountcases/?${toQuery(treeFilters(values))}`))
const chartsOf = async (values: AnyValues) => charts.parse(await answer(`frontcountcases/charts/?${queryOf(values)}`))
const listed = async (record: WireRecord): Promise<number> =>
  ((await answer(`cases/?size=1&${toQuery(record)}`)) as { count: number }).count

const figuresOf = (tree: CountTree): Figure[] =>
  tree.flatMap(codex =>
    [codex, ...codex.children, ...codex.children.flatMap(({ children }) => children)].flatMap(line => {
      const at = (of: string, count: number, own: WireRecord = {}): Figure => ({
        of: `${line.key} ${of}`,
        count,
        filters: { ...line.filters, ...own },
      })
      return [
        at('all', line.count),
        at('first', line.count_first_instance, { stage: '1' }),
        at('second', line.count_second_instance, { stage: '2' }),
        ...Object.entries(line.outcomes).map(([kind, count]) => {
          const own = Object.entries(codex.outcome_filters).find(([key]) => key === kind)?.[1] ?? {}
          return at(kind, count, { ...own, ...line.filters })
        }),
      ]
    }),
  )
const marksOf = (answered: Awaited<ReturnType<typeof chartsOf>>): Figure[] =>
  Object.entries(answered.charts).flatMap(([key, { marks }]) =>
    marks.map(({ value, series, count, filters }) => ({ of: `${key} ${value} ${series}`, count, filters })),
  )
const opensAsMany = async (values: AnyValues, figures: readonly Figure[]): Promise<void> => {
  for (const { of, count, filters } of figures)
    expect(await listed(listBehind(values, filters)), `${queryOf(values)}: ${of}`).toBe(count)
}

describe('the tree (§7 frontcountcases)', () => {
  it('tells codices, their articles and parts, with the spec’s figures', async () => {
    const [koap, uk] = await treeOf({})
    expect(koap).toMatchObject({ key: 'koap', article: 'КоАП' })
    expect(uk).toMatchObject({ key: 'uk', article: 'УК' })
    const whole = koap?.children.find(({ article }) => article === '20.2')
    expect(whole?.description).toMatch(/собрани/i)
    expect(whole?.children.map(({ article }) => article)).toContain('20.2 ч.\u00a05')
    for (const line of [koap, uk, whole])
      expect((line?.count_first_instance ?? 0) + (line?.count_second_instance ?? 0)).toBe(line?.count)
    expect(Object.values(whole?.outcomes ?? {}).reduce((a, b) => a + b, 0)).toBe(whole?.count_first_instance)
  })
  it('counts a case of two parts once in its article', async () => {
    const [koap] = await treeOf({ case_number: ['нет такого'].join() })
    expect(koap).toBeUndefined()
    const [only] = await treeOf({ regions: [76], court: await courtsNamed('Вымышленный областной суд') })
    expect(only).toMatchObject({ count: 1, children: [{ article: '20.2', count: 1 }] })
    expect(only?.children[0]?.children.map(({ count }) => count)).toEqual([1, 1])
  })
  it.each(['type=1', 'stage=1', 'codex_articles=1', 'defendants=Иванов', 'page=1', 'ordering=id'])(
    'refuses %s, which is not of its set (§3), by name',
    async query => {
      const { status, body } = await ask(`frontcountcases/?${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body as object)).toEqual([query.split('=')[0]])
    },
  )
  it('says what is wrong with words that cannot be searched', async () => {
    const broken = 'result_text_search=(%D0%B0&text_search_type=regexp'
    expect((await ask(`frontcountcases/?${broken}`)).body).toHaveProperty('result_text_search')
    expect((await ask(`frontcountcases/charts/?${broken}`)).body).toHaveProperty('result_text_search')
  })
})

describe('every figure is the count of the list it opens', () => {
  it('without filters', async () => {
    const figures = [...figuresOf(await treeOf({})), ...marksOf(await chartsOf({}))]
    expect(new Set(figures.map(({ of }) => of.split(' ')[0])).size).toBe(20)
    // The rarest and the commonest of each, not all of some thousand.
    await opensAsMany(
      {},
      figures.filter((_, at) => at % 5 === 0 || at < 12),
    )
  })
  const ranges: AnyValues[] = [
    { entry_date_range: { min: '2026-02-10', max: '2026-05-05' }, penalty_amount: { min: 1_500, max: 12_000 } },
    { result_date_range: { relative: 'last_365_days' }, days_to_result: { min: 2, max: 40 } },
    { penalty_type: ['fine'], penalty_hidden: false, has_result: true },
    { penalty_type: ['imprisonment', 'deprivation'], penalty_amount: { min: 24, max: 40 } },
    { penalty_type: ['fine', 'imprisonment'], penalty_amount: { min: 50 }, penalty_suspended: false },
  ]
  it.each(ranges.map(values => [queryOf(values), values] as const))(
    'with a range of its own: %s',
    async (_, values) => {
      const figures = [...figuresOf(await treeOf(values)), ...marksOf(await chartsOf(values))]
      await opensAsMany(
        values,
        figures.filter((_, at) => at % 4 === 0),
      )
    },
  )
  it('under any filters', () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray([...filterParamsOf(caseListFields)], { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 0, max: 3 }),
        async (facets, at) => {
          const values = Object.fromEntries(
            facets.flatMap(({ name, key }) =>
              Object.entries(fitting)
                .filter(([k]) => k === key)
                .map(([, value]) => [name, value]),
            ),
          )
          const every = (_: Figure, n: number) => n % 29 === at
          const ofTree = readValues(statsFields, treeFilters(values))
          await opensAsMany(ofTree, figuresOf(await treeOf(values)).filter(every))
          await opensAsMany(values, marksOf(await chartsOf(values)).filter(every))
        },
      ),
      lawRuns(3),
    ))
  it('of an outcome that no case has, too: a zero opens no case', async () => {
    const [koap] = await treeOf({ has_result: false })
    const zeros = figuresOf(koap ? [{ ...koap, children: [] }] : []).filter(({ count }) => count === 0)
    expect(zeros).toHaveLength(4)
    await opensAsMany({ has_result: false }, zeros)
  })
  it('adds up to the list: what a chart cannot place is said', async () => {
    const { charts: all } = await chartsOf({})
    const total = await listed({})
    const placed = (key: ChartKey) => all[key].marks.reduce((sum, { count }) => sum + count, 0) + all[key].missing
    expect(placed('entered')).toBe(total)
    expect(placed('regions')).toBe(total)
    for (const [key, type] of [
      ['durations', '1'],
      ['durations_uk', '2'],
      ['outcomes', '1'],
      ['outcomes_uk', '2'],
    ] as const)
      expect(placed(key), key).toBe(await listed({ type, stage: '1' }))
    expect(all.entered.missing).toBeGreaterThan(0)
  })
})

describe('the charts of a selection (design §14)', () => {
  const rally = async () => ({
    type: '1',
    stage: '1',
    codex_articles: (
      await db
        .selectFrom('article')
        .where('codex', '=', 'koap')
        .where('article_number', '=', '20.2')
        .select('id')
        .execute()
    ).map(({ id }) => id),
  })
  it('count its cases, as many as the list, under its article, codex and instance', async () => {
    const values = await rally()
    const total = await listed(writeValues(caseListFields, values))
    const all = await listed({})
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(all)
    const drawn = await chartsOf(values)
    expect([drawn.charts.regions.of, drawn.charts.entered.of]).toEqual([total, total])
    await opensAsMany(
      values,
      marksOf(drawn).filter((_, at) => at % 6 === 0),
    )
  })
  it('stand beside a tree of all articles, with the medians of its lines', async () => {
    const values = await rally()
    expect(leftOutOfTree(values).map(({ label }) => label)).toEqual(['Кодекс', 'Инстанция', 'Статья'])
    expect(await treeOf(values)).toEqual(await treeOf({}))
    expect((await chartsOf(values)).medians).toEqual((await chartsOf({})).medians)
    expect(Object.keys((await chartsOf({ type: '1' })).medians).some(key => key.startsWith('uk'))).toBe(true)
  })
  it.each(['defendants=Иванов', 'page=1', 'ordering=id'])('refuse %s by name', async query => {
    const { status, body } = await ask(`frontcountcases/charts/?${query}`)
    expect([status, Object.keys(body as object)]).toEqual([400, [query.split('=')[0]]])
  })
})

it('says how many of the cases counted are in question (decision 0059), as many as the list has', async () => {
  const before = await listed({ in_question: 'true' })
  const marked = await db
    .updateTable('court_case')
    .set({ in_question: true })
    .where('stage', '=', 1)
    .where('in_question', '=', false)
    .where('has_text', '=', true)
    .returning('id')
    .execute()
  expect(marked.length).toBeGreaterThan(0)
  expect((await chartsOf({})).in_question).toBe(before + marked.length)
  expect(await listed({ in_question: 'true' })).toBe(before + marked.length)
  expect((await chartsOf({ in_question: false })).in_question).toBe(0)
  const ids = marked.map(({ id }) => id)
  await db.updateTable('court_case').set({ in_question: false }).where('id', 'in', ids).execute()
})

it('tells regions without cases from those that were not read and those that nobody asked about', async () => {
  const all = await chartsOf({})
  const with_cases = await db.selectFrom('court_case').select('region').distinct().execute()
  expect(with_cases.filter(({ region }) => all.unread_regions.includes(region))).toEqual([])
  expect(all.asked_regions).toBeNull()
  expect((await chartsOf({ regions: [77, 78] })).asked_regions).toEqual([77, 78])
})

it('a median of fewer than five cases is not told', async () => {
  const few = (count: number, article_number: string) =>
    Array.from({ length: count }, () => ({
      articles: [{ codex: 'koap' as const, article_number }],
      entry_date: '2026-03-01',
      result_date: '2026-03-04',
    }))
  await buildCases(db, [...few(4, '7.904'), ...few(5, '7.905')])
  const { medians } = await chartsOf({})
  expect([medians['koap 7.904'], medians['koap 7.905']]).toEqual([undefined, 3])
})

it('a median is the middle of what the cases of the line took', async () => {
  const { medians } = await chartsOf({})
  const rows = await db
    .selectFrom('court_case')
    .where('stage', '=', 1)
    .where('type', '=', 1)
    .whereRef('result_date', '>=', 'entry_date')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const upTo = async (days: number) =>
    listed({ type: '1', stage: '1', days_to_result_from: '0', days_to_result_to: String(days) })
  const middle = medians.koap ?? -1
  expect(await upTo(middle)).toBeGreaterThanOrEqual(rows.count / 2)
  if (middle > 0) expect(await upTo(middle - 1)).toBeLessThan(rows.count / 2)
})

const courtsNamed = async (title: string): Promise<number[]> =>
  (await db.selectFrom('court').select('id').where('title', '=', title).execute()).map(({ id }) => id)

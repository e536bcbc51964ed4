import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Citation, citation, citationNow } from '#shared/api/citations.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { type Pivot, pivot } from '#shared/api/pivot.ts'
import { dimensionNames, dimensions, metricNames, metrics } from '#shared/domain/pivot.ts'
import { regions } from '#shared/domain/regions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { figureAddress } from '#shared/filters/list-behind.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'
import { narrowed } from './narrowed.ts'

/** The page of data (§2 /data): a table is what SQL and the list say, and what is cited stays. */
const { db, as } = await testApp()
const account = await buildAccount(db, { groups: ['tag_editor'] })
const ask = await as(account)
const rich = await buildRichCase(db)
await ingest(db, [...demoCases(200, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
await keepRichCase(db, account.id, rich)
const fitting = fittingValues(
  fullCase.parse((await ask(`cases/${rich}/`)).body),
  await db.selectFrom('event_type').select(['id', 'title']).execute(),
)
/** A region of its own: of cases of several parts of one article, of none, of no known day. */
const taken = await db.selectFrom('court_case').select('region').distinct().execute()
const lone = regions.find(({ number }) => taken.every(({ region }) => region !== number)) ?? { number: 0, title: '' }
const court = { title: 'Вымышленный областной суд', region: lone.number }
await buildCases(db, [
  {
    articles: [
      { codex: 'koap', article_number: '20.2', part: '5' },
      { codex: 'koap', article_number: '20.2', part: '2' },
      { codex: 'koap', article_number: '19.3', part: '1' },
    ],
    entry_date: '2025-03-02',
    court,
    penalties: [{ type: 'fine', value: 12_000 }],
  },
  { articles: [], entry_date: undefined, court },
])

const answer = async (path: string): Promise<unknown> => {
  const { status, body, text } = await ask(path)
  if (status !== 200) throw new Error(text)
  return body
}
type Asked = { rows?: string; columns?: string; metrics?: readonly string[]; compare?: string }
const pathOf = (asked: Asked, values: AnyValues = {}): string =>
  toQuery({
    ...writeValues(caseListFields, values),
    ...Object.fromEntries(
      Object.entries(asked).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
    ),
  })
const tableOf = async (asked: Asked, values: AnyValues = {}): Promise<Pivot> =>
  pivot.parse(await answer(`data/pivot/?${pathOf(asked, values)}`))
const listed = async (query: string): Promise<number> =>
  ((await answer(`cases/?size=1&${query}`)) as { count: number }).count
/** So many figures of the table, from all over it, and the lists they open. */
const opensAsMany = async (table: Pivot, most: number): Promise<number> => {
  const places = table.sides.flatMap(({ cells }, side) =>
    cells.flatMap((line, row) =>
      line.flatMap((cell, column) =>
        cell.flatMap(([value, of], at) => {
          const [metric, address] = [table.of.metrics[at], figureAddress(table, { side, row, column, metric: at })]
          return metric === undefined || address === undefined || of === 0 || value === null
            ? []
            : [{ metric, address, value, of }]
        }),
      ),
    ),
  )
  const chosen = places.filter((_, at) => at % Math.max(1, Math.ceil(places.length / most)) === 0)
  for (const { metric, address, value, of } of chosen) {
    const [count, said] = [await listed(toQuery(address)), `${metric} ${toQuery(address)}`]
    const { kind } = metrics[metric]
    if (kind === 'count') expect(count, said).toBe(value)
    else if (kind === 'share') expect((100 * count) / of, said).toBeCloseTo(value ?? -1)
    else expect(count, said).toBeGreaterThan(0)
  }
  return chosen.length
}

it('a figure of months has no list among amounts in rubles (decision 0068)', () => {
  const figure = { penalty_type: ['imprisonment'], penalty_amount: { min: 0 } }
  expect(narrowed({ penalty_amount: { min: 5 } }, figure)).toBeUndefined()
  expect(narrowed({ penalty_type: ['fine', 'imprisonment'], penalty_amount: { min: 5 } }, figure)).toBeUndefined()
  expect(narrowed({ penalty_type: ['imprisonment'], penalty_amount: { min: 5 } }, figure)).toEqual({
    penalty_type: ['imprisonment'],
    penalty_amount: { min: 5 },
  })
})

describe('the table (§2 /data)', () => {
  it('equals a direct count: cases, sums and medians by region and year', async () => {
    const { rows, columns, sides } = await tableOf(
      { rows: 'regions', columns: 'entry_year', metrics: ['cases', 'fine_sum', 'fine_median', 'days_median'] },
      { type: '1' },
    )
    const direct = await sql<Record<'region' | 'year' | 'cases' | 'fines' | 'median' | 'days', number | null>>`
      with dated as (select *, extract(year from entry_date)::integer as year from court_case where type = 1)
      select k.region, k.year, count(distinct k.id)::integer as cases, sum(p.value)::float8 as fines,
        percentile_disc(0.5) within group (order by p.value)::float8 as median,
        (select percentile_disc(0.5) within group (order by d.result_date - d.entry_date) from dated d
          where d.stage = 1 and d.result_date >= d.entry_date and d.region = k.region and d.year = k.year) as days
      from dated k left join case_penalty p on p.case_id = k.id and p.type = 'fine'
      group by k.region, k.year`.execute(db)
    expect(direct.rows.length).toBeGreaterThan(10)
    for (const { region, year, cases, fines, median, days } of direct.rows) {
      const r = rows.findIndex(({ key }, at) => at > 0 && key === region)
      const c = columns.findIndex(({ key }, at) => at > 0 && key === year)
      expect(sides[0]?.cells[r]?.[c]?.map(([value]) => value)).toEqual([cases, fines, median, days])
    }
    const { rows: all } = await sql<{ count: number }>`select count(*) as count from court_case where type = 1`.execute(
      db,
    )
    expect(sides[0]?.cells[0]?.[0]?.[0]).toEqual([all[0]?.count, all[0]?.count])
  })
  it('never tells a share or a median of both codices together, nor in the totals beside each', async () => {
    const metrics = ['cases', 'fine_sum', 'penalty_share', 'fine_median'] as const
    const told = async (asked: Asked, values: AnyValues = {}) => {
      const { sides } = await tableOf({ ...asked, metrics }, values)
      return (sides[0]?.cells ?? []).map(row => row.map(figures => figures.map(([value]) => value !== null)))
    }
    const [whole, sums] = [
      [true, true, true, true],
      [true, true, false, false],
    ]
    expect((await told({ rows: 'regions', columns: 'none' })).slice(0, 2)).toEqual([[sums], [sums]])
    expect((await told({ rows: 'regions', columns: 'none' }, { type: '1' }))[0]).toEqual([whole])
    const [all, koap] = await told({ rows: 'type', columns: 'none' })
    expect([all, koap]).toEqual([[sums], [whole]])
    const [, first] = await told({ rows: 'regions', columns: 'type' })
    expect(first?.[0]).toEqual(sums)
  })
  it('has a case of several articles at each, once in an article as a whole and once in all', async () => {
    const values = { regions: [lone.number] }
    const whole = await tableOf({ rows: 'article', columns: 'none' }, values)
    expect(whole.sides[0]?.cells.map(row => row[0]?.[0]?.[0])).toEqual([2, 1, 1, 1])
    expect(whole.rows.map(one => one.label)).toEqual([
      'Всего',
      expect.any(String),
      expect.any(String),
      'статья не названа',
    ])
    const parts = await tableOf({ rows: 'part', columns: 'none', metrics: ['fine_sum'] }, values)
    expect(parts.sides[0]?.cells.map(row => row[0]?.[0]?.[0])).toEqual([12_000, 12_000, 12_000, 12_000, null])
    const ids = await db
      .selectFrom('article')
      .where('article_number', '=', '19.3')
      .where('part', '=', '1')
      .select('id')
      .execute()
    const one = await tableOf(
      { rows: 'article', columns: 'none' },
      { ...values, codex_articles: ids.map(({ id }) => id) },
    )
    expect(one.rows.map(row => row.label)).toEqual(['Всего', '19.3\u00a0КоАП'])
  })
  it('opens lists of as many cases as its figures say, whatever stands across whatever', async () => {
    let opened = 0
    for (const [at, rows] of dimensionNames.entries()) {
      const columns = dimensionNames[(at + 3) % dimensionNames.length] ?? 'none'
      if (dimensions[rows].family === dimensions[columns === 'none' ? 'type' : columns].family) continue
      const from = (at * 3) % metricNames.length
      opened += await opensAsMany(await tableOf({ rows, columns, metrics: metricNames.slice(from, from + 4) }), 9)
    }
    expect(opened).toBeGreaterThan(50)
  })
  it('opens such lists under any filters', () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray([...filterParamsOf(caseListFields)], { minLength: 1, maxLength: 2 }),
        fc.constantFrom('entry_month', 'court', 'article', 'stage'),
        fc.subarray([...metricNames], { minLength: 2, maxLength: 4 }),
        async (facets, rows, chosen) => {
          const values = Object.fromEntries(
            facets.flatMap(({ name, key }) =>
              Object.entries(fitting).flatMap(([k, value]) => (k === key ? [[name, value]] : [])),
            ),
          )
          await opensAsMany(await tableOf({ rows, columns: 'type', metrics: chosen }, values), 6)
        },
      ),
      lawRuns(6),
    ))
  it('compares two filters over the same rows and columns', async () => {
    const table = await tableOf({ rows: 'type', columns: 'none', compare: `regions=${lone.number}` }, { stage: '1' })
    expect(table.sides.map(({ readable }) => readable)).toEqual([
      [['Инстанция', 'Первая инстанция']],
      [['Регион', lone.title]],
    ])
    expect(table.sides[1]?.cells[0]?.[0]?.[0]?.[0]).toBe(2)
    expect(await opensAsMany(table, 9)).toBeGreaterThan(2)
    const all = await tableOf({ rows: 'type', columns: 'none', compare: 'all' }, { regions: [lone.number] })
    expect(all.sides[1]?.cells[0]?.[0]?.[0]?.[0]).toBe(await listed(''))
  })
  it.each([
    ['rows=entry_year&columns=entry_month', 'columns'],
    ['rows=article&columns=part', 'columns'],
    ['rows=nobody', 'rows'],
    ['metrics=beauty', 'metrics'],
    ['metrics=cases&metrics=cases', 'metrics'],
    [
      metricNames
        .slice(0, 7)
        .map(name => `metrics=${name}`)
        .join('&'),
      'metrics',
    ],
    ['compare=nonsense%3D1', 'compare'],
    ['result_text_search=(%D0%B0&text_search_type=regexp', 'result_text_search'],
    ['page=1', 'page'],
  ])('refuses %s by name', async (query, field) => {
    const { status, body } = await ask(`data/pivot/?${query}`)
    expect([status, Object.keys(body as object)]).toEqual([400, [field]])
  })
  it('is a file that table programs open, with its filters below', async () => {
    const { text, headers } = await ask(
      `data/pivot/export.csv?${pathOf({ rows: 'type', columns: 'stage', compare: `regions=${lone.number}` })}`,
    )
    expect(headers['content-disposition']).toContain('data.csv')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffКодексы;Дела, Всего (А);Дела, Всего (Б);Дела, Первая инстанция (А);Дела, Первая инстанция (Б);Дела, Вторая инстанция (А);Дела, Вторая инстанция (Б)',
    )
    expect(lines[1]).toMatch(/^Всего;\d+;2;/)
    expect(text).toContain(`Выборка Б;Дела: ${lone.title}.`)
    const book = await ask('data/pivot/export.xlsx?rows=type')
    expect([book.status, book.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')])
  })
})

describe('a link to figures', () => {
  const definition = { rows: 'type', columns: 'none', metrics: ['cases'] }
  const make = async (body: object, who = ask): Promise<Citation> => {
    const made = await who('data/citations/', { method: 'POST', body: { ...definition, ...body } })
    expect(made.status, made.text).toBe(201)
    return citation.parse(made.body)
  }
  it('keeps them as they were, says what they are now, and its hash is that of its file', async () => {
    const made = await make({ get_params: { regions: [String(lone.number)] }, compare: {} })
    await buildCases(db, [{ court }])
    const read = citation.parse(await answer(`data/citations/${made.id}/`))
    expect(read).toEqual(made)
    expect(read.pivot?.sides[0]?.cells[0]?.[0]?.[0]?.[0]).toBe(2)
    const now = citationNow.parse(await answer(`data/citations/${made.id}/now/`))
    expect(now.sides[0]?.cells[0]?.[0]?.[0]?.[0]).toBe(3)
    const file = await ask(`data/citations/${made.id}/export.csv`)
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(made.sha256)
    expect(file.text).toContain(made.url)
    expect((await ask(`data/citations/${made.id}/export.xlsx`)).status).toBe(200)
  })
  it('is one for the same figures of a day, and stands among the person’s own', async () => {
    const made = await make({ get_params: { type: '2' } })
    expect((await make({ get_params: { type: 2 } })).id).toBe(made.id)
    const { results } = (await answer('data/citations/')) as { results: { id: string }[] }
    expect(results[0]?.id).toBe(made.id)
  })
  it('speaks of days, not of «последние 7 дней»', async () => {
    const made = await make({ get_params: { entry_date_range_relative: 'last_7_days' } })
    expect(Object.keys(made.get_params).toSorted()).toEqual(['entry_date_range_max', 'entry_date_range_min'])
  })
  it('is not read by who may not see all its regions, and holds no more than its maker saw', async () => {
    const limited = await as(await buildAccount(db, { regions: [lone.number] }))
    const whole = await make({ get_params: {} })
    expect((await limited(`data/citations/${whole.id}/`)).status).toBe(403)
    expect((await limited(`data/citations/${whole.id}/now/`)).status).toBe(403)
    expect((await limited(`data/citations/${whole.id}/export.csv`)).status).toBe(403)
    const own = await make({ get_params: { regions: [String(lone.number)] } })
    expect((await limited(`data/citations/${own.id}/`)).status).toBe(200)
    const theirs = await make({ get_params: {} }, limited)
    expect([theirs.regions, theirs.pivot?.sides[0]?.cells[0]?.[0]?.[0]?.[0]]).toEqual([[lone.number], 3])
    const now = citationNow.parse(await answer(`data/citations/${theirs.id}/now/`))
    expect(now.sides[0]?.cells[0]?.[0]?.[0]?.[0]).toBe(3)
  })
  it('refuses what is one’s own, and tells tags only to those who may have them', async () => {
    const own = await ask('data/citations/', {
      method: 'POST',
      body: { ...definition, get_params: { in_favorites: true } },
    })
    expect([own.status, own.body]).toEqual([400, { in_favorites: [expect.stringContaining('личный')] }])
    const { id: tag } = await db
      .insertInto('tag')
      .values({ value: 'для ссылки' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tagged = await make({ get_params: { tags: [tag] } })
    expect((await (await as(await buildAccount(db)))(`data/citations/${tagged.id}/`)).status).toBe(403)
  })
})

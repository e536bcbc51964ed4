import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Chart, type Charts, charts } from '#shared/api/statistics.ts'
import { addDays, dayIn } from '#shared/domain/dates.ts'
import { outcomeKind } from '#shared/domain/outcome-kinds.ts'
import { amountCharts, periodsBetween } from '#shared/domain/statistics-ranges.ts'
import { statsFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'

/** What charts show (§2 /stats) is what plain SQL counts; that both engines answer the same is told in replica/same-answers.test.ts. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db, {}))
await ingest(db, [...demoCases(300, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
const koap = (value: number, beside: object = {}) => ({
  entry_date: '2026-04-22',
  result_date: '2026-05-04',
  penalties: [{ type: 'fine' as const, value }],
  ...beside,
})
await buildCases(db, [
  ...[10_000, 10_000, 12_000, 14_999.99, 15_000, 300_000].map(value => koap(value)),
  {
    ...koap(0),
    penalties: [
      { type: 'fine', value: 10_500 },
      { type: 'fine', value: 11_000 },
      { type: 'fine', value: 90_000 },
    ],
  },
  { ...koap(0), entry_date: '2086-04-22', result_date: undefined },
  koap(0, { penalties: [{ type: 'no_data' }] }),
  koap(0, { penalties: [{ type: 'error' }, { type: 'no_data' }] }),
  koap(0, { penalties: [{ type: 'error' }, { type: 'fine', value: 3_000 }] }),
])

const days = z.object({ min: z.iso.date(), max: z.iso.date() })
const rowsOf = async <T extends z.ZodRawShape>(shape: T, query: RawBuilder<unknown>) =>
  z.array(z.object(shape)).parse((await query.execute(db)).rows)
const chartsOf = async (values: AnyValues): Promise<Charts> => {
  const { status, body, text } = await ask(`frontcountcases/charts/?${toQuery(writeValues(statsFields, values))}`)
  if (status !== 200) throw new Error(text)
  return charts.parse(body)
}
const countAt = ({ marks }: Chart, value: string, series: string | null = null): number =>
  marks.find(mark => mark.value === value && mark.series === series)?.count ?? 0

type Asked = { regions?: readonly number[]; entry_date_range?: z.output<typeof days> }
const where = ({ regions, entry_date_range: range }: Asked) => sql`
  (${regions ?? null}::integer[] is null or region = any(${regions ?? null}::integer[]))
  and (${range?.min ?? null}::date is null or entry_date between ${range?.min ?? null}::date and ${range?.max ?? null}::date)`
const count = { count: z.number() }

async function expectEntered(asked: Asked, { entered }: Charts['charts']): Promise<void> {
  const isMonths = entered.places.every(({ value }) => value.length === 7)
  const counted = await rowsOf(
    { period: z.string(), stage: z.number(), ...count },
    sql`select to_char(entry_date, ${sql.lit(isMonths ? 'YYYY-MM' : 'YYYY')}) as period, stage, count(*)::integer as count from court_case
      where entry_date <= now() and ${where(asked)} group by 1, 2`,
  )
  for (const { period, stage, count } of counted) expect(countAt(entered, period, String(stage)), period).toBe(count)
  expect(entered.marks).toHaveLength(counted.length)
  const periods = entered.places.map(({ value }) => value)
  expect(periods).toEqual(periodsBetween(periods[0] ?? '2', periods.at(-1) ?? '1'))
}

async function expectOutcomes(asked: Asked, type: 1 | 2, { marks }: Chart): Promise<void> {
  const counted = await rowsOf(
    { year: z.string(), title: z.string().nullable(), ...count },
    sql`select to_char(entry_date, 'YYYY') as year, title, count(*)::integer as count
      from court_case left join result_type on result_type.id = result_type_id
      where type = ${type} and stage = 1 and entry_date <= now() and ${where(asked)} group by 1, 2`,
  )
  const years = Map.groupBy(counted, ({ year }) => year)
  const all = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
  for (const [year, rows] of years)
    for (const [kind, those] of Map.groupBy(rows, ({ title }) => (title === null ? 'none' : outcomeKind(title)))) {
      const mark = marks.find(({ value, series }) => value === year && series === kind)
      expect([mark?.count, mark?.of], `${year} ${kind}`).toEqual([all(those), all(rows)])
    }
}

/** A share is of cases of which a kind is known: what is not told or not read is no kind. */
async function expectKinds(asked: Asked, type: 1 | 2, { marks, of, missing }: Chart): Promise<void> {
  const counted = await rowsOf(
    { kind: z.string().nullable(), ...count },
    sql`select case_penalty.type as kind, count(distinct court_case.id)::integer as count
      from court_case join case_penalty on case_id = court_case.id
      where court_case.type = ${type} and case_penalty.type not in ('no_data', 'error') and ${where(asked)}
      group by grouping sets (case_penalty.type, ())`,
  )
  const all = counted.find(({ kind }) => kind === null)?.count
  expect(Object.fromEntries(marks.map(mark => [mark.value, [mark.count, mark.of]]))).toEqual(
    Object.fromEntries(counted.flatMap(({ kind, count }) => (kind === null ? [] : [[kind, [count, all]]]))),
  )
  const [any] = await rowsOf(
    count,
    sql`select count(distinct court_case.id)::integer as count from court_case join case_penalty on case_id = court_case.id
      where court_case.type = ${type} and ${where(asked)}`,
  )
  expect([of, of + missing]).toEqual([all, any?.count])
}

/** Bins of one width, each from its lower bound to the next, and what is beyond by itself. */
async function expectBins(chart: Chart, amounts: RawBuilder<unknown>): Promise<void> {
  const bins = chart.places.filter(({ to }) => to !== null)
  const widths = new Set(bins.map(({ from, to }) => Number(to) - Number(from)))
  expect(widths.size).toBeLessThanOrEqual(1)
  for (const [at, { from }] of bins.entries()) if (at > 0) expect(from).toBe(bins[at - 1]?.to)
  for (const { value, from, to } of chart.places) {
    const [counted] = await rowsOf(
      count,
      sql`select count(distinct id)::integer as count from (${amounts}) as amounts
        where amount >= ${from} and (${to}::numeric is null or amount < ${to}::numeric)`,
    )
    expect(countAt(chart, value), `${value}`).toBe(counted?.count)
  }
  const [spread] = await rowsOf(
    { n: z.number(), lower: z.coerce.number(), median: z.coerce.number(), upper: z.coerce.number() },
    sql`select count(*)::integer as n, percentile_disc(0.25) within group (order by amount) as lower,
      percentile_disc(0.5) within group (order by amount) as median,
      percentile_disc(0.75) within group (order by amount) as upper from (${amounts}) as amounts`,
  )
  expect(chart.spread).toEqual(spread && spread.n >= 5 ? spread : null)
}

const daysBetween = fc
  .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 400 }))
  .map(([since, long]) => {
    const day = (at: number) => new Date(Date.UTC(2024, 5, 1 + at)).toISOString().slice(0, 10)
    return { min: day(since), max: day(since + long) }
  })
describe('every number of a chart is what plain SQL counts', () => {
  it('under any regions and days', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record(
          { regions: fc.constantFrom([77], [78, 50, 77], [74, 76]), entry_date_range: daysBetween },
          { requiredKeys: [] },
        ),
        async asked => {
          const { charts: all } = await chartsOf(asked)
          await expectEntered(asked, all)
          await expectOutcomes(asked, 1, all.outcomes)
          await expectOutcomes(asked, 2, all.outcomes_uk)
          await expectKinds(asked, 1, all.penalties)
          await expectKinds(asked, 2, all.penalties_uk)
          for (const [key, { type, kind }] of Object.entries(amountCharts))
            await expectBins(
              all[z.enum(['fines', 'arrests', 'imprisonments', 'fines_uk']).parse(key)],
              sql`select court_case.id, value as amount from court_case join case_penalty on case_id = court_case.id
                where court_case.type = ${type} and case_penalty.type = ${kind} and value is not null and ${where(asked)}`,
            )
          for (const [type, chart] of [
            [1, all.durations],
            [2, all.durations_uk],
          ] as const)
            await expectBins(
              chart,
              sql`select id, result_date - entry_date as amount from court_case
                where type = ${type} and stage = 1 and result_date >= entry_date and ${where(asked)}`,
            )
        },
      ),
      { ...lawRuns(12), examples: [[{}]] },
    ))
})

it('cases that are shown and those that are not are all there are: a case with a known and a hidden fine is shown', async () => {
  await buildCases(db, [
    {
      penalties: [
        { type: 'fine', value: 5_000 },
        { type: 'fine', hidden: true },
      ],
    },
    { penalties: [{ type: 'fine', hidden: true }] },
  ])
  const { fines } = (await chartsOf({})).charts
  const [all] = await rowsOf(
    count,
    sql`select count(distinct case_id)::integer as count from case_penalty join court_case on court_case.id = case_id
      where court_case.type = 1 and case_penalty.type = 'fine'`,
  )
  expect(fines.missing).toBeGreaterThan(0)
  expect(fines.of + fines.missing).toBe(all?.count)
})

describe('periods', () => {
  it('say so where a filter of the other date cuts them, and not where there is none', async () => {
    const days = { min: '2026-03-10', max: '2026-03-20' }
    const cut = { from: days.min, to: days.max }
    const decided = (await chartsOf({ result_date_range: days })).charts
    expect([decided.entered.cut, decided.outcomes.cut, decided.texts.cut]).toEqual([
      { by: 'result_date', ...cut },
      { by: 'result_date', ...cut },
      undefined,
    ])
    const entered = (await chartsOf({ entry_date_range: days })).charts
    expect([entered.entered.cut, entered.texts.cut]).toEqual([undefined, { by: 'entry_date', ...cut }])
  })
  it('say their first and last day where the filter or the known days cut them', async () => {
    const { charts: all } = await chartsOf({ entry_date_range: { min: '2026-04-22', max: '2026-07-31' } })
    const [first] = all.entered.places
    expect(first).toEqual({ value: '2026-04', from: '2026-04-22', to: '2026-04-30', is_partial: true })
    expect(all.entered.places.map(({ is_partial }) => is_partial)).toEqual([true, false, false, false])
  })
  it('of a past day are those of relative dates by that day', async () => {
    await sql`update court_case set known_from = '2026-01-01'`.execute(db)
    const { entered } = (await chartsOf({ as_of: '2026-06-30', entry_date_range: { relative: 'last_30_days' } })).charts
    expect(entered.places.length).toBeGreaterThan(0)
    for (const { from, to } of entered.places.map(place => ({ ...place, to: place.to ?? '' }))) {
      expect(from >= '2026-05-31' && to <= '2026-06-30', `${from} ${to}`).toBe(true)
      expect(from <= to).toBe(true)
    }
  })
  it('are partial at both ends of what is known without any filter', async () => {
    const { entered } = (await chartsOf({})).charts
    const [known] = await rowsOf(
      { min: z.string(), max: z.string() },
      sql`select min(entry_date)::text, max(entry_date)::text from court_case where entry_date <= now()`,
    )
    expect(entered.places[0]).toMatchObject({ from: known?.min, is_partial: true })
    expect(entered.places.at(-1)).toMatchObject({ to: known?.max, is_partial: true })
    expect(entered.places.filter(({ is_partial }) => is_partial)).toHaveLength(2)
  })
  it('count today, and not tomorrow', async () => {
    const court = { title: 'Суд одного дня', region: 14, city: 'Якутск' }
    const day = dayIn('Europe/Moscow', new Date())
    await buildCases(
      db,
      [day, day, addDays(day, 1)].map(entry_date => ({ court, entry_date })),
    )
    const { entered } = (await chartsOf({ regions: [14] })).charts
    expect([countAt(entered, day.slice(0, 7), '1'), entered.missing]).toEqual([2, 1])
  })
  it('count decisions of yesterday and today, and not of tomorrow, by the year of the decision', async () => {
    const court = { title: 'Суд трёх дней', region: 15, city: 'Владикавказ' }
    const day = dayIn('Europe/Moscow', new Date())
    const entry_date = '2016-03-01'
    const decided = [-1, 0, 1].map(days => addDays(day, days))
    await buildCases(
      db,
      decided.map(result_date => ({ court, entry_date, result_date, result: 'Вынесено постановление' })),
    )
    const { texts, outcomes } = (
      await chartsOf({ regions: [15], entry_date_range: { min: entry_date, max: entry_date } })
    ).charts
    const until = Map.groupBy(decided.slice(0, 2), one => one.slice(0, 4))
    expect(texts.marks.map(({ value, of }) => [value, of])).toEqual(
      [...until].map(([year, days]) => [year, days.length]),
    )
    expect(texts.missing).toBe(1)
    expect(outcomes.marks.map(({ value, count, of }) => [value, count, of])).toEqual([['2016', 3, 3]])
  })
  it('leave out a day that has not come, and say so', async () => {
    const { entered } = (await chartsOf({})).charts
    expect(entered.places.some(({ value }) => value > '2027')).toBe(false)
    expect(entered.missing).toBeGreaterThan(0)
  })
})

it('names the courts with the most cases, and counts those of all', async () => {
  const courts = Array.from({ length: 17 }, (_, n) => ({
    title: `Суд числом ${n + 1}`,
    region: 4,
    city: 'Горно-Алтайск',
  }))
  await buildCases(
    db,
    courts.flatMap((court, n) => Array.from({ length: n + 1 }, () => ({ court, entry_date: '2026-04-01' }))),
  )
  const { marks, of } = (await chartsOf({ regions: [4], entry_date_range: { min: '2026-04-01', max: '2026-04-01' } }))
    .charts.courts
  expect(marks.map(({ title, count }) => [title, count])).toEqual(
    courts
      .toReversed()
      .slice(0, 15)
      .map(({ title }, n) => [title, 17 - n]),
  )
  expect(of).toBe((17 * 18) / 2)
})

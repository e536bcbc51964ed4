import { type Kysely, sql } from 'kysely'
import type { Chart, ChartKey } from '#shared/api/statistics.ts'
import { outcomeKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import {
  type AmountChart,
  amountCharts,
  type Bin,
  boundsOf,
  dayHistogram,
  equalBins,
  intersectAmounts,
  isInBin,
} from '#shared/domain/statistics-ranges.ts'
import type { statsFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, ValueOf, Values } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { byCount, byValue, chartOf, markOf, sum } from './chart-marks.ts'
import { binPlaces, type Limits, periodPlaces, spreadFigures } from './chart-scales.ts'
import { type DateColumn, others, type RowsOf, type SetName } from './count-charts.ts'
import { type countPenalties, spreadOf } from './count-penalties.ts'
import type { readResultTitles } from './lines.ts'

/** Charts of statistics: marks, each with the filters of the list behind it. */
export type StatsValues = Values<typeof statsFields>
type Codex = 1 | 2
/** What charts count: each thing once, however many charts use it. */
export type ChartCounts = {
  rowsOf: RowsOf
  penalties: () => ReturnType<typeof countPenalties>
  titles: () => ReturnType<typeof readResultTitles>
  limits: (column: DateColumn) => Promise<Limits>
  values: StatsValues
  names: Kysely<DB>
}
type Made = { reads: readonly SetName[]; make: (counts: ChartCounts) => Promise<Chart> }

const entered: Made = {
  reads: ['month'],
  make: async ({ rowsOf, limits }) => {
    const rows = rowsOf('month')
    const months = rows.flatMap(({ month, ...row }) => (month === null ? [] : [{ month, ...row }]))
    const within = await limits('entry_date')
    const places = periodPlaces([...new Set(months.map(({ month }) => month))], within)
    const marks = places.flatMap(({ value, from, to }) =>
      [1, 2].map(stage =>
        markOf(
          value,
          sum(months.filter(row => row.stage === stage && row.month.startsWith(value))),
          { stage: String(stage), entry_date_range: { min: from, max: to } },
          { series: String(stage) },
        ),
      ),
    )
    return chartOf(marks, sum(rows), { places, cut: within.cut, shares: 'none' })
  },
}
const texts: Made = {
  reads: ['text'],
  make: async ({ rowsOf, limits }) => {
    const rows = rowsOf('text')
    const within = await limits('result_date')
    const places = periodPlaces(yearsOf(rows, 'result_year'), within)
    const marks = places.flatMap(({ value, from, to }) =>
      [true, false].map(has_text =>
        markOf(
          value,
          sum(rows.filter(row => String(row.result_year) === value && row.has_text === has_text)),
          { result_date_range: { min: from, max: to }, has_result_text: has_text },
          { series: has_text ? 'published' : 'absent' },
        ),
      ),
    )
    return chartOf(marks, sum(rows), { places, cut: within.cut, shares: 'place' })
  },
}
const resultsOf = async (
  { rowsOf, titles }: ChartCounts,
  type: Codex,
  stage: 1 | 2,
  kindOf: (title: string) => string,
) => {
  const known = await titles()
  return rowsOf('result')
    .filter(row => row.type === type && row.stage === stage)
    .map(row => ({ ...row, kind: row.result_type_id === null ? 'none' : kindOf(known.get(row.result_type_id) ?? '') }))
}
const byKind = <R extends { kind: string }>(rows: readonly R[]) => Map.groupBy(rows, ({ kind }) => kind)
const resultFilter = (kind: string, rows: Awaited<ReturnType<typeof resultsOf>>): AnyValues => ({
  type: String(rows[0]?.type),
  stage: String(rows[0]?.stage),
  ...(kind === 'none'
    ? { has_result: false }
    : { result_type: [...new Set(rows.flatMap(row => row.result_type_id ?? []))].toSorted((a, b) => a - b) }),
})
const outcomes = (type: Codex): Made => ({
  reads: ['result'],
  make: async counts => {
    const rows = await resultsOf(counts, type, 1, outcomeKind)
    const within = await counts.limits('entry_date')
    const places = periodPlaces(yearsOf(rows, 'entry_year'), within)
    const marks = places.flatMap(({ value, from, to }) =>
      [...byKind(rows.filter(row => String(row.entry_year) === value))].map(([kind, group]) =>
        markOf(
          value,
          sum(group),
          { ...resultFilter(kind, group), entry_date_range: { min: from, max: to } },
          { series: kind },
        ),
      ),
    )
    return chartOf(byValue(marks), sum(rows), { places, cut: within.cut, shares: 'place' })
  },
})
const reviews = (type: Codex): Made => ({
  reads: ['result'],
  make: async counts => {
    const rows = await resultsOf(counts, type, 2, reviewKind)
    const marks = [...byKind(rows)].map(([kind, group]) => markOf(kind, sum(group), resultFilter(kind, group)))
    return chartOf(byCount(marks), sum(rows))
  },
})
const kinds = (type: Codex): Made => ({
  reads: [],
  make: async counts => {
    const penalties = await counts.penalties()
    const marks = penalties.kinds
      .filter(row => row.type === type)
      .map(({ kind, count }) => markOf(kind, count, { type: String(type), penalty_type: [kind] }))
    const of = penalties.withKnown(type)
    return chartOf(byCount(marks), of, { of, missing: penalties.withUnknown(type) })
  },
})
const amounts = (chart: AmountChart): Made => ({
  reads: [],
  make: async ({ penalties, values }) => {
    const { type, kind, smallest } = amountCharts[chart]
    const all = (await penalties()).amounts(chart)
    const spread = spreadOf(all)
    const places = binPlaces(equalBins(spread, amountCharts[chart]))
    const marks = places.map(bin =>
      markOf(bin.value, sum(all.filter(row => row.amounts.some(amount => isInBin(amount, bin)))), {
        type: String(type),
        penalty_type: [kind],
        penalty_amount: amountFilter(bin, smallest, values.penalty_amount),
      }),
    )
    const of = sum(all.filter(row => row.amounts.length > 0))
    // A case with one known and one hidden amount is shown.
    const missing = sum(all.filter(row => row.unknown && row.amounts.length === 0))
    return chartOf(marks, of, { places, of, missing, spread: spreadFigures(spread) })
  },
})
const durations = (type: Codex): Made => ({
  reads: ['duration'],
  make: async ({ rowsOf, values }) => {
    const firsts = rowsOf('duration').filter(row => row.type === type && row.stage === 1)
    const known = firsts.flatMap(({ days, count }) => (days === null || days < 0 ? [] : [{ days, count }]))
    const spread = new Map(known.map(({ days, count }) => [days, count]))
    const places = binPlaces(equalBins(spread, dayHistogram))
    const marks = places.map(bin =>
      markOf(bin.value, sum(known.filter(({ days }) => isInBin(days, bin))), {
        type: String(type),
        stage: '1',
        days_to_result: amountFilter(bin, dayHistogram.smallest, values.days_to_result),
      }),
    )
    return chartOf(marks, sum(firsts), { places, spread: spreadFigures(spread) })
  },
})
const inRegions: Made = {
  reads: ['region'],
  make: async ({ rowsOf }) => {
    const rows = rowsOf('region')
    const marks = rows.map(({ region, count }) => markOf(String(region), count, { regions: [region] }))
    return chartOf(byCount(marks), sum(rows))
  },
}
const named = (table: 'court' | 'judge'): Made => ({
  reads: [table],
  make: async ({ rowsOf, names }) => {
    const rows =
      table === 'court'
        ? rowsOf('court').map(({ court_id: id, count }) => ({ id, count }))
        : rowsOf('judge').map(({ judge_id: id, count }) => ({ id, count }))
    const most = rows
      .flatMap(({ id, count }) => (id === null || id === others ? [] : [{ id, count }]))
      .toSorted((a, b) => b.count - a.count || a.id - b.id)
    const called = await titlesOf(
      names,
      table,
      most.map(({ id }) => id),
    )
    const marks = most.map(({ id, count }) =>
      markOf(String(id), count, { [table]: [id] }, { title: called.get(id) ?? null }),
    )
    const missing = sum(rows.filter(({ id }) => id === null))
    return chartOf(marks, sum(rows), { of: sum(rows) - missing })
  },
})
const hidden: Made = {
  reads: ['flags'],
  make: async ({ rowsOf, penalties }) => {
    const rows = rowsOf('flags')
    const marks = [
      markOf('defendants', sum(rows.filter(row => row.hidden)), { defendant_hidden: true }),
      markOf('penalties', (await penalties()).hidden, { penalty_hidden: true }),
    ]
    return chartOf(marks, sum(rows), { of: sum(rows) })
  },
}

export const chartMakers: Readonly<Record<ChartKey, Made>> = {
  entered,
  outcomes: outcomes(1),
  outcomes_uk: outcomes(2),
  reviews: reviews(1),
  reviews_uk: reviews(2),
  penalties: kinds(1),
  penalties_uk: kinds(2),
  fines: amounts('fines'),
  arrests: amounts('arrests'),
  imprisonments: amounts('imprisonments'),
  fines_uk: amounts('fines_uk'),
  regions: inRegions,
  courts: named('court'),
  judges: named('judge'),
  durations: durations(1),
  durations_uk: durations(2),
  texts,
  hidden,
}

const yearsOf = <C extends string>(rows: readonly Record<C, number | null>[], column: C): string[] => [
  ...new Set(rows.flatMap(row => (row[column] === null ? [] : [String(row[column]).padStart(4, '0')]))),
]
async function titlesOf(
  db: Kysely<DB>,
  table: 'court' | 'judge',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; title: string }>`
    select id, ${sql.ref(table === 'court' ? 'title' : 'name')} as title from ${sql.table(table)}
    where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The current amount range and that of a bin share one filter: their intersection is used. */
const amountFilter = (bin: Bin, smallest: number, set: ValueOf['amountRange'] | undefined) =>
  intersectAmounts(boundsOf(bin, smallest), set)

import { type Kysely, sql } from 'kysely'
import type { Chart, Charts } from '#shared/api/statistics.ts'
import { outcomeKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import { regions } from '#shared/domain/regions.ts'
import { type DateRange, daysOf, today } from '#shared/domain/relative-dates.ts'
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
import { dayOf } from '../cases/engine/at-day.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'
import { unreadRegions } from '../db/unread-regions.ts'
import { byCount, byValue, chartOf, markOf, sum } from './chart-marks.ts'
import { binPlaces, periodPlaces, spreadFigures } from './chart-scales.ts'
import { countCaseCharts, knownDays } from './count-charts.ts'
import { countPenalties, spreadOf } from './count-penalties.ts'
import { medians, readArticleLines, readResultTitles } from './lines.ts'

/** What the charts of statistics show: marks, each with the filters of the list behind it. */
type StatsValues = Values<typeof statsFields>
type Codex = 1 | 2
/** Courts and judges of one chart: those with the most cases. */
const mostNamed = 15

/** `names`: where courts, judges and articles are called by name, while the copy counts. */
export async function countCharts(
  engine: CaseEngine,
  question: Question<StatsValues>,
  names: Kysely<DB>,
): Promise<Charts> {
  const { scope } = question
  const open = regions.flatMap(({ number }) =>
    scope.regions === 'all' || scope.regions.includes(number) ? [number] : [],
  )
  const [lines, unread_regions, counted] = await Promise.all([
    readArticleLines(names),
    unreadRegions(names, open),
    countMarks(engine, question, names),
  ])
  return { ...counted, medians: await medians(engine, question, lines), unread_regions }
}

async function countMarks(
  engine: CaseEngine,
  question: Question<StatsValues>,
  names: Kysely<DB>,
): Promise<Omit<Charts, 'medians' | 'unread_regions'>> {
  const { db } = engine
  const { values } = question
  const until = dayOf(values) ?? today()
  const rowsOf = await countCaseCharts(engine, question, until)
  const penalties = await countPenalties(engine, question)
  const titles = await readResultTitles(db)
  const total = sum(rowsOf('hidden'))
  const limitsOf = async (column: 'entry_date' | 'result_date', set: DateRange | undefined) => ({
    asked: set && daysOf(set, until),
    known: await knownDays(engine, question, column, until),
  })
  const entryLimits = await limitsOf('entry_date', values.entry_date_range)
  const resultLimits = await limitsOf('result_date', values.result_date_range)

  const entered = (): Chart => {
    const months = rowsOf('month').flatMap(({ month, ...row }) => (month === null ? [] : [{ month, ...row }]))
    const places = periodPlaces([...new Set(months.map(({ month }) => month))], entryLimits)
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
    return chartOf(marks, total, { places, shares: 'none' })
  }
  const texts = (): Chart => {
    const rows = rowsOf('text')
    const places = periodPlaces(yearsOf(rows, 'result_year'), resultLimits)
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
    return chartOf(marks, total, { places, shares: 'place' })
  }
  const results = (type: Codex, stage: 1 | 2) =>
    rowsOf('result').filter(row => row.type === type && row.stage === stage)
  const byKind = (rows: ReturnType<typeof results>, kindOf: (title: string) => string) =>
    Map.groupBy(rows, ({ result_type_id: id }) => (id === null ? 'none' : kindOf(titles.get(id) ?? '')))
  const resultFilter = (kind: string, rows: ReturnType<typeof results>): AnyValues => ({
    type: String(rows[0]?.type),
    stage: String(rows[0]?.stage),
    ...(kind === 'none'
      ? { has_result: false }
      : { result_type: [...new Set(rows.flatMap(row => row.result_type_id ?? []))].toSorted((a, b) => a - b) }),
  })
  const outcomes = (type: Codex): Chart => {
    const rows = results(type, 1)
    const places = periodPlaces(yearsOf(rows, 'entry_year'), entryLimits)
    const marks = places.flatMap(({ value, from, to }) =>
      [
        ...byKind(
          rows.filter(row => String(row.entry_year) === value),
          outcomeKind,
        ),
      ].map(([kind, group]) =>
        markOf(
          value,
          sum(group),
          { ...resultFilter(kind, group), entry_date_range: { min: from, max: to } },
          { series: kind },
        ),
      ),
    )
    return chartOf(byValue(marks), sum(rows), { places, shares: 'place' })
  }
  const reviews = (type: Codex): Chart => {
    const rows = results(type, 2)
    const marks = [...byKind(rows, reviewKind)].map(([kind, group]) =>
      markOf(kind, sum(group), resultFilter(kind, group)),
    )
    return chartOf(byCount(marks), sum(rows))
  }
  const kinds = (type: Codex): Chart => {
    const marks = penalties.kinds
      .filter(row => row.type === type)
      .map(({ kind, count }) => markOf(kind, count, { type: String(type), penalty_type: [kind] }))
    const of = penalties.withPenalty(type)
    return chartOf(byCount(marks), of, { of })
  }
  const amounts = (chart: AmountChart): Chart => {
    const { type, kind, smallest } = amountCharts[chart]
    const all = penalties.amounts(chart)
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
    const missing = sum(all.filter(({ unknown }) => unknown))
    return chartOf(marks, of, { places, of, missing, spread: spreadFigures(spread) })
  }
  const durations = (type: Codex): Chart => {
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
  }
  const named = async (table: 'court' | 'judge', rows: readonly { id: number | null; count: number }[]) => {
    const most = rows
      .flatMap(({ id, count }) => (id === null ? [] : [{ id, count }]))
      .toSorted((a, b) => b.count - a.count || a.id - b.id)
      .slice(0, mostNamed)
    const called = await titlesOf(
      names,
      table,
      most.map(({ id }) => id),
    )
    const marks = most.map(({ id, count }) =>
      markOf(String(id), count, { [table]: [id] }, { title: called.get(id) ?? null }),
    )
    const missing = sum(rows.filter(({ id }) => id === null))
    return chartOf(marks, total, { of: total - missing })
  }

  const inRegions = rowsOf('region').map(({ region, count }) => markOf(String(region), count, { regions: [region] }))
  const concealed = sum(rowsOf('hidden').filter(row => row.hidden))
  const hidden = [
    markOf('defendants', concealed, { defendant_hidden: true }),
    markOf('penalties', penalties.hidden, { penalty_hidden: true }),
  ]
  return {
    charts: {
      entered: entered(),
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
      regions: chartOf(byCount(inRegions), total),
      courts: await named(
        'court',
        rowsOf('court').map(({ court_id, count }) => ({ id: court_id, count })),
      ),
      judges: await named(
        'judge',
        rowsOf('judge').map(({ judge_id, count }) => ({ id: judge_id, count })),
      ),
      durations: durations(1),
      durations_uk: durations(2),
      texts: texts(),
      hidden: chartOf(hidden, total, { of: total }),
    },
    in_question: sum(rowsOf('question').filter(({ in_question }) => in_question)),
    today: until,
  }
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

/** A range the list is filtered by already and that of a bin are one filter: it says what both allow. */
const amountFilter = (bin: Bin, smallest: number, set: ValueOf['amountRange'] | undefined) =>
  intersectAmounts(boundsOf(bin, smallest), set)

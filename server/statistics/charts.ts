import { type Kysely, sql } from 'kysely'
import type { Chart, Charts, Mark } from '#shared/api/statistics.ts'
import { outcomeKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import { regions } from '#shared/domain/regions.ts'
import { type DateRange, daysOf, today } from '#shared/domain/relative-dates.ts'
import {
  type AmountChart,
  type AmountStep,
  amountCharts,
  daysOfPeriod,
  durationSteps,
  intersectAmounts,
  intersectDays,
  maxChartMonths,
} from '#shared/domain/statistics-ranges.ts'
import { caseListFields, type statsFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, ValueOf, Values } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { dayOf } from '../cases/engine/at-day.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'
import { unreadRegions } from '../db/unread-regions.ts'
import { countCaseCharts } from './count-charts.ts'
import { countPenalties } from './count-penalties.ts'
import { medians, readArticleLines, readResultTitles } from './lines.ts'

/** What the charts of statistics show: marks, each with the filters of the list behind it. */
type StatsValues = Values<typeof statsFields>
/** Courts and judges of one chart: those with the most cases. */
const mostNamed = 15

/** `names`: where courts and judges are called by name; the copy does not know them. */
export async function countCharts(
  engine: CaseEngine,
  question: Question<StatsValues>,
  names: Kysely<DB>,
): Promise<Charts> {
  const { db } = engine
  const { scope, values } = question
  const rowsOf = await countCaseCharts(engine, question)
  const penalties = await countPenalties(engine, question)
  const titles = await readResultTitles(db)
  const total = sum(rowsOf('hidden'))

  const byKind = (stage: 1 | 2, kindOf: (title: string) => string, apart: boolean): Mark[] => {
    const rows = rowsOf('result').filter(row => row.stage === stage)
    const grouped = Map.groupBy(rows, ({ type, result_type_id: id }) => {
      const kind = id === null ? 'none' : kindOf(titles.get(id) ?? '')
      return apart ? `${type} ${kind}` : kind
    })
    return [...grouped].map(([key, group]) => {
      const kind = key.split(' ').at(-1) ?? key
      const ids = [...new Set(group.flatMap(row => row.result_type_id ?? []))].toSorted((a, b) => a - b)
      const own: AnyValues = {
        stage: String(stage),
        ...(apart && { type: String(group[0]?.type) }),
        ...(kind === 'none' ? { has_result: false } : { result_type: ids }),
      }
      return apart ? markOf(String(group[0]?.type), sum(group), own, { series: kind }) : markOf(kind, sum(group), own)
    })
  }
  const amounts = ({ chart, type, kind, steps }: (typeof amountCharts)[AmountChart]): Chart => {
    const rows = penalties.steps.filter(row => row.chart === chart)
    const marks = steps.flatMap(step => {
      const count = sum(rows.filter(row => row.step === step.key))
      const penalty_amount = amountFilter(step, values.penalty_amount)
      return count === 0 ? [] : [markOf(step.key, count, { type: String(type), penalty_type: [kind], penalty_amount })]
    })
    return chartOf(marks, sum(rows), sum(rows.filter(row => row.step === null)))
  }
  const kinds = (type: 1 | 2): Chart => {
    const marks = penalties.kinds
      .filter(row => row.type === type)
      .map(({ kind, count }) => markOf(kind, count, { type: String(type), penalty_type: [kind] }))
    return chartOf(byCount(marks), sum(rowsOf('result').filter(row => row.type === type)))
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
    return chartOf(marks, total, sum(rows.filter(({ id }) => id === null)))
  }

  const months = rowsOf('month').flatMap(({ month, ...row }) => (month === null ? [] : [{ month, ...row }]))
  const inMonths = new Set(months.map(({ month }) => month)).size <= maxChartMonths
  const periods = Map.groupBy(months, ({ month, stage }) => `${inMonths ? month : month.slice(0, 4)} ${stage}`)
  const entered = [...periods].map(([key, rows]) => {
    const [period = '', stage = ''] = key.split(' ')
    const own = { stage, entry_date_range: periodFilter(period, values.entry_date_range) }
    return markOf(period, sum(rows), own, { series: stage })
  })
  const texts = rowsOf('text').flatMap(({ year, has_text, count }) => {
    if (year === null) return []
    const own = { result_date_range: periodFilter(year, values.result_date_range), has_result_text: has_text }
    return [markOf(year, count, own, { series: has_text ? 'published' : 'absent' })]
  })
  const firsts = rowsOf('duration').filter(({ stage }) => stage === 1)
  const durations = durationSteps.flatMap(step => {
    const count = sum(firsts.filter(row => row.step === step.key))
    const own = { stage: '1', days_to_result: amountFilter(step, values.days_to_result) }
    return count === 0 ? [] : [markOf(step.key, count, own)]
  })
  const inRegions = rowsOf('region').map(({ region, count }) => markOf(String(region), count, { regions: [region] }))
  const concealed = sum(rowsOf('hidden').filter(row => row.hidden))
  const hidden = [
    ...(concealed > 0 ? [markOf('defendants', concealed, { defendant_hidden: true })] : []),
    ...(penalties.hidden > 0 ? [markOf('penalties', penalties.hidden, { penalty_hidden: true })] : []),
  ]
  const decided = (of: 1 | 2): number => sum(rowsOf('result').filter(({ stage }) => stage === of))
  return {
    charts: {
      entered: chartOf(inOrder(entered), total, sum(rowsOf('month').filter(({ month }) => month === null))),
      outcomes: chartOf(inOrder(byKind(1, outcomeKind, true)), decided(1)),
      reviews: chartOf(byCount(byKind(2, reviewKind, false)), decided(2)),
      penalties: kinds(1),
      penalties_uk: kinds(2),
      fines: amounts(amountCharts.fines),
      arrests: amounts(amountCharts.arrests),
      imprisonments: amounts(amountCharts.imprisonments),
      fines_uk: amounts(amountCharts.fines_uk),
      regions: chartOf(byCount(inRegions), total),
      courts: await named(
        'court',
        rowsOf('court').map(({ court_id, count }) => ({ id: court_id, count })),
      ),
      judges: await named(
        'judge',
        rowsOf('judge').map(({ judge_id, count }) => ({ id: judge_id, count })),
      ),
      durations: chartOf(durations, sum(firsts), sum(firsts.filter(({ step }) => step === null))),
      texts: chartOf(inOrder(texts), total, sum(rowsOf('text').filter(({ year }) => year === null))),
      hidden: chartOf(hidden, total),
    },
    in_question: sum(rowsOf('question').filter(({ in_question }) => in_question)),
    medians: await medians(engine, question, await readArticleLines(db)),
    unread_regions: await unreadRegions(
      names,
      regions.flatMap(({ number }) => (scope.regions === 'all' || scope.regions.includes(number) ? [number] : [])),
    ),
    today: dayOf(question.values) ?? today(),
  }
}

const sum = (rows: readonly { count: number }[]): number => rows.reduce((all, { count }) => all + count, 0)
/** `of`: how many cases the chart is of; `missing`: of how many of them it cannot tell. */
const chartOf = (marks: Mark[], of: number, missing = 0): Chart => ({ marks, of, missing })
const byCount = (marks: readonly Mark[]): Mark[] =>
  marks.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
const inOrder = (marks: readonly Mark[]): Mark[] =>
  marks.toSorted((a, b) => a.value.localeCompare(b.value) || (a.series ?? '').localeCompare(b.series ?? ''))

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

/**
 * A mark of a chart with the filters of the list behind it. A range the list is filtered by already and the range of a
 * mark are one filter: the mark says what both allow.
 */
const markOf = (value: string, count: number, own: AnyValues, beside: Partial<Mark> = {}): Mark => ({
  value,
  series: null,
  title: null,
  count,
  filters: wire(own),
  ...beside,
})
const wire = (own: AnyValues): WireRecord => writeValues(caseListFields, own)

const periodFilter = (period: string, set: DateRange | undefined): ValueOf['dateRange'] =>
  set === undefined ? daysOfPeriod(period) : intersectDays(daysOfPeriod(period), daysOf(set))

const amountFilter = ({ min, max }: AmountStep, set: ValueOf['amountRange'] | undefined) =>
  intersectAmounts({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) }, set)

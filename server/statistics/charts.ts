import type { Kysely } from 'kysely'
import type { KeptChart } from '#shared/api/citations.ts'
import { coverageFields } from '#shared/api/collecting.ts'
import { type Chart, type ChartKey, type Charts, chartKeys, charts as chartsAnswer } from '#shared/api/statistics.ts'
import { daysOf, today } from '#shared/domain/relative-dates.ts'
import { isAmountChart } from '#shared/domain/statistics-ranges.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { dayOf } from '../cases/engine/at-day.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { regionsOfMap } from '../collecting/map-regions.ts'
import type { DB } from '../db/schema.ts'
import { type ChartCounts, chartMakers, type StatsValues } from './chart-makers.ts'
import { sum } from './chart-marks.ts'
import { countCaseCharts, knownDays } from './count-charts.ts'
import { countPenalties } from './count-penalties.ts'
import { medians, readArticleLines, readResultTitles } from './lines.ts'

/** `names`: a connection for reading names of courts, judges and articles while the copy counts. */
export async function countCharts(
  engine: CaseEngine,
  question: Question<StatsValues>,
  names: Kysely<DB>,
): Promise<Charts> {
  const [lines, counted] = await Promise.all([readArticleLines(names), countMarks(engine, question, names, chartKeys)])
  const { charts, rowsOf, today } = counted
  const [ofMap, ofLines] = await Promise.all([
    emptyRegions(names, question, charts.get('regions')),
    medians(engine, question, lines),
  ])
  return {
    charts: chartsAnswer.shape.charts.parse(Object.fromEntries(charts)),
    in_question: sum(rowsOf('flags').filter(({ in_question }) => in_question)),
    today,
    medians: ofLines,
    ...ofMap,
  }
}

/** A single chart, without counts that only other charts need. */
export async function countChart(
  engine: CaseEngine,
  question: Question<StatsValues>,
  names: Kysely<DB>,
  key: ChartKey,
): Promise<Omit<KeptChart, 'key'>> {
  const { charts, today } = await countMarks(engine, question, names, [key])
  const chart = charts.get(key)
  if (chart === undefined) throw new Error(`${key} was not made`)
  return { chart, ...(await emptyRegions(names, question, charts.get('regions'))), today }
}

/** Why regions on the map have no cases; other charts need no such note. */
async function emptyRegions(names: Kysely<DB>, { scope, values }: Question<StatsValues>, map: Chart | undefined) {
  if (map === undefined) return { unread_regions: [], asked_regions: null }
  const ofCourts = readLenient(coverageFields, writeValues(caseListFields, values))
  const known = map.marks.map(({ value }) => Number(value))
  const { unread, asked } = await regionsOfMap(names, scope, ofCourts, { on: dayOf(values) ?? today(), known })
  return { unread_regions: unread, asked_regions: asked }
}

async function countMarks(
  engine: CaseEngine,
  question: Question<StatsValues>,
  names: Kysely<DB>,
  keys: readonly ChartKey[],
) {
  const { values } = question
  const until = dayOf(values) ?? today()
  const reads = [...new Set(keys.flatMap(key => chartMakers[key].reads))]
  const known = {
    entry_date: once(() => knownDays(engine, question, 'entry_date', until)),
    result_date: once(() => knownDays(engine, question, 'result_date', until)),
  }
  const asked = { entry_date: values.entry_date_range, result_date: values.result_date_range }
  const rowsOf = await countCaseCharts(engine, question, until, reads)
  const counts: ChartCounts = {
    rowsOf,
    penalties: once(() => countPenalties(engine, question, keys.filter(isAmountChart))),
    titles: once(() => readResultTitles(engine.db)),
    limits: async column => {
      const by = column === 'entry_date' ? 'result_date' : 'entry_date'
      const others = asked[by] && daysOf(asked[by], until)
      return {
        asked: asked[column] && daysOf(asked[column], until),
        known: await known[column](),
        cut: others && { by, from: others.min, to: others.max },
      }
    },
    values,
    names,
  }
  const charts = new Map<ChartKey, Chart>()
  for (const key of keys) charts.set(key, await chartMakers[key].make(counts))
  return { charts, rowsOf, today: until }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= work()
    return asked
  }
}

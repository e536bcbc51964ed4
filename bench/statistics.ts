import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { chartKeys } from '#shared/api/statistics.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { CaseEngine, Engines, Question } from '../server/cases/engine/engine.ts'
import { askCases, atOneMoment } from '../server/cases/engine/run.ts'
import type { DB } from '../server/db/schema.ts'
import { countChart, countCharts } from '../server/statistics/charts.ts'
import { comparablesOf } from '../server/statistics/comparables.ts'
import type { BenchCopy } from './copy.ts'
import { drawDecided, drawSelections } from './draws.ts'
import { everyone, percentiles, shown, type Telling, tableHead, tenths } from './measured.ts'

/**
 * Every chart of «Графики» alone and all together over the same drawn selections, and similar cases of drawn cases, through the copy, nothing kept. At a
 * million cases a chart may take 250 ms and similar cases 100, at ten million 700 and 300 (p95).
 */
const draws = 100
type Drawn = { title: string; ask: (draw: number) => Promise<unknown> }

export async function sayStatistics(
  db: Kysely<DB>,
  copy: BenchCopy,
  { millisecondsEach, say }: Telling,
): Promise<void> {
  const times = millisecondsEach === 0 ? 2 : draws
  const selections = await drawSelections(db, times)
  const decided = await drawDecided(db, times)
  const reading: Engines = { db, copy: copy.now }
  const ofCharts = (count: (engine: CaseEngine, question: Question) => Promise<unknown>) => (draw: number) =>
    askCases(reading, { scope: everyone, values: at<AnyValues>(selections, draw) ?? {} }, count, atOneMoment)
  const rows: Drawn[] = [
    ...chartKeys.map(key => ({
      title: `диаграмма «${chartSpecs[key].title}»`,
      ask: ofCharts((engine, question) => countChart(engine, question, db, key)),
    })),
    { title: 'все диаграммы страницы', ask: ofCharts((engine, question) => countCharts(engine, question, db)) },
    { title: 'похожие дела', ask: draw => comparablesOf(reading, everyone, at(decided, draw) ?? 0, {}) },
    {
      title: 'похожие дела, все условия сняты',
      ask: draw =>
        comparablesOf(reading, everyone, at(decided, draw) ?? 0, { region: false, years: false, part: false }),
    },
  ]
  say(
    tableHead(`случайные выборки и дела, ${showNumber(times)}`, 'p50, мс', 'p95, мс', 'процессора: p50, мс', 'p95, мс'),
  )
  for (const { title, ask } of rows) say(`| ${title} ${await measuredOver(times, ask)}`)
}

const at = <T>(all: readonly T[], draw: number): T | undefined => all[draw % Math.max(1, all.length)]

/** Of each draw once. The processor's time is this process's: of Node.js and the copy, not of PostgreSQL. */
async function measuredOver(times: number, ask: Drawn['ask']): Promise<string> {
  const [walls, works]: [number[], number[]] = [[], []]
  await ask(0)
  for (let draw = 0; draw < times; draw++) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    await ask(draw)
    const { user, system } = process.cpuUsage(before)
    walls.push(performance.now() - began)
    works.push((user + system) / 1_000)
  }
  const { p50, p95 } = percentiles(works)
  return `${shown(percentiles(walls))} ${tenths.format(p50)} | ${tenths.format(p95)} |`
}

import { cpus, totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { readLenient, toRecord } from '#shared/filters/wire.ts'
import { listCases } from '../server/cases/list-cases.ts'
import { oneCase } from '../server/cases/one-case.ts'
import type { Scope } from '../server/cases/predicates.ts'
import type { DB } from '../server/db/schema.ts'
import { countCharts } from '../server/statistics/charts.ts'
import { countTree } from '../server/statistics/count-tree.ts'
import { benchDatabase, type Loading } from './corpus.ts'
import { exportRates } from './export-rate.ts'
import { importRates } from './import-rate.ts'
import { measureMatching } from './matching.ts'
import { type BenchQuery, benchQueries } from './queries.ts'
import { replayRate } from './replay-rate.ts'

/**
 * How fast the product answers, by the very functions its routes call, on a generated corpus in a database of its own
 * beside the product's. Returns the report as Markdown and tells it line by line.
 */
export type BenchOptions = {
  cases: number
  onLine: (line: string) => void
  /** Pages of courts to be read again; absent: as many as befit the corpus. */
  pages?: number | undefined
  /** At most this long for each row of the table. */
  millisecondsEach?: number
}

const everyone: Scope = { accountId: null, regions: 'all' }
const reader = { accountId: null, tags: false }
const pageSize = 20
const leastRounds = 5
const mostRounds = 60
const mostPages = 500
const leastPages = 50

export async function bench(
  serverUrl: string,
  { cases, pages, onLine, millisecondsEach = 2_000 }: BenchOptions,
): Promise<string> {
  const { db, loading, close } = await benchDatabase(serverUrl, cases, onLine)
  const report: string[] = []
  const say = (line: string): void => {
    report.push(line)
    onLine(line)
  }
  try {
    for (const line of await heading(db, loading)) say(line)
    say('| запрос: страница из 20 дел и точное число | найдено | p50, мс | p95, мс |')
    say('|---|--:|--:|--:|')
    for (const query of await benchQueries(db)) {
      const ask = asked(db, query)
      const { count } = await ask()
      say(`| ${query.title} | ${showNumber(count)} ${shown(await measured(ask, millisecondsEach))}`)
    }
    say(`| одно дело целиком | ${shown(await measured(await oneByOne(db), millisecondsEach))}`)
    say('')
    say('| статистика | p50, мс | p95, мс |')
    say('|---|--:|--:|')
    const inRegion = { regions: [77] }
    for (const [title, ask] of [
      ['дерево статей', () => countTree(db, everyone, {})],
      ['дерево статей, один регион', () => countTree(db, everyone, inRegion)],
      ['диаграммы', () => countCharts(db, everyone, {})],
    ] as const)
      say(`| ${title} ${shown(await measured(ask, millisecondsEach))}`)
    say('')
    say('| выгрузка файлом, все столбцы без текста | строк/с |')
    say('|---|--:|')
    for (const { title, rate } of await exportRates(db)) say(`| ${title} | ${showNumber(Math.round(rate))} |`)
    say('')
    say('| импорт новых дел поверх этих, с индексами | дел/с |')
    say('|---|--:|')
    for (const { title, rate } of await importRates(db, cases)) say(`| ${title} | ${showNumber(Math.round(rate))} |`)
    say('')
    for (const line of await matchingLines(db, cases)) say(line)
    await sayReplay(db, pages ?? Math.min(mostPages, Math.floor(cases / 1_000)), say)
  } finally {
    await close()
  }
  return report.join('\n')
}

/** A small corpus is not worth the threads. */
async function sayReplay(db: Kysely<DB>, asked: number, say: (line: string) => void): Promise<void> {
  if (asked < leastPages) return
  const { pages, rate, megabytes } = await replayRate(db, asked)
  say('')
  say(
    `Карточки судов, прочитанные заново: ${showNumber(pages)}, ${showNumber(Math.round(rate * 10) / 10)} в секунду, памяти до ${showNumber(Math.round(megabytes))} МБ.`,
  )
}

/** Subscriptions in number to the corpus, a hundred thousand at most, against a thousand changes. */
async function matchingLines(db: Kysely<DB>, cases: number): Promise<string[]> {
  const found = await measureMatching(db, { subscriptions: Math.min(100_000, cases), changes: Math.min(1_000, cases) })
  const [first = 0, ...rest] = found.times.toSorted((one, other) => one - other)
  return [
    '| подписки: кому сообщить об изменённых делах, с записью | подписок | изменений | сообщений | p50, мс | худшее, мс |',
    '|---|--:|--:|--:|--:|--:|',
    `| чтение подписок при запуске: ${showNumber(Math.round(found.loading))} мс | ${showNumber(found.subscriptions)} | ${showNumber(found.changes)} | ${showNumber(found.hits)} | ${tenths.format(rest[1] ?? first)} | ${tenths.format(rest.at(-1) ?? first)} |`,
  ]
}

const asked = (db: Kysely<DB>, { query, scope = everyone, page = 1, ordering = '-entry_date' }: BenchQuery) => {
  const values = readLenient(caseFields, toRecord(query))
  return () => listCases({ db }, scope, values, { ordering, page, size: pageSize }, reader)
}

/** Cases from all over the corpus, one after another. */
async function oneByOne(db: Kysely<DB>): Promise<() => Promise<unknown>> {
  const { rows } = await sql<{ id: number }>`
    select id from court_case order by hashtext(id::text) limit 500`.execute(db)
  let next = 0
  return async () => {
    next = (next + 1) % rows.length
    return oneCase(db, everyone, rows[next]?.id ?? 0, reader)
  }
}

type Percentiles = { p50: number; p95: number }
async function measured(work: () => Promise<unknown>, milliseconds: number): Promise<Percentiles> {
  // Warm: what is measured is the second asking, not the first.
  await work()
  const times: number[] = []
  const end = performance.now() + milliseconds
  while (times.length < leastRounds || (times.length < mostRounds && performance.now() < end)) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  times.sort((left, right) => left - right)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
const tenths = new Intl.NumberFormat('ru', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const shown = ({ p50, p95 }: Percentiles): string => `| ${tenths.format(p50)} | ${tenths.format(p95)} |`

async function heading(db: Kysely<DB>, loading: Loading | undefined): Promise<string[]> {
  const { rows } = await sql<{ version: string; cases: number; texts: number; size: string }>`
    select current_setting('server_version') as version, (select count(*) from court_case) as cases,
      (select count(*) from case_text) as texts, pg_size_pretty(pg_database_size(current_database())) as size`.execute(
    db,
  )
  const { version = '', cases = 0, texts = 0, size = '' } = rows[0] ?? {}
  const processors = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    `## Судмонитор: ${counted(cases, caseForms)}`,
    '',
    `- Машина: ${processors[0]?.model.trim() ?? 'процессор неизвестен'}, ядер: ${processors.length}, памяти: ${gigabytes}\u00a0ГБ.`,
    `- PostgreSQL ${version.split(' ')[0]}, Node.js ${process.versions.node}.`,
    `- Корпус: ${counted(cases, caseForms)}, из них с текстом решения ${showNumber(texts)}; база занимает ${size}.`,
    ...(loading === undefined
      ? ['- Корпус загружен раньше.']
      : [
          `- Загрузка корпуса с построением индексов: ${showNumber(Math.round(loading.seconds))}\u00a0с, ${showNumber(Math.round(cases / loading.seconds))} дел/с.`,
        ]),
    '',
  ]
}

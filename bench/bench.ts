import { cpus, totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { columnsFor, exportFormats } from '#shared/domain/export-columns.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import type { CopyNow } from '../server/cases/engine/engine.ts'
import { oneCase } from '../server/cases/one-case.ts'
import type { DB } from '../server/db/schema.ts'
import { openExportFile } from '../server/exports/export-file.ts'
import { bursts } from './burst.ts'
import { benchCopy } from './copy.ts'
import { benchDatabase, type Loading } from './corpus.ts'
import { importRates } from './import-rate.ts'
import { measureMatching } from './matching.ts'
import { everyone, measured, percentiles, reader, shown, type Telling, tableHead, tenths } from './measured.ts'
import { sayPast } from './past.ts'
import { sayCopied, sayReading } from './reading.ts'
import { replayRate } from './replay-rate.ts'
import { sayServer } from './server.ts'
import { saySets } from './sets.ts'
import { sayStatistics } from './statistics.ts'
import { saySuggestions } from './suggestions.ts'
import { sayToday } from './today.ts'
import { measureWatching } from './watching.ts'

export const benchParts = ['today', 'statistics', 'sets', 'past', 'matching'] as const
export type BenchPart = (typeof benchParts)[number]

/** By the functions that routes call, on a generated corpus. Answers the report as Markdown, told line by line. */
type BenchOptions = {
  cases: number
  /** So many of them have texts; absent: as many as the demonstration gives them. */
  texts?: number | undefined
  onLine: (line: string) => void
  /** Cases beyond so many are repetitions; absent: a million. */
  generated?: number | undefined
  /** Pages of courts to be read again; absent: as many as befit the corpus. */
  pages?: number | undefined
  /** At most this long for each row of the table. */
  millisecondsEach?: number
  /** This part alone; absent: everything. */
  only?: BenchPart | undefined
  /** The copy alone is measured, holding each case so many times; absent: once, and everything is measured. */
  times?: number | undefined
}

const mostPages = 500
const leastPages = 50

export async function bench(
  serverUrl: string,
  { cases, texts, generated, pages, onLine, millisecondsEach = 2_000, only, times }: BenchOptions,
): Promise<string> {
  const { db, url, loading, close } = await benchDatabase(serverUrl, { cases, texts, generated }, onLine)
  const report: string[] = []
  const say: Telling['say'] = line => {
    report.push(line)
    onLine(line)
  }
  try {
    for (const line of await heading(db, loading)) say(line)
    if (only === 'today') await sayToday(db, { millisecondsEach, say })
    if (only === 'past') await sayPast(db, url, { millisecondsEach, say })
    if (only === 'matching') await sayMatching(db, cases, say)
    if (only === 'today' || only === 'past' || only === 'matching') return report.join('\n')
    const copy = await benchCopy(url, times)
    try {
      const isWhole = only === undefined
      if (only === 'statistics' || (isWhole && times === undefined))
        await sayStatistics(db, copy, { millisecondsEach, say })
      if (isWhole) await (times === undefined ? sayReading : sayCopied)(db, copy, { millisecondsEach, say })
      if (only === 'sets' || (isWhole && times === undefined)) await saySets(db, copy, { millisecondsEach, say })
    } finally {
      await copy.close()
    }
    if (only === 'sets') for (const line of await watchingLines(db, cases)) say(line)
    if (only !== undefined || times !== undefined) return report.join('\n')
    await sayPast(db, url, { millisecondsEach, say })
    say(tableHead('карточка', 'p50, мс', 'p95, мс'))
    say(`| одно дело целиком ${shown(await measured(await oneByOne(db), millisecondsEach))}`)
    await sayToday(db, { millisecondsEach, say })
    await saySuggestions(url, { millisecondsEach, say })
    await sayFollowed(db, url, cases, say)
    say(tableHead('импорт новых дел поверх этих, с индексами', 'дел/с'))
    for (const { title, rate } of await importRates(db, cases, url))
      say(`| ${title} | ${showNumber(Math.round(rate))} |`)
    await sayMatching(db, cases, say)
    await sayReplay(db, pages ?? Math.min(mostPages, Math.floor(cases / 1_000)), say)
    await sayOwnServer(serverUrl, Math.min(cases, generated ?? casesOfServer, casesOfServer), { millisecondsEach, say })
  } finally {
    await close()
  }
  return report.join('\n')
}

/** With a copy as large as the corpus, whatever was made of the one before. */
async function sayFollowed(db: Kysely<DB>, url: string, cases: number, say: Telling['say']): Promise<void> {
  const copy = await benchCopy(url)
  try {
    say(tableHead('выгрузка файлом, все столбцы без текста', 'строк/с'))
    for (const { title, rate } of await exportRates(db, copy.now)) say(`| ${title} | ${showNumber(Math.round(rate))} |`)
    const figures = ['дел', 'видны после записи, мс', 'работа процессора, мс', 'процесс молчал, мс']
    say(tableHead('новые карточки в списке через копию', ...figures))
    for (const { title, count, seen, work, stalled } of await bursts(db, copy, cases, url))
      say(`| ${title} | ${[count, seen, work, stalled].map(value => showNumber(Math.round(value))).join(' | ')} |`)
  } finally {
    await copy.close()
  }
}

/** A server of its own beside the corpus that its memory is stated for (design §14). */
const casesOfServer = 20_000
async function sayOwnServer(serverUrl: string, cases: number, { millisecondsEach, say }: Telling): Promise<void> {
  const { db, url, close } = await benchDatabase(serverUrl, { cases }, () => undefined)
  try {
    await sayServer({ db, url, cases }, { seconds: (millisecondsEach * 30) / 1_000, say })
  } finally {
    await close()
  }
}

/** A small corpus is not worth the threads. */
async function sayReplay(db: Kysely<DB>, asked: number, say: Telling['say']): Promise<void> {
  if (asked < leastPages) return
  const { pages, rate, megabytes } = await replayRate(db, asked)
  say('')
  say(
    `Карточки судов, прочитанные заново: ${showNumber(pages)}, ${showNumber(Math.round(rate * 10) / 10)} в секунду, памяти до ${showNumber(Math.round(megabytes))} МБ.`,
  )
}

async function sayMatching(db: Kysely<DB>, cases: number, say: Telling['say']): Promise<void> {
  for (const line of await matchingLines(db, cases)) say(line)
  for (const line of await watchingLines(db, cases)) say(line)
}

/** Subscriptions in number to the corpus, a hundred thousand at most, against a thousand changes. */
async function matchingLines(db: Kysely<DB>, cases: number): Promise<string[]> {
  const found = await measureMatching(db, { subscriptions: Math.min(100_000, cases), changes: Math.min(1_000, cases) })
  const [first = 0, ...rest] = found.times.toSorted((one, other) => one - other)
  return [
    tableHead(
      'подписки: кому сообщить об изменённых делах, с записью',
      ...['подписок', 'изменений', 'сообщений', 'p50, мс', 'худшее, мс'],
    ),
    `| чтение подписок при запуске: ${showNumber(Math.round(found.loading))} мс | ${showNumber(found.subscriptions)} | ${showNumber(found.changes)} | ${showNumber(found.hits)} | ${tenths.format(rest[1] ?? first)} | ${tenths.format(rest.at(-1) ?? first)} |`,
  ]
}

/** A thousand lists of a thousand names (a name a case, in a small corpus) against a thousand changes. */
async function watchingLines(db: Kysely<DB>, cases: number): Promise<string[]> {
  const found = await measureWatching(db, { names: Math.min(1_000_000, cases), changes: Math.min(1_000, cases) })
  const [wall, cpu] = [shown(percentiles(found.times)), shown(percentiles(found.worked))]
  return [
    tableHead(
      'подборки: чьи имена наблюдения есть в изменённых делах, с записью',
      ...['имён', 'изменений', 'найдено', 'p50, мс', 'худшее, мс'],
      ...['процессор p50, мс', 'худшее, мс', 'можно, мс'],
    ),
    `| все списки сразу | ${showNumber(found.rows)} | ${showNumber(found.changes)} | ${showNumber(found.found)} ${wall.slice(0, -1)}${cpu} 2000 |`,
  ]
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

/** Rows a second of the file of every case, all columns but the text, by the very function the direct link calls. */
type ExportRate = { title: string; rate: number }
const mostRows = 1_000_000

async function exportRates(db: Kysely<DB>, copy?: CopyNow): Promise<ExportRate[]> {
  const columns = columnsFor({ groups: [], is_superuser: true }).filter(name => name !== 'result_text')
  const reading = { db, copy }
  const rates: ExportRate[] = []
  for (const { value: format, label } of exportFormats) {
    const began = performance.now()
    const { count, body } = await openExportFile(reading, {
      scope: everyone,
      values: {},
      columns,
      ordering: '-entry_date',
      format,
      limit: mostRows,
      origin: 'https://sudmonitor.example',
    })
    for await (const _ of body);
    rates.push({ title: label, rate: (count / (performance.now() - began)) * 1_000 })
  }
  return rates
}

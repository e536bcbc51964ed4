import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { countableKeys } from '#shared/api/facets.ts'
import { noColumns, pageRoom } from '#shared/domain/pivot.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { readLenient, toRecord } from '#shared/filters/wire.ts'
import type { CaseEngine, Engines, Question } from '../server/cases/engine/engine.ts'
import { askCases, askTogether, atOneMoment } from '../server/cases/engine/run.ts'
import { countFacets } from '../server/cases/facets.ts'
import { listCases } from '../server/cases/list-cases.ts'
import { errorCode } from '../server/db/refusal.ts'
import type { DB } from '../server/db/schema.ts'
import { HttpError } from '../server/http/errors.ts'
import { askingAs, laneOfPage, laneQueues } from '../server/http/fair-queue.ts'
import { countCharts } from '../server/statistics/charts.ts'
import { countArticleTree } from '../server/statistics/count-tree.ts'
import { countTable, type Definition } from '../server/statistics/pivot.ts'
import { courtPageOf, judgePageOf } from '../server/statistics/practice.ts'
import type { BenchCopy } from './copy.ts'
import { everyone, measured, percentiles, reader, shown, type Telling, tableHead, tenths } from './measured.ts'
import { sayNeighbour } from './neighbour.ts'
import { type BenchQuery, benchQueries } from './queries.ts'
import { sayWords } from './words.ts'

/** Figures about one judge and one court: the busiest. */
async function figuresOf(db: Kysely<DB>) {
  const { rows } = await sql<{ court: number; judge: number }>`
    select (select court_id from court_case group by 1 order by count(*) desc limit 1) as court,
      (select judge_id from court_case where judge_id is not null group by 1 order by count(*) desc limit 1) as judge`.execute(
    db,
  )
  const [{ court = 0, judge = 0 } = {}] = rows
  return [
    { title: 'страница судьи', ask: async (reading: Engines) => (await judgePageOf(reading, everyone, judge)).cases },
    { title: 'страница суда', ask: async (reading: Engines) => (await courtPageOf(reading, everyone, court)).cases },
  ]
}

const pageSize = 20

const sayLoaded = (copy: BenchCopy, say: Telling['say']): void => {
  const megabytes = showNumber(Math.round(copy.megabytes))
  say(`Копия в DuckDB: загружена за ${tenths.format(copy.seconds)}\u00a0с, ${megabytes}\u00a0МБ на диске.`)
}

/** What the copy answers alone, whatever words are in texts: lists, facets, the tree, charts, tables. */
export async function sayCopied(db: Kysely<DB>, copy: BenchCopy, { millisecondsEach, say }: Telling): Promise<void> {
  const queries = (await benchQueries(db)).filter(({ query }) => !askedOfPostgres.test(query))
  sayLoaded(copy, say)
  say(tableHead('запрос', 'найдено', 'с копией: p50, мс', 'p95, мс'))
  const reading: Engines = { db, copy: copy.now }
  for (const { title, ask } of [...queries.map(listed), ...counted])
    say(`| ${title} | ${showNumber(await ask(reading))} ${shown(await measured(() => ask(reading), millisecondsEach))}`)
}
const askedOfPostgres = /\b(?:result_text_search|defendant|case_number|case_uid)=/

export async function sayReading(db: Kysely<DB>, copy: BenchCopy, { millisecondsEach, say }: Telling): Promise<void> {
  const rows = [...(await benchQueries(db)).map(listed), ...counted, ...(await figuresOf(db))]
  sayLoaded(copy, say)
  say(tableHead('запрос', 'найдено', 'PostgreSQL: p50, мс', 'p95, мс', 'с копией: p50, мс', 'p95, мс'))
  const both: Engines = { db, copy: copy.now }
  for (const { title, ask } of rows) {
    const found = await ask(both)
    const truth = await measuredOrRefused(() => ask({ db }), millisecondsEach)
    say(
      `| ${title} | ${showNumber(found)} ${truth.slice(0, -2)} ${shown(await measured(() => ask(both), millisecondsEach))}`,
    )
  }
  await sayWords(both, { millisecondsEach, say })
  await sayNeighbour(db, copy, { millisecondsEach, say })
  say(tableHead(`${readers} читателя сразу, все запросы выше`, 'запросов/с', 'p50, мс', 'p95, мс'))
  for (const [title, reading] of [
    ['PostgreSQL', { db }],
    ['с копией', both],
  ] as const)
    say(`| ${title} ${await together(reading, rows, millisecondsEach * 5)}`)
  copy.answers.endChange()
  say(tableHead('с копией, которая помнит ответы', 'p50, мс', 'p95, мс'))
  for (const { title, ask } of counted.filter(row => row.title.startsWith('счётчики'))) {
    await ask(both)
    say(`| ${title} ${shown(await measured(() => ask(both), millisecondsEach))}`)
  }
  say(tableHead(`${readers} читателя сразу, все запросы выше`, 'запросов/с', 'p50, мс', 'p95, мс'))
  say(`| с копией, которая помнит ответы ${await together(both, rows, millisecondsEach * 5)}`)
}

/** A search that takes PostgreSQL more than its time is refused, as a person's would be. */
const measuredOrRefused = (ask: () => Promise<unknown>, milliseconds: number): Promise<string> =>
  measured(ask, milliseconds).then(shown, error => {
    isRefused(error)
    return '| не успел | |'
  })

/** `lane`: absent for figures. */
type Row = { title: string; lane?: 'page' | 'texts'; ask: (reading: Engines) => Promise<number> }

const listed = ({ title, query, scope = everyone, page = 1, ordering = '-entry_date' }: BenchQuery): Row => {
  const params = toRecord(query)
  const values = readLenient(caseFields, params)
  return {
    title,
    lane: laneOfPage(params),
    ask: async reading => (await listCases(reading, scope, values, { ordering, page, size: pageSize }, reader)).count,
  }
}
const facets = (title: string, query: string): Row => {
  const values = readLenient(caseFields, toRecord(query))
  return {
    title: `счётчики всех значений: ${title}`,
    ask: async reading => {
      const { facets: counts } = await countFacets(reading, everyone, values, { keys: countableKeys })
      return Object.values(counts).reduce((sum, one) => sum + (one?.length ?? 0), 0)
    },
  }
}
const articleTree = (title: string, values: Question['values']): Row => ({
  title,
  ask: async reading => (await askCases(reading, { scope: everyone, values }, countArticleTree, atOneMoment)).length,
})
/** All charts of the page in one answer. */
const charts = (title: string, values: Question['values']): Row => ({
  title,
  ask: async reading => {
    const count = (engine: CaseEngine, question: Question) => countCharts(engine, question, reading.db)
    return Object.keys((await askCases(reading, { scope: everyone, values }, count, atOneMoment)).charts).length
  },
})
const table = (title: string, of: Omit<Definition, 'sides'>): Row => ({
  title,
  ask: async reading =>
    askTogether(reading, everyone, [['table', {}]], async (db, sides) => {
      const { rows } = await countTable(db, everyone, { ...of, sides: [{}] }, sides, pageRoom)
      return rows.length
    }),
})
const counted: readonly Row[] = [
  facets('без фильтров', ''),
  facets('КоАП', 'type=1'),
  facets('один регион', 'type=1&regions=77'),
  articleTree('статистика: дерево статей', {}),
  articleTree('статистика: дерево статей, один регион', { regions: [77] }),
  charts('статистика: диаграммы', {}),
  charts('статистика: диаграммы, один регион', { regions: [77] }),
  charts('статистика: диаграммы, КоАП, первая инстанция', { type: '1', stage: '1' }),
  table('таблица: регионы и годы, дела и доля наказаний', {
    rows: 'regions',
    columns: 'entry_year',
    metrics: ['cases', 'penalty_share'],
  }),
  table('таблица: статьи, медиана штрафа', { rows: 'article', columns: noColumns, metrics: ['cases', 'fine_median'] }),
]

const readers = 32
/** In a crowd, and among very many cases, a question may take more than its time; its refusal is an answer, too. */
const isRefused = (error: unknown): void => {
  if (!(error instanceof HttpError) && errorCode(error) !== stopped) throw error
}
const stopped = '57014'
/** Each reader asks one thing after another, all begin elsewhere in the list, and wait for each other as accounts do. */
async function together(reading: Engines, rows: readonly Row[], milliseconds: number): Promise<string> {
  const times: number[] = []
  const queues = laneQueues()
  const { signal } = new AbortController()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: milliseconds === 0 ? 2 : readers }, async (_, account) => {
      for (let at = account; performance.now() - began < milliseconds || at === account; at++) {
        const row = rows[at % rows.length]
        const lane = row?.lane ?? 'figures'
        const asked = performance.now()
        const leave = await queues[lane].take(account, signal)
        await askingAs({ account, lane, signal }, async () => row?.ask(reading).catch(isRefused)).finally(leave)
        times.push(performance.now() - asked)
      }
    }),
  )
  const rate = (times.length / (performance.now() - began)) * 1000
  return `| ${tenths.format(rate)} ${shown(percentiles(times))}`
}

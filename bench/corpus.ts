import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { connect } from '../server/db/connect.ts'
import { restoreIndexes } from '../server/db/indexes-aside.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedReference } from '../server/db/reference/seed.ts'
import { Refusal } from '../server/db/refusal.ts'
import type { DB } from '../server/db/schema.ts'
import { demoMark, loadDemo } from '../server/demo/load.ts'
import { type Corpus, fillTexts, textsOf } from './texts.ts'

/** A database on the same server that holds a generated corpus of the stated size and nothing else; kept for the next time. */
export type Loading = { seconds: number }
export type BenchDatabase = { db: Kysely<DB>; url: string; loading: Loading | undefined; close(): Promise<void> }

/** `texts`: so many cases have texts; absent: as many as the demonstration gives them. */
export type CorpusAsked = { cases: number; texts?: number | undefined }
export const benchDatabaseName = ({ cases, texts }: CorpusAsked): string =>
  `sudmonitor_bench_${cases}${texts === undefined ? '' : `_texts_${texts}`}`

export async function benchDatabase(
  serverUrl: string,
  asked: CorpusAsked,
  onLine: (line: string) => void,
): Promise<BenchDatabase> {
  const name = benchDatabaseName(asked)
  const admin = connect(serverUrl, { max: 1 })
  try {
    const known = await sql`select from pg_database where datname = ${name}`.execute(admin)
    if (known.rows.length === 0)
      await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(admin)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    throw new Refusal('Учётной записи PostgreSQL нужно право создавать базы: измерения идут в отдельной базе.', {
      cause: error,
    })
  } finally {
    await admin.destroy()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = connect(url.href, { max: 4 })
  try {
    await migrate(db)
    await restoreIndexes(db)
    await seedReference(db)
    const loading = await loaded(db, asked, onLine)
    return { db, url: url.href, loading, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** What is missing is loaded; undefined: nothing was. */
async function loaded(
  db: Kysely<DB>,
  { cases, texts }: CorpusAsked,
  onLine: (line: string) => void,
): Promise<Loading | undefined> {
  const began = performance.now()
  const isThere = (await corpusOf(db))?.count === cases
  if (!isThere) {
    onLine(`Загружается корпус: ${counted(cases, caseForms)}…`)
    await loadDemo(db, { count: cases, onIndexing: () => onLine('Строятся индексы…') })
  }
  const corpus = await corpusOf(db)
  const lacksTexts = texts !== undefined && corpus !== undefined && (await textsOf(db)) < Math.min(texts, cases)
  if (lacksTexts) await fillTexts(db, corpus, texts, onLine)
  if (isThere && !lacksTexts) return undefined
  const seconds = (performance.now() - began) / 1000
  // The first readers of fresh pages would otherwise pay for them.
  await sql`vacuum analyze`.execute(db)
  return { seconds }
}

const wholeCorpus = z.object({ count: z.number(), seed: z.number(), today: z.string(), complete: z.literal(true) })
async function corpusOf(db: Kysely<DB>): Promise<Corpus | undefined> {
  const mark = await db.selectFrom('installation').where('key', '=', demoMark).select('value').executeTakeFirst()
  return wholeCorpus.safeParse(mark?.value).data
}

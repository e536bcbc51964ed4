import { performance } from 'node:perf_hooks'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { connect } from '../server/db/connect.ts'
import { copyRows } from '../server/db/copy-rows.ts'
import { buildDeferredIndexes, withDeferredIndexes } from '../server/db/deferred-indexes.ts'
import { demoKey, readInstallation } from '../server/db/installation.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedReference } from '../server/db/reference/seed.ts'
import { Refusal } from '../server/db/refusal.ts'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import { loadDemo } from '../server/demo/load.ts'
import { buildStringsIndex } from '../server/texts/strings-index.ts'
import { reindexTexts, textIndexRow } from '../server/texts/text-index.ts'
import { recordForms } from '../server/texts/word-forms.ts'
import { repeatCases } from './many-times.ts'

/** A database on the same server that holds a generated corpus of the stated size and nothing else; kept for the next time. */
export type Loading = { seconds: number }
type BenchDatabase = { db: Kysely<DB>; url: string; loading: Loading | undefined; close(): Promise<void> }

/**
 * `texts`: so many cases have texts; absent: as many as the demonstration gives them. `generated`: so many cases at most are made one by
 * one; of a larger corpus each is repeated, without its text.
 */
type CorpusAsked = { cases: number; texts?: number | undefined; generated?: number | undefined }
const mostGenerated = 1_000_000
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
    await buildDeferredIndexes(db)
    await seedReference(db)
    const loading = await loaded(db, asked, onLine)
    // A corpus of an earlier version is brought up to date, as a server does it beside serving.
    await reindexTexts(db)
    await buildStringsIndex(db)
    return { db, url: url.href, loading, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function loaded(
  db: Kysely<DB>,
  { cases, texts, generated = mostGenerated }: CorpusAsked,
  onLine: (line: string) => void,
): Promise<Loading | undefined> {
  const began = performance.now()
  const isThere = (await corpusOf(db))?.count === cases
  if (!isThere) await load(db, cases, generated, onLine)
  const corpus = await corpusOf(db)
  const made = Math.min(cases, generated)
  const lacksTexts = texts !== undefined && corpus !== undefined && (await textsOf(db)) < Math.min(texts, made)
  if (lacksTexts) await fillTexts(db, { ...corpus, count: made }, texts, onLine)
  if (isThere && !lacksTexts) return undefined
  const seconds = (performance.now() - began) / 1000
  // The first readers of fresh pages would otherwise pay for them.
  await sql`vacuum analyze`.execute(db)
  return { seconds }
}

/** Up to `generated` cases are made one by one; of more, so many are made, and repeated. */
async function load(db: Kysely<DB>, cases: number, generated: number, onLine: (line: string) => void): Promise<void> {
  const made = Math.min(cases, generated)
  const times = cases / made
  if (!Number.isInteger(times)) throw new Refusal(`Больше ${counted(made, caseForms)} — только в целое число раз.`)
  const onIndexing = (): void => onLine('Строятся индексы…')
  if ((await corpusOf(db))?.count !== made) {
    onLine(`Загружается корпус: ${counted(made, caseForms)}…`)
    await loadDemo(db, { count: made, onIndexing })
  }
  if (times === 1) return
  onLine(`Дела повторяются, всего их ${showNumber(cases)}…`)
  const repeat = async (trx: Transaction<DB>): Promise<void> => {
    await repeatCases(trx, times, name => onLine(`Повторяется таблица ${name}…`))
    await sql`
      update installation set value = value || jsonb_build_object('count', ${cases}::integer)
      where key = ${demoKey}`.execute(trx)
  }
  await withDeferredIndexes(db, () => db.transaction().execute(repeat), onIndexing)
}

const wholeCorpus = z.object({ count: z.number(), seed: z.number(), today: z.string(), complete: z.literal(true) })
async function corpusOf(db: Kysely<DB>): Promise<Corpus | undefined> {
  return wholeCorpus.safeParse(await readInstallation(db, demoKey)).data
}

/**
 * Gives every case of a generated corpus its text, up to so many, as the demonstration would have written it; where nothing is decided
 * yet, that of the case before. Texts alone are written: what a case says of itself stays as it was. With all indexes.
 */
type Corpus = { count: number; seed: number; today: string }

const batchSize = 500
const together = 2

const textsOf = async (db: Kysely<DB>): Promise<number> =>
  (
    await db
      .selectFrom('case_text')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

async function fillTexts(
  db: Kysely<DB>,
  { count, ...made }: Corpus,
  texts: number,
  onLine: (line: string) => void,
): Promise<void> {
  await sql`truncate case_text, text_form`.execute(db)
  // Whoever has only texts with forms needs no trigrams.
  await reindexTexts(db)
  let written = 0
  const batches = batchesOf(demoCases(count, { ...made, textShare: 1 }), texts)
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      await write(db, batch)
      const before = written
      written += batch.size
      if (Math.floor(written / 100_000) > Math.floor(before / 100_000)) onLine(`Текстов: ${showNumber(written)}…`)
    }
  }
  await withDeferredIndexes(
    db,
    async () => {
      await Promise.all(Array.from({ length: together }, work))
    },
    () => onLine('Строятся индексы…'),
    ['case_text'],
  )
  await sql`vacuum analyze case_text`.execute(db)
  await sql`vacuum analyze text_form`.execute(db)
}

function* batchesOf(
  cases: Iterable<{ source_key: string; text?: string | undefined }>,
  most: number,
): Generator<ReadonlyMap<string, string>> {
  let batch = new Map<string, string>()
  let last = ''
  let made = 0
  for (const { source_key, text } of cases) {
    last = text ?? last
    batch.set(source_key, last)
    made += 1
    if (batch.size < batchSize && made < most) continue
    yield batch
    batch = new Map()
    if (made >= most) return
  }
  if (batch.size > 0) yield batch
}

async function write(db: Kysely<DB>, texts: ReadonlyMap<string, string>): Promise<void> {
  const cases = await db
    .selectFrom('case_source')
    .select(['source_key', 'case_id'])
    .where(sql<boolean>`source_key = any(${[...texts.keys()]})`)
    .execute()
  const rows = cases.map(({ source_key, case_id }) => {
    const body = texts.get(source_key) ?? ''
    return { case_id, body, ...textIndexRow(body) }
  })
  await recordForms(db, rows)
  await copyRows(db, 'case_text', rows)
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import type { CaseRecord } from '../server/ingest/case-record.ts'
import { importFiles } from '../server/ingest/importers/import-file.ts'

/**
 * Cases a second from a file, into tables that are full and indexed: what `sudmonitor import` does, its threads among it. What was
 * added is removed afterwards. Measured the second time: a generated world has judges of its own for every seed, where a court
 * that is read every day has those it had yesterday.
 */
type ImportRate = { title: string; rate: number }
/** Enough for the threads to be worth starting, as for any file that one waits for. */
const mostCases = 30_000
const ownKeys = 'bench:'

/** A court's register says what was decided; a court's card says how it went, about seven events a case. */
const kinds: readonly { title: string; seed: number; of: (record: CaseRecord) => CaseRecord }[] = [
  {
    title: 'записи реестра (лица, статьи, даты, результат)',
    seed: 2,
    of: record => ({ ...record, events: [], participants: [], penalties: [], defence_params: [] }),
  },
  { title: 'карточки с движением, участниками и наказаниями', seed: 3, of: record => record },
]

/** `url`: address of `db`. `corpus`: how many cases there are; a small corpus is not asked to take more than itself. */
export async function importRates(db: Kysely<DB>, corpus: number, url?: string): Promise<ImportRate[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-'))
  const rates: ImportRate[] = []
  try {
    for (const { title, seed, of } of kinds) {
      const file = join(folder, `${seed}.ndjson`)
      const count = await writeCases(file, benchCases(Math.min(mostCases, corpus), seed, of))
      await importRate(db, url, file, count)
      rates.push({ title, rate: await importRate(db, url, file, count) })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return rates
}
const today = (): string => new Date().toISOString().slice(0, 10)

/** Generated cases under keys of the bench's own. */
export function* benchCases(
  most: number,
  seed: number,
  of = (record: CaseRecord): CaseRecord => record,
): Generator<CaseRecord> {
  for (const record of demoCases(most, { seed, today: today(), textShare: 0 }))
    yield { ...of(record), source_key: `${ownKeys}${record.source_key}` }
}

/** One case a line, as the importer reads them. Answers how many. */
export async function writeCases(file: string, records: Iterable<CaseRecord>): Promise<number> {
  const lines = createWriteStream(file)
  let count = 0
  for (const record of records) {
    if (!lines.write(`${JSON.stringify(record)}\n`)) await once(lines, 'drain')
    count += 1
  }
  lines.end()
  await once(lines, 'finish')
  return count
}

/** Takes away what the work adds under `keys`; before it, what a bench that was broken off has left. */
export async function withoutTrace<T>(db: Kysely<DB>, work: () => Promise<T>, keys = ownKeys): Promise<T> {
  const remove = async (): Promise<void> => {
    const added = db.selectFrom('case_source').where('source_key', '^@', keys).select('case_id')
    await db.deleteFrom('court_case').where('id', 'in', added).execute()
  }
  await remove()
  const { last } = await db
    .selectFrom('defendant')
    .select(eb => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow()
  try {
    return await work()
  } finally {
    await remove()
    await db.deleteFrom('defendant').where('id', '>', last).execute()
  }
}

const importRate = (db: Kysely<DB>, url: string | undefined, file: string, count: number): Promise<number> =>
  withoutTrace(db, async () => {
    const began = performance.now()
    await importNew(db, url, file, count)
    return (count / (performance.now() - began)) * 1_000
  })

export async function importNew(db: Kysely<DB>, url: string | undefined, file: string, count: number): Promise<void> {
  const summary = await importFiles(db, [file], { url })
  if (summary.new !== count) throw new Error(`Of ${count} cases ${summary.new} were new.`)
}

import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import type { CaseRecord } from '../server/ingest/case-record.ts'
import { ingestMany } from '../server/ingest/ingest-many.ts'

/**
 * Cases a second by the one door, into tables that are full and indexed, just as an import of a file goes: parsed already,
 * several transactions at once. What was added is removed afterwards. Measured the second time: a generated world has judges of
 * its own for every seed, where a court that is read every day has those it had yesterday.
 */
export type ImportRate = { title: string; rate: number }
const mostCases = 10_000
const origin = 'bench'

/** A court's register says what was decided; a court's card says how it went, about seven events a case. */
const kinds: readonly { title: string; seed: number; of: (record: CaseRecord) => CaseRecord }[] = [
  {
    title: 'записи реестра (лица, статьи, даты, результат)',
    seed: 2,
    of: record => ({ ...record, events: [], participants: [], penalties: [], defence_params: [] }),
  },
  { title: 'карточки с движением, участниками и наказаниями', seed: 3, of: record => record },
]

/** `corpus`: how many cases there are; a small corpus is not asked to take more than itself. */
export async function importRates(db: Kysely<DB>, corpus: number): Promise<ImportRate[]> {
  const rates: ImportRate[] = []
  for (const { title, seed, of } of kinds) {
    const records = [...demoCases(Math.min(mostCases, corpus), { seed, today: today(), textShare: 0 })].map(of)
    await importRate(db, records)
    rates.push({ title, rate: await importRate(db, records) })
  }
  return rates
}
const today = (): string => new Date().toISOString().slice(0, 10)

async function importRate(db: Kysely<DB>, records: readonly CaseRecord[]): Promise<number> {
  const fresh = records.map(record => ({
    record: { ...record, source_key: `${origin}:${record.source_key}` },
    origin,
  }))
  const { last } = await db
    .selectFrom('defendant')
    .select(eb => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow()
  const began = performance.now()
  await ingestMany(db, fresh)
  const seconds = (performance.now() - began) / 1000
  const added = db.selectFrom('case_source').where('origin', '=', origin).select('case_id')
  await db.deleteFrom('court_case').where('id', 'in', added).execute()
  await db.deleteFrom('defendant').where('id', '>', last).execute()
  return records.length / seconds
}

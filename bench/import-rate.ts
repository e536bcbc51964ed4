import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import { ingestMany } from '../server/ingest/ingest-many.ts'

/**
 * Cases a second by the one door, into tables that are full and indexed, just as an import of a file goes: parsed already,
 * several transactions at once. What was added is removed afterwards.
 */
const mostCases = 10_000
const origin = 'bench'

/** `corpus`: how many cases there are; a small corpus is not asked to take more than itself. */
export async function importRate(db: Kysely<DB>, corpus: number): Promise<number> {
  const measuredCases = Math.min(mostCases, corpus)
  const today = new Date().toISOString().slice(0, 10)
  const fresh = [...demoCases(measuredCases, { seed: 2, today, textShare: 0 })].map(record => ({
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
  return measuredCases / seconds
}

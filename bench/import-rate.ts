import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import { ingest } from '../server/ingest/ingest.ts'

/** Cases a second by the one door, into tables that are full and indexed; nothing of it stays. */
const mostCases = 5_000
const batchSize = 1_000

/** `corpus`: how many cases there are; a small corpus is not asked to take more than itself. */
export async function importRate(db: Kysely<DB>, corpus: number): Promise<number> {
  const measuredCases = Math.min(mostCases, corpus)
  const fresh = [
    ...demoCases(measuredCases, { seed: 2, today: new Date().toISOString().slice(0, 10), textShare: 0 }),
  ].map(record => ({ ...record, source_key: `bench:${record.source_key}` }))
  let seconds = 0
  await db
    .transaction()
    .execute(async trx => {
      const began = performance.now()
      for (let at = 0; at < fresh.length; at += batchSize)
        await ingest(trx, fresh.slice(at, at + batchSize), { origin: 'bench' })
      seconds = (performance.now() - began) / 1000
      throw new Undone()
    })
    .catch(error => {
      if (!(error instanceof Undone)) throw error
    })
  return measuredCases / seconds
}
class Undone extends Error {}

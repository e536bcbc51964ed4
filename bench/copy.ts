import { rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import type { CopyNow } from '../server/db/copy.ts'
import type { DB } from '../server/db/schema.ts'
import { openReplica } from '../server/replica/open-replica.ts'
import { isCopied, layout } from '../server/replica/tables.ts'

/** A copy of the corpus, made for the time of the bench. What fails on it fails the bench. */
export type BenchCopy = { now: CopyNow; db: Kysely<DB>; seconds: number; megabytes(): number; close(): Promise<void> }

export async function benchCopy(url: string): Promise<BenchCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-'))
  const began = performance.now()
  const replica = openReplica({ url, folder, memoryLimit: '4GB', connections: 4 })
  await replica.caughtUp()
  const seconds = (performance.now() - began) / 1000
  const reader = (): Kysely<DB> => {
    const db = replica.reader()
    if (db === undefined) throw new Error('The copy of the bench is gone')
    return db
  }
  const failed = (error: unknown): never => {
    throw error
  }
  return {
    now: () => ({ db: reader(), holds: isCopied, layout, failed }),
    db: reader(),
    seconds,
    megabytes: () => statSync(join(folder, 'cases-1.duckdb')).size / 2 ** 20,
    close: async () => {
      await replica.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes the copy so many times larger: every case stands in it that many times, under numbers of its own. Its sets of rows,
 * courts and judges stay as many as they were.
 */
export async function multiply(copy: Kysely<DB>, times: number): Promise<void> {
  const { rows } = await sql<{ last: number }>`select max(id) as last from court_case`.execute(copy)
  const step = (rows[0]?.last ?? 0) + 1
  for (const [table, id, order] of [
    ['court_case', 'id', 'entry_date desc nulls last, id desc'],
    ['case_event', 'case_id', 'event_date'],
    ['case_defendant', 'case_id', 'case_id'],
  ] as const) {
    await sql
      .raw(`create table many as select * replace ((${id} + copy * ${step})::integer as ${id})
        from (select * from ${table}) as one, (select unnest(range(${times})) as copy) order by ${order}`)
      .execute(copy)
    await sql.raw(`drop table ${table}`).execute(copy)
    await sql.raw(`alter table many rename to ${table}`).execute(copy)
  }
  await sql`checkpoint`.execute(copy)
}

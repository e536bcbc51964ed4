import { rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import type { CopyNow } from '../server/cases/engine/engine.ts'
import type { DB } from '../server/db/schema.ts'
import { copyEngine } from '../server/replica/copy-engine.ts'
import type { KeptAnswers } from '../server/replica/kept-answers.ts'
import { openReplica } from '../server/replica/open-replica.ts'

/**
 * A copy of the corpus, made for the time of the bench. What fails on it fails the bench. Its answers are not kept, unless somebody says so:
 * what is measured is how long they take.
 */
export type BenchCopy = {
  now: CopyNow
  answers: KeptAnswers
  seconds: number
  megabytes: number
  close(): Promise<void>
}

export async function benchCopy(url: string): Promise<BenchCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-'))
  const began = performance.now()
  const replica = openReplica({ url, folder, memoryShare: 17 })
  await replica.caughtUp()
  replica.answers.beginChange()
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
    answers: replica.answers,
    now: () => copyEngine(reader(), failed),
    seconds,
    megabytes: statSync(join(folder, 'cases-1.duckdb')).size / 2 ** 20,
    close: async () => {
      await replica.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

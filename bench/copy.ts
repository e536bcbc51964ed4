import { rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Kysely } from 'kysely'
import type { CopyNow } from '../server/cases/engine/engine.ts'
import type { DB } from '../server/db/schema.ts'
import { clusteredTables, recluster } from '../server/replica/cluster.ts'
import { copyEngine } from '../server/replica/copy-engine.ts'
import { copyMemory } from '../server/replica/copy-memory.ts'
import { openDuckDB } from '../server/replica/duckdb-file.ts'
import type { KeptAnswers } from '../server/replica/kept-answers.ts'
import { openReplica } from '../server/replica/open-replica.ts'
import { caseTables } from '../server/replica/tables.ts'

/**
 * A copy of the corpus, made for the time of the bench. What fails on it fails the bench. Its answers are not kept, unless somebody says so:
 * what is measured is how long they take.
 */
export type BenchCopy = {
  now: CopyNow
  answers: KeptAnswers
  seconds: number
  megabytes: number
  /** Resolves when everything committed by now is in the copy, however long that takes. */
  caughtUp(): Promise<unknown>
  close(): Promise<void>
}

const file = 'cases-1.duckdb'
/** Hundredths of the machine's memory, of which a copy of now has half. */
const memoryShare = 34

/** `times`: how many times the copy holds each case; PostgreSQL has it once. */
export async function benchCopy(url: string, times = 1): Promise<BenchCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-'))
  const began = performance.now()
  let replica = openReplica({ url, folder, memoryShare })
  await replica.caughtUp()
  const seconds = (performance.now() - began) / 1000
  if (times > 1) {
    await replica.stop()
    await repeatCopied(folder, times)
    replica = openReplica({ url, folder, memoryShare })
    await replica.caughtUp()
  }
  replica.answers.beginChange()
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
    megabytes: statSync(join(folder, file)).size / 2 ** 20,
    caughtUp: () => replica.caughtUp(),
    close: async () => {
      await replica.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** More cases than PostgreSQL is filled with in a day: what the copy answers alone is measured on them. */
async function repeatCopied(folder: string, times: number): Promise<void> {
  const instance = await openDuckDB(folder, file, {
    memoryLimit: copyMemory(memoryShare).now,
    threads: availableParallelism(),
  })
  const copy = await instance.connect()
  try {
    for (const table of caseTables) if (table.setColumn === undefined) await repeatRows(copy, table, times)
    for (const table of clusteredTables) await recluster(copy, table)
    await copy.run('checkpoint')
  } finally {
    copy.closeSync()
    instance.closeSync()
  }
}

/** Below zero: of one day the cases that PostgreSQL knows come first, so that a page of a list reads their cards. */
const repeated = (column: string): string => `-(turn * ${mostCases} + ${column})`
const mostCases = 20_000_000

async function repeatRows(
  copy: DuckDBConnection,
  { name, caseColumn, columns }: (typeof caseTables)[number],
  times: number,
): Promise<void> {
  const numbers = columns
    .map(column => column.name)
    .filter(column => column === caseColumn || column === 'defendant_id')
  await copy.run(`
    insert into ${name}
    select * exclude (turn) replace (${numbers.map(column => `${repeated(column)} as ${column}`).join(', ')})
    from ${name}, range(${times - 1}) as turns (turn)`)
}

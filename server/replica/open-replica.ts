import { mkdir, rm } from 'node:fs/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../db/schema.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { openFile } from './duckdb-file.ts'
import { load } from './load.ts'

/**
 * The columnar copy of a process (design §1, §12): loaded from PostgreSQL, then kept up with it. Whoever reads asks
 * `reader()` each time: it is undefined while there is nothing to read from, and PostgreSQL answers instead.
 */
export type ReplicaOptions = {
  url: string
  /** Its own: what lies in it is removed when it is of no use. */
  folder: string
  memoryLimit?: string
  threads?: number
  /** Queries at once. */
  connections?: number
}
export type Replica = {
  reader(): Kysely<DB> | undefined
  state(): ReplicaState
  /** When it can be read for the first time. */
  loaded: Promise<void>
  stop(): Promise<void>
}
export type ReplicaState = {
  state: 'loading' | 'ready' | 'away'
  /** How old what it shows may be, in seconds; null: it shows nothing. */
  lag: number | null
}

export async function openReplica({
  url,
  folder,
  memoryLimit = '1GB',
  threads = 2,
  connections = 3,
}: ReplicaOptions): Promise<Replica> {
  await mkdir(folder, { recursive: true })
  await rm(`${folder}/cases.duckdb`, { force: true })
  const instance = await openFile(folder, 'cases.duckdb', { memoryLimit, threads })
  const db = new Kysely<DB>({ dialect: duckdbDialect(instance, { connections }) })
  let isReady = false
  const loaded = (async () => {
    const from = new pg.Client({ connectionString: url })
    await from.connect()
    const to = await instance.connect()
    try {
      await load(from, to, folder)
      isReady = true
    } finally {
      to.closeSync()
      await from.end()
    }
  })()
  loaded.catch(() => undefined)
  return {
    reader: () => (isReady ? db : undefined),
    state: () => ({ state: isReady ? 'ready' : 'loading', lag: isReady ? 0 : null }),
    loaded,
    stop: async () => {
      await loaded.catch(() => undefined)
      await db.destroy()
      instance.closeSync()
    },
  }
}

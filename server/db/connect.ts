import { Kysely } from 'kysely'
import pg from 'pg'
import { keepDaysOn } from './as-of/as-of.ts'
import { ActDialect } from './asked-act.ts'
import { cancelBy } from './cancel.ts'
import { databaseClientOptions } from './client-options.ts'
import { CopyClient } from './copy-rows.ts'
import { listenBy } from './listen.ts'
import type { DB } from './schema.ts'

const { builtins } = pg.types
const asIs = (value: string): string => value
pg.types.setTypeParser(builtins.DATE, asIs)
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.NUMERIC, Number)

type Connections = Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis' | 'allowExitOnIdle'>

/** Files read at the same time, each of which holds a connection for as long as it takes: pages have others. */
export const filesAtOnce = 4

export const connect = (url: string, { max = 10 }: { max?: number } = {}): Kysely<DB> => {
  const db = connectTo(poolOf(url, { max }))
  // These end by themselves, and so with their `db`.
  cancelBy(db, connectTo(poolOf(url, { ...passing, max: 1 })))
  listenBy(db, () => new pg.Client({ ...databaseClientOptions(url), application_name: 'sudmonitor' }))
  keepDaysOn(db, poolOf(url, { ...passing, max: filesAtOnce + 4 }))
  return db
}
const passing = { idleTimeoutMillis: 1_000, allowExitOnIdle: true }

const connectTo = (pool: pg.Pool): Kysely<DB> => new Kysely<DB>({ dialect: new ActDialect({ pool }) })

function poolOf(url: string, connections: Connections): pg.Pool {
  const pool = new pg.Pool({
    ...databaseClientOptions(url),
    ...connections,
    application_name: 'sudmonitor',
    Client: CopyClient,
  })
  pool.on('connect', client => {
    // JIT compilation takes longer than our queries; the embedded server has it off.
    client.query('set jit = off').catch(() => undefined)
    client.on('error', () => undefined)
  })
  // Idle connections are replaced by the pool; without a listener the error would end the process.
  pool.on('error', () => undefined)
  return pool
}

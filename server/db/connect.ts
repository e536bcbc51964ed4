import { Kysely } from 'kysely'
import pg from 'pg'
import { enableAsOf } from './as-of/as-of.ts'
import { ActDialect } from './asked-act.ts'
import { cancelBy } from './cancel.ts'
import { databaseClientOptions } from './client-options.ts'
import { CopyClient } from './copy-rows.ts'
import { latestMigration } from './migrate.ts'
import type { DB } from './schema.ts'
import { sessionsBy } from './session.ts'

/** `distribute` detects nodes of other versions by it. */
export const applicationName = `sudmonitor ${latestMigration.slice(0, 4)}`

const { builtins } = pg.types
const asIs = (value: string): string => value
pg.types.setTypeParser(builtins.DATE, asIs)
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.NUMERIC, Number)

type Connections = Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis' | 'allowExitOnIdle'>

/** Concurrent file downloads. Each holds a connection while it lasts; pages have their own. */
export const filesAtOnce = 4

export const connect = (url: string, { max = 10 }: { max?: number } = {}): Kysely<DB> => {
  const reached = databaseClientOptions(url, 'transactions')
  const db = connectTo(poolOf(reached, { max }))
  // Closes by itself when idle, so it needs no `destroy` of its own.
  cancelBy(db, connectTo(poolOf(reached, { ...passing, max: 1 })))
  const session = databaseClientOptions(url)
  sessionsBy(db, {
    client: () => new pg.Client({ ...session, application_name: applicationName }),
    database: () => connectTo(poolOf(session, { max: 1 })),
  })
  enableAsOf(db, poolOf(session, { ...passing, max: filesAtOnce + 4 }))
  return db
}
const passing = { idleTimeoutMillis: 1_000, allowExitOnIdle: true }

const connectTo = (pool: pg.Pool): Kysely<DB> => new Kysely<DB>({ dialect: new ActDialect({ pool }) })

function poolOf(reached: pg.PoolConfig, connections: Connections): pg.Pool {
  const pool = new pg.Pool({ ...reached, ...connections, application_name: applicationName, Client: CopyClient })
  pool.on('connect', client => {
    client.on('error', () => undefined)
  })
  // The pool replaces idle connections that broke; without a listener the error would end the process.
  pool.on('error', () => undefined)
  return pool
}

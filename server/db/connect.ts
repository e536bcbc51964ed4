import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { CopyingClient } from './copying-client.ts'
import type { DB } from './schema.ts'

/** A pool of connections, and how PostgreSQL values become JavaScript ones (see schema.ts). */
const { builtins } = pg.types
const asIs = (value: string): string => value
pg.types.setTypeParser(builtins.DATE, asIs)
// Counts, sums and ids stay far below 2^53.
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.NUMERIC, Number)

/** `url` is a PostgreSQL connection string; the caller destroys what it gets. */
export const connect = (url: string, { max = 10 }: { max?: number } = {}): Kysely<DB> => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'sudmonitor',
    Client: CopyingClient,
  })
  pool.on('connect', client => {
    // Compiling a query takes longer than our queries do; the embedded server is told so in its settings.
    client.query('set jit = off').catch(() => undefined)
    // A connection that breaks between two queries of a transaction fails the next of them; that is enough.
    client.on('error', () => undefined)
  })
  // One that breaks while it is idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

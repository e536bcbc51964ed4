import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { cancelAsFor } from '../cancel.ts'
import type { DB } from '../schema.ts'
import { asOfSchema, daySetting } from './versions.ts'

/**
 * The database as it was known at the end of a day in Moscow: every query that works on the database works on it, and sees the rows of that day in
 * tables that are kept by days (versions.ts), of others those of now. Nothing can be written. Connections are of a pool of their own: none of
 * them is ever used for anything else.
 */
const pools = new WeakMap<Kysely<DB>, pg.Pool>()
export const keepDaysOn = (db: Kysely<DB>, pool: pg.Pool): unknown => pools.set(db, pool)

/** Turns a session to the day $1. PostgreSQL's own functions come second: `now()` is of that day. */
export const sessionOfDay = `select set_config('search_path', '${asOfSchema}, pg_catalog, public', false),
  set_config('default_transaction_read_only', 'on', false), set_config('${daySetting}', $1, false)`

/** @param day `YYYY-MM-DD` */
export function asOf(db: Kysely<DB>, day: string): Kysely<DB> {
  const pool = pools.get(db)
  if (pool === undefined) throw new Error('of a transaction, or of another day, there are no days')
  const setDay = async (connection: DatabaseConnection): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(sessionOfDay, [day]))
  }
  const then = new Kysely<DB>({ dialect: new PostgresDialect({ pool, onReserveConnection: setDay }) })
  cancelAsFor(then, db)
  return then
}

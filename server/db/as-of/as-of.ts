import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { cancelAsFor } from '../cancel.ts'
import type { DB } from '../schema.ts'
import { asOfSchema, daySetting } from './day-views.ts'

/**
 * The database as known at the end of a day in Moscow: any query that runs on the database runs on it. Versioned tables (versioned-tables.ts) show
 * rows of that day, others current rows. Read-only, with a connection pool of its own, since the day is a setting of the session.
 */
type Days = { pool: pg.Pool; asked: Map<string, Kysely<DB>> }
const daysByDatabase = new WeakMap<Kysely<DB>, Days>()
export const enableAsOf = (db: Kysely<DB>, pool: pg.Pool): unknown => daysByDatabase.set(db, { pool, asked: new Map() })

/** Caches keyed by the database, such as matches of words, live as long as its day is among the latest used. */
const mostDays = 8

/** Sets the session to the day $1. `as_of` precedes pg_catalog, so that `now()` is the end of that day. */
export const sessionOfDay = `select set_config('search_path', '${asOfSchema}, pg_catalog, public', false),
  set_config('default_transaction_read_only', 'on', false), set_config('${daySetting}', $1, false)`

/** @param day `YYYY-MM-DD` */
export function asOf(db: Kysely<DB>, day: string): Kysely<DB> {
  const days = daysByDatabase.get(db)
  if (days === undefined) throw new Error('asOf needs the database itself, not a transaction or another day')
  const then = days.asked.get(day) ?? baseOf(db, days.pool, day)
  days.asked.delete(day)
  days.asked.set(day, then)
  const [oldest] = days.asked.keys()
  if (days.asked.size > mostDays && oldest !== undefined) days.asked.delete(oldest)
  return then
}

function baseOf(db: Kysely<DB>, pool: pg.Pool, day: string): Kysely<DB> {
  /** A connection on which the settings failed is discarded. */
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect()
    try {
      await client.query(sessionOfDay, [day])
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const dialect = new PostgresDialect({ pool: { connect, end: async () => undefined, options: {} } })
  const then = new Kysely<DB>({ dialect })
  cancelAsFor(then, db)
  return then
}

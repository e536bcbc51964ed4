import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { cancelAsFor } from '../cancel.ts'
import type { DB } from '../schema.ts'
import { asOfSchema, daySetting } from './day-views.ts'

/**
 * The database as it was known at the end of a day in Moscow: every query that works on the database works on it, and sees the rows of that day in
 * tables that are kept by days (versioned-tables.ts), of others those of now. Nothing can be written. Connections are of a pool of their own: none of
 * them is ever used for anything else.
 */
type Days = { pool: pg.Pool; asked: Map<string, Kysely<DB>> }
const daysOf = new WeakMap<Kysely<DB>, Days>()
export const keepDaysOn = (db: Kysely<DB>, pool: pg.Pool): unknown => daysOf.set(db, { pool, asked: new Map() })

/** What is remembered of a database, as what words have found, is remembered of the day as long as others are not asked of. */
const mostDays = 8

/** Turns a session to the day $1. PostgreSQL's own functions come second: `now()` is of that day. */
export const sessionOfDay = `select set_config('search_path', '${asOfSchema}, pg_catalog, public', false),
  set_config('default_transaction_read_only', 'on', false), set_config('${daySetting}', $1, false)`

/** @param day `YYYY-MM-DD` */
export function asOf(db: Kysely<DB>, day: string): Kysely<DB> {
  const days = daysOf.get(db)
  if (days === undefined) throw new Error('of a transaction, or of another day, there are no days')
  const then = days.asked.get(day) ?? baseOf(db, days.pool, day)
  days.asked.delete(day)
  days.asked.set(day, then)
  const [oldest] = days.asked.keys()
  if (days.asked.size > mostDays && oldest !== undefined) days.asked.delete(oldest)
  return then
}

function baseOf(db: Kysely<DB>, pool: pg.Pool, day: string): Kysely<DB> {
  /** A connection that cannot be turned to the day goes back as a broken one, and is replaced. */
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

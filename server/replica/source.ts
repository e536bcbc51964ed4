import pg from 'pg'
import { databaseClientOptions } from '../db/client-options.ts'

/**
 * A connection from which a copy reads PostgreSQL, not connected yet. Errors during a query are also thrown by the
 * query.
 */
export function copySource(url: string, name: string, onError: () => void = () => undefined): pg.Client {
  const source = new pg.Client({ ...databaseClientOptions(url), application_name: `sudmonitor ${name}` })
  source.on('error', onError)
  return source
}
export const sourceSettings = `set timezone = 'UTC'; set datestyle = 'iso'; set jit = off; set statement_timeout = 0`

/** An advisory lock, released with the connection: a load reads the whole database, so nodes load one after another. */
const loadLock = 4_120_128
const tryLoad = `select pg_try_advisory_lock(${loadLock}) as mine`
export async function tryLoadLock(source: pg.Client): Promise<boolean> {
  const { rows } = await source.query<{ mine: boolean }>(tryLoad)
  return rows[0]?.mine === true
}
export const releaseLoadLock = async (source: pg.Client): Promise<void> =>
  void (await source.query(`select pg_advisory_unlock(${loadLock})`))

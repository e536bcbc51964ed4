import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Connections that cancels are sent on, by those of the questions. Whoever asked waits for the cancel while they hold a connection: on one of
 * the same pool, all would wait for each other.
 */
const cancellers = new WeakMap<Kysely<DB>, Kysely<DB>>()
export const cancelBy = (db: Kysely<DB>, canceller: Kysely<DB>): unknown => cancellers.set(db, canceller)
/** Questions of `db` are cancelled on the connections of `other`. */
export const cancelAsFor = (db: Kysely<DB>, other: Kysely<DB>): unknown => cancelBy(db, cancellers.get(other) ?? other)

/**
 * Cancels what backend `pid` of a connection of `db` runs when `signal` is aborted, and what it runs after that: a cancel that comes between two
 * statements hits neither. Answers what to await before the connection is anybody else's, whom a cancel on its way must not hit.
 */
export function cancelWhen(signal: AbortSignal | undefined, db: Kysely<DB>, pid: number): () => Promise<void> {
  const released = new AbortController()
  let cancelling: Promise<void> | undefined
  const cancel = async (): Promise<void> => {
    while (!released.signal.aborted) {
      await sql`select pg_cancel_backend(${pid})`.execute(cancellers.get(db) ?? db).catch(() => undefined)
      await pause(betweenCancels, undefined, { signal: released.signal }).catch(() => undefined)
    }
  }
  const begin = (): void => {
    cancelling ??= cancel()
  }
  signal?.addEventListener('abort', begin, { once: true })
  if (signal?.aborted) begin()
  return async () => {
    signal?.removeEventListener('abort', begin)
    released.abort()
    await cancelling
  }
}

const betweenCancels = 200

export async function pidOf(connection: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  return rows[0]?.pid ?? 0
}

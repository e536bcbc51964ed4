import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Connections for cancel requests, by the database they belong to. A caller waits for its cancel while holding a connection: with a shared pool all
 * callers could deadlock.
 */
const cancellers = new WeakMap<Kysely<DB>, Kysely<DB>>()
export const cancelBy = (db: Kysely<DB>, canceller: Kysely<DB>): unknown => cancellers.set(db, canceller)
/** Queries of `db` are cancelled on the connections of `other`. */
export const cancelAsFor = (db: Kysely<DB>, other: Kysely<DB>): unknown => cancelBy(db, cancellers.get(other) ?? other)

/**
 * Cancels what backend `pid` of `db` runs when `signal` is aborted, repeatedly: a cancel that arrives between two statements has no effect. Await the
 * returned function before releasing the connection, so that a late cancel does not hit its next user.
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

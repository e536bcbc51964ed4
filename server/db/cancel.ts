import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Connections that cancels are sent on, by those of the questions. Whoever asked waits for the cancel while they hold a connection: on one of
 * the same pool, all would wait for each other.
 */
const cancellers = new WeakMap<Kysely<DB>, Kysely<DB>>()
export const cancelBy = (db: Kysely<DB>, canceller: Kysely<DB>): unknown => cancellers.set(db, canceller)

/**
 * Cancels what backend `pid` of a connection of `db` runs when `signal` is aborted. Answers what to await before the connection is anybody
 * else's: a cancel on its way must not hit the next user.
 */
export function cancelWhen(signal: AbortSignal | undefined, db: Kysely<DB>, pid: number): () => Promise<void> {
  let cancelled: Promise<unknown> | undefined
  const cancel = (): void => {
    cancelled ??= sql`select pg_cancel_backend(${pid})`.execute(cancellers.get(db) ?? db).catch(() => undefined)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  return async () => {
    signal?.removeEventListener('abort', cancel)
    await cancelled
  }
}

export async function pidOf(connection: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  return rows[0]?.pid ?? 0
}

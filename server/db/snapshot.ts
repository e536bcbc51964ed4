import { type Kysely, type RawBuilder, sql } from 'kysely'
import { cancelWhen } from './cancel.ts'
import type { DB } from './schema.ts'

/** The caller closes a snapshot; the database ends it after two idle minutes. `signal`: cancels its queries. */
type Snapshot = { trx: Kysely<DB>; close: () => Promise<void> }
type SnapshotOptions = { secondsEach: number; signal?: AbortSignal | undefined }

const maxPause = '120s'

export async function openSnapshot(db: Kysely<DB>, { secondsEach, signal }: SnapshotOptions): Promise<Snapshot> {
  signal?.throwIfAborted()
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let release = async (): Promise<void> => undefined
  let closing: Promise<unknown> | undefined
  const close = async (): Promise<void> => {
    // A lost connection has nothing to roll back.
    closing ??= release()
      .then(() => trx.rollback().execute())
      .catch(() => undefined)
    await closing
  }
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid,
      set_config('statement_timeout', ${`${secondsEach}s`}, true),
      set_config('idle_in_transaction_session_timeout', ${maxPause}, true),
      set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(trx)
    signal?.throwIfAborted()
    if (rows[0] !== undefined) release = cancelWhen(signal, db, rows[0].pid)
  } catch (error) {
    await close()
    throw error
  }
  return { trx, close }
}

export async function* cursorBatches<Row>(
  trx: Kysely<DB>,
  query: RawBuilder<Row>,
  size: number,
): AsyncGenerator<readonly Row[]> {
  await sql`declare reading no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from reading`.execute(trx)
    if (rows.length === 0) return
    yield rows
  }
}

export async function* prefetched<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

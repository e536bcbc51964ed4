import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Whoever opens a snapshot closes it; after two idle minutes the database ends it. `signal`: cancels what it is asked. */
type Snapshot = { trx: Kysely<DB>; close: () => Promise<void> }
type SnapshotOptions = { secondsEach: number; signal?: AbortSignal | undefined }

const maxPause = '120s'

export async function openSnapshot(db: Kysely<DB>, { secondsEach, signal }: SnapshotOptions): Promise<Snapshot> {
  signal?.throwIfAborted()
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let [closing, cancelling]: Promise<unknown>[] = []
  let pid: number | undefined
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', cancel)
    // A lost connection has nothing to roll back. A pending cancel must not hit the connection's next user.
    closing ??= Promise.resolve(cancelling)
      .then(() => trx.rollback().execute())
      .catch(() => undefined)
    await closing
  }
  const cancel = (): void => {
    if (closing || cancelling || pid === undefined) return
    cancelling = sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => undefined)
  }
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid,
      set_config('statement_timeout', ${`${secondsEach}s`}, true),
      set_config('idle_in_transaction_session_timeout', ${maxPause}, true),
      set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(trx)
    pid = rows[0]?.pid
    signal?.throwIfAborted()
    signal?.addEventListener('abort', cancel, { once: true })
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

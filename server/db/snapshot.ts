import { Readable } from 'node:stream'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Whoever opens a snapshot closes it; after two idle minutes the database ends it. */
type Snapshot = { trx: Kysely<DB>; close: () => Promise<void>; cancel: () => void }

const maxPause = '120s'

export async function openSnapshot(db: Kysely<DB>, { secondsEach }: { secondsEach: number }): Promise<Snapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let [closing, cancelling]: Promise<unknown>[] = []
  let pid: number | undefined
  const close = async (): Promise<void> => {
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
  } catch (error) {
    await close()
    throw error
  }
  return { trx, close, cancel }
}

/** A stream that closes its snapshot; destroying it cancels the running query. */
export function snapshotStream(pieces: AsyncIterable<string>, { close, cancel }: Omit<Snapshot, 'trx'>): Readable {
  const file = Readable.from(pieces, { objectMode: false })
  const destroy = file._destroy
  file._destroy = (error, done) => {
    if (!file.readableEnded) cancel()
    destroy.call(file, error, done)
  }
  file.once('close', () => void close())
  return file
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

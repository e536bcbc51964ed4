import { Readable } from 'node:stream'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Reading much, as it stands at one moment, however long it is on its way. Memory holds a batch or two. Whoever opens a
 * snapshot closes it; one that nobody reads from for two minutes is ended by the database.
 */
export type Snapshot = {
  trx: Kysely<DB>
  close: () => Promise<void>
  /** Ends the query under way: nobody waits for its answer any more. */
  cancel: () => void
}

const longestPause = '120s'

/** `secondsEach`: how long any one query in it may take. */
export async function openSnapshot(db: Kysely<DB>, { secondsEach }: { secondsEach: number }): Promise<Snapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let [closing, cancelling]: Promise<unknown>[] = []
  let pid: number | undefined
  const close = async (): Promise<void> => {
    // A connection that is gone has nothing to roll back; nor may what ends a query here come upon whoever has it next.
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
      set_config('idle_in_transaction_session_timeout', ${longestPause}, true),
      set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(trx)
    pid = rows[0]?.pid
  } catch (error) {
    await close()
    throw error
  }
  return { trx, close, cancel }
}

/** What is read in a snapshot as a file, which closes it. Whoever stops reading ends the query under way. */
export function fileOf(pieces: AsyncIterable<string>, { close, cancel }: Omit<Snapshot, 'trx'>): Readable {
  const file = Readable.from(pieces, { objectMode: false })
  const destroy = file._destroy
  file._destroy = (error, done) => {
    if (!file.readableEnded) cancel()
    destroy.call(file, error, done)
  }
  file.once('close', () => void close())
  return file
}

/** The rows of a query, a batch at a time; one such reading at a time in a snapshot. */
export async function* inBatches<Row>(
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

/** The same, with the next one under way while the last is used: the database and the reader work at once. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // Told when it is its turn, or never when nobody comes for it.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

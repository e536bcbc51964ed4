import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Reading much, as it stands at one moment, however long it is on its way. Memory holds a batch or two. Whoever opens a
 * snapshot closes it; one that nobody reads from for two minutes is ended by the database.
 */
export type Snapshot = { trx: Kysely<DB>; close: () => Promise<void> }

const longestPause = '120s'

/** `secondsEach`: how long any one query in it may take. */
export async function openSnapshot(db: Kysely<DB>, { secondsEach }: { secondsEach: number }): Promise<Snapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    // A connection that is gone has nothing to roll back.
    closing ??= trx
      .rollback()
      .execute()
      .catch(() => undefined)
    return closing
  }
  try {
    await sql`select set_config('statement_timeout', ${`${secondsEach}s`}, true),
      set_config('idle_in_transaction_session_timeout', ${longestPause}, true),
      set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(trx)
  } catch (error) {
    await close()
    throw error
  }
  return { trx, close }
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

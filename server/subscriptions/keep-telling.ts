import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { channelsOf, type Outside } from './channels.ts'
import { dispatch } from './dispatch.ts'
import { matchChanges } from './match-changes.ts'
import { WatchList } from './watch-list.ts'

/**
 * Tells people: follows the change feed and sends what is due, every few seconds, until it is told to stop. Any number of
 * processes may; what one of them has begun another finishes. Where nothing has changed and nothing is due, it only looks.
 */
export type KeepOptions = Outside & {
  publicUrl: string | undefined
  onError: (error: unknown) => void
  every?: number
}
const everyMilliseconds = 5_000

/** Answers how to stop. */
export function keepTelling(
  db: Kysely<DB>,
  { publicUrl, onError, every = everyMilliseconds, ...outside }: KeepOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const list = new WatchList()
  const channels = channelsOf(outside)
  const tell = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { more } = await matchChanges(db, list, { now: new Date(), onError })
      if (!more) break
    }
    if (!stopping.signal.aborted && (await isAnythingDue(db)))
      await dispatch(db, { now: new Date(), channels, publicUrl, onError, signal: stopping.signal })
  }
  let told: string | undefined
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const next = (): void => {
    running = tell()
      .then(() => {
        told = undefined
      })
      .catch(error => {
        // What fails every few seconds is told once.
        const said = String(error)
        if (!stopping.signal.aborted && said !== told) onError(error)
        told = said
      })
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(next, every).unref()
      })
  }
  next()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}

async function isAnythingDue(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from subscription_batch where sealed_at is null and due_at <= now())
      or exists (select from delivery where delivered_at is null and dead_at is null and next_at <= now()) as due`.execute(
    db,
  )
  return rows[0]?.due ?? false
}

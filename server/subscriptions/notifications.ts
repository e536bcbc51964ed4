import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { connectChannels } from './channels.ts'
import { matchChanges } from './match-changes.ts'
import type { ChannelServices } from './message.ts'
import { deliveryLanes, dispatch, hasDueMessages } from './outbox.ts'
import { WatchList } from './watch-list.ts'

export type NotificationOptions = ChannelServices & {
  publicUrl: string | undefined
  onError: (error: unknown) => void
  every?: number
}
const everyMilliseconds = 5_000

/**
 * Follows the change feed and sends what is due, every few seconds; answers how to stop. Any number of processes may: what
 * one has begun another finishes.
 */
export function startNotifications(
  db: Kysely<DB>,
  { publicUrl, onError, every = everyMilliseconds, ...services }: NotificationOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const list = new WatchList()
  const channels = connectChannels(services)
  const match = async (): Promise<void> => {
    while (!signal.aborted) if (!(await matchChanges(db, list, { now: new Date(), onError })).more) break
  }
  const sends = deliveryLanes.map(lane => async (): Promise<void> => {
    if (await hasDueMessages(db))
      await dispatch(db, { now: new Date(), channels, publicUrl, onError, signal, lanes: [lane] })
  })
  // Side by side, so that a slow one delays no other.
  const loops = [match, ...sends].map(work => repeat(work, { every, onError, signal }))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

type Repeat = { every: number; onError: (error: unknown) => void; signal: AbortSignal }
async function repeat(work: () => Promise<void>, { every, onError, signal }: Repeat): Promise<void> {
  let reported: string | undefined
  while (!signal.aborted) {
    try {
      await work()
      reported = undefined
    } catch (error) {
      // The same failure every few seconds is reported once.
      const message = String(error)
      if (!signal.aborted && message !== reported) onError(error)
      reported = message
    }
    await pause(every, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

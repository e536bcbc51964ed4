import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { channelsOf, type Outside } from './channels.ts'
import { dispatch, type Lane, laneNames } from './dispatch.ts'
import { matchChanges } from './match-changes.ts'
import { WatchList } from './watch-list.ts'

/**
 * Tells people: follows the change feed and, beside it, sends what is due, every few seconds, until it is told to stop. Any
 * number of processes may; what one of them has begun another finishes. Where nothing has changed and nothing is due, it
 * only looks.
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
  const { signal } = stopping
  const match = async (): Promise<void> => {
    while (!signal.aborted) if (!(await matchChanges(db, list, { now: new Date(), onError })).more) break
  }
  const send = async (lane: Lane): Promise<void> => {
    if (await isAnythingDue(db))
      await dispatch(db, { now: new Date(), channels, publicUrl, onError, signal, lanes: [lane] })
  }
  // What is slow with one of them holds up no other.
  const ended = [match, ...laneNames.map(lane => () => send(lane))].map(work => again(work, { every, onError, signal }))
  return async () => {
    stopping.abort()
    await Promise.all(ended)
  }
}

type Again = { every: number; onError: (error: unknown) => void; signal: AbortSignal }
async function again(work: () => Promise<void>, { every, onError, signal }: Again): Promise<void> {
  let told: string | undefined
  while (!signal.aborted) {
    try {
      await work()
      told = undefined
    } catch (error) {
      // What fails every few seconds is told once.
      const said = String(error)
      if (!signal.aborted && said !== told) onError(error)
      told = said
    }
    await pause(every, undefined, { signal, ref: false }).catch(() => undefined)
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

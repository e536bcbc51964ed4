import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterQuiet } from '#shared/domain/message-times.ts'
import type { DB } from '../db/schema.ts'
import type { Channels, Outcome } from './channels.ts'
import { composeMessage } from './compose-message.ts'

/**
 * The outbox. What is due is sealed and becomes one delivery a channel, in one transaction; each delivery is taken for a
 * while, tried, and ticked off. A process that dies over one leaves it to be tried again under the same key: at least
 * once, and once for whoever looks at keys.
 */
export type DispatchOptions = {
  now: Date
  channels: Channels
  publicUrl: string | undefined
  onError: (error: unknown) => void
  signal?: AbortSignal | undefined
  /** Absent: all. */
  lanes?: readonly Lane[]
}
export type Dispatched = { sealed: number; delivered: number; failed: number; dead: number; waiting: number }

/** Pauses after each failure, in minutes: two days in all, then it is dead. */
const pauses = [1, 5, 20, 60, 180, 480, 960, 1_200]
/** A process that has not said what became of a delivery by then is dead. */
const leaseMinutes = 3
const atOnce = 20

/**
 * Who is slow holds up nobody of another lane. People's channels ask for one message after another; programs are strangers to
 * each other, and one that does not answer is waited for beside the others.
 */
const lanes = {
  people: { among: sql<boolean>`channel <> 'webhook'`, sideBySide: false },
  programs: { among: sql<boolean>`channel = 'webhook'`, sideBySide: true },
} as const
export type Lane = keyof typeof lanes
export const laneNames = Object.keys(lanes).filter((name): name is Lane => Object.hasOwn(lanes, name))
const minutes = (count: number) => sql`${count}::integer * interval '1 minute'`
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

export async function dispatch(db: Kysely<DB>, options: DispatchOptions): Promise<Dispatched> {
  const result = { sealed: await sealDue(db, options.now), delivered: 0, failed: 0, dead: 0, waiting: 0 }
  await Promise.all(
    (options.lanes ?? laneNames).map(async name => {
      const { among, sideBySide } = lanes[name]
      while (!options.signal?.aborted) {
        const taken = await take(db, options.now, among)
        if (sideBySide)
          for (const became of await Promise.all(taken.map(one => deliver(db, one, options)))) result[became]++
        else
          for (const one of taken) {
            // What was taken and not tried is tried when its lease ends.
            if (options.signal?.aborted) break
            result[await deliver(db, one, options)]++
          }
        if (taken.length < atOnce) break
      }
    }),
  )
  return result
}

/** What is paused or deleted meanwhile tells nobody; a channel that was switched off is not sent to. */
const sealDue = (db: Kysely<DB>, now: Date): Promise<number> =>
  db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: number }>`
      update subscription_batch set sealed_at = ${moment(now)} where id in (
        select id from subscription_batch where sealed_at is null and due_at <= ${moment(now)}
        order by due_at limit 1000 for update skip locked
      ) returning id`.execute(trx)
    if (rows.length === 0) return 0
    await sql`
      insert into delivery (batch_id, subscription_id, channel, created_at, next_at)
      select batch.id, subscription.id, channel, ${moment(now)}, ${moment(now)}
      from subscription_batch batch join subscription on subscription.id = batch.subscription_id
      cross join unnest(subscription.channels) channel
      where batch.id = any(${rows.map(({ id }) => id)}::bigint[]) and subscription.deleted_at is null
        and (subscription.paused_at is null or batch.kind <> 'news')
        -- A program is asked nothing.
        and (channel <> 'webhook' or batch.kind <> 'question')
      on conflict (batch_id, channel) do nothing`.execute(trx)
    return rows.length
  })

export type Taken = {
  id: number
  batch_id: number
  subscription_id: number
  channel: string
  key: string
  attempts: number
}

const take = async (db: Kysely<DB>, now: Date, among: RawBuilder<boolean>): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    update delivery set attempts = attempts + 1, next_at = ${moment(now)} + ${minutes(leaseMinutes)} where id in (
      select id from delivery where delivered_at is null and dead_at is null and next_at <= ${moment(now)} and ${among}
      order by next_at limit ${atOnce} for update skip locked
    ) returning id, batch_id, subscription_id, channel, key, attempts`.execute(db)
  return rows
}

async function deliver(
  db: Kysely<DB>,
  taken: Taken,
  { now, channels, publicUrl, onError, signal }: DispatchOptions,
): Promise<keyof Dispatched> {
  let outcome: Outcome
  try {
    const message = await composeMessage(db, taken, publicUrl)
    const waits = message?.kind === 'news' ? afterQuiet(message.timing, now) : now
    if (waits > now) {
      // Late by a failure or a stop of ours, and now it is night there. It does not count as tried.
      await sql`update delivery set next_at = ${moment(waits)}, attempts = attempts - 1 where id = ${taken.id}`.execute(
        db,
      )
      return 'waiting'
    }
    const channel = channels[taken.channel]
    outcome =
      message === undefined
        ? { ok: false, said: 'Подписки нет, или её дела больше не видны владельцу.', final: true }
        : channel === undefined
          ? { ok: false, said: 'Канал не настроен на этом сервере.', final: false }
          : await channel(db, message, { now, signal })
  } catch (error) {
    // Broken off by our own stop: it is tried again when its lease ends.
    if (signal?.aborted) return 'waiting'
    onError(error)
    outcome = { ok: false, said: 'Сервер не справился с отправкой.', final: false }
  }
  return note(db, taken, outcome, now)
}

async function note(
  db: Kysely<DB>,
  { id, attempts }: Taken,
  outcome: Outcome,
  now: Date,
): Promise<'delivered' | 'failed' | 'dead'> {
  const change = db.updateTable('delivery').where('id', '=', id).where('delivered_at', 'is', null)
  if (outcome.ok) {
    await change.set({ delivered_at: now, last_error: null }).execute()
    return 'delivered'
  }
  const pause = pauses[attempts - 1]
  if (outcome.final || pause === undefined) {
    await change.set({ dead_at: now, last_error: outcome.said }).execute()
    return 'dead'
  }
  const wait = Math.max(pause * 60, outcome.after ?? 0)
  await change.set({ next_at: new Date(now.getTime() + wait * 1000), last_error: outcome.said }).execute()
  return 'failed'
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterQuiet } from '#shared/domain/message-times.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { moment } from './batches.ts'
import { type Channels, parallelChannels, unsupportedMessages } from './channels.ts'
import { composeMessage } from './compose-message.ts'
import { sealDigests } from './digests.ts'
import { type DeliveryOptions, notSetUp, type SendResult, sendFailure } from './message.ts'

/**
 * The outbox: a due batch is sealed and becomes one delivery per channel, in one transaction; each delivery is leased,
 * sent and marked. After a crash it is sent again with the same key: at least once, and exactly once for recipients
 * that check keys.
 */
type OutboxOptions = DeliveryOptions & {
  channels: Channels
  publicUrl: string | undefined
  onError: (error: unknown) => void
  /** Absent means all. */
  lanes?: readonly DeliveryLane[]
}
type Dispatched = { sealed: number; delivered: number; failed: number; dead: number; waiting: number }

/** After each failure; after two days in all the delivery is dead. */
const backoffMinutes = [1, 5, 20, 60, 180, 480, 960, 1_200]
/** A process that has not reported by then has died. */
const leaseMinutes = 3

const isDigest = sql<boolean>`exists (select from subscription_batch batch where batch.id = batch_id and batch.kind = 'changes')`
/** A slow recipient delays only its own lane. Digests, which take seconds to read, are leased one by one. */
const lanes = {
  serial: { holds: sql<boolean>`not channel = any(${parallelChannels}) and not ${isDigest}`, atOnce: 20 },
  parallel: { holds: sql<boolean>`channel = any(${parallelChannels}) and not ${isDigest}`, atOnce: 20 },
  digests: { holds: isDigest, atOnce: 1 },
} as const
type DeliveryLane = keyof typeof lanes
export const deliveryLanes: readonly DeliveryLane[] = ['serial', 'parallel', 'digests']
const minutes = (count: number) => sql`${count}::integer * interval '1 minute'`

export async function dispatch(db: Kysely<DB>, options: OutboxOptions): Promise<Dispatched> {
  const { now, signal } = options
  const counts = { sealed: await sealDue(db, now), delivered: 0, failed: 0, dead: 0, waiting: 0 }
  const drain = async (lane: DeliveryLane): Promise<void> => {
    while (!signal?.aborted) {
      const { holds, atOnce } = lanes[lane]
      const leased = await leaseDeliveries(db, now, { holds, atOnce })
      if (lane === 'parallel')
        for (const outcome of await Promise.all(leased.map(one => deliver(db, one, options)))) counts[outcome]++
      else
        for (const one of leased) {
          // The others are sent when their lease ends.
          if (signal?.aborted) break
          counts[await deliver(db, one, options)]++
        }
      if (leased.length < atOnce) break
    }
  }
  await Promise.all((options.lanes ?? deliveryLanes).map(drain))
  return counts
}

export async function hasDueMessages(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from subscription_batch where sealed_at is null and due_at <= now())
      or exists (select from delivery where delivered_at is null and dead_at is null and next_at <= now()) as due`.execute(
    db,
  )
  return rows[0]?.due ?? false
}

const sealDue = (db: Kysely<DB>, now: Date): Promise<number> =>
  db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: number }>`
      update subscription_batch set sealed_at = ${moment(now)} where id in (
        select id from subscription_batch where sealed_at is null and due_at <= ${moment(now)}
        order by due_at limit 1000 for update skip locked
      ) returning id`.execute(trx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await sealDigests(trx, ids, now)
    await sql`
      insert into delivery (batch_id, subscription_id, channel, created_at, next_at)
      select batch.id, subscription.id, channel, ${moment(now)}, ${moment(now)}
      from subscription_batch batch join subscription on subscription.id = batch.subscription_id
      cross join unnest(subscription.channels) channel
      where batch.id = any(${ids}::bigint[]) and subscription.deleted_at is null
        and (batch.kind <> 'changes' or subscription.sends = 'changes')
        and (subscription.paused_at is null or batch.kind not in ('news', 'changes'))
        and not exists (
          select from unnest(${unsupportedMessages.map(one => one.channel)}::text[],
            ${unsupportedMessages.map(one => one.kind)}::text[]) as unsupported(channel, kind)
          where unsupported.channel = channel.channel and unsupported.kind = batch.kind
        )
      on conflict (batch_id, channel) do nothing`.execute(trx)
    return rows.length
  })

type LeasedDelivery = RowOf<'delivery', 'id' | 'batch_id' | 'subscription_id' | 'channel' | 'key' | 'attempts'>

const leaseDeliveries = async (
  db: Kysely<DB>,
  now: Date,
  { holds, atOnce }: { holds: RawBuilder<boolean>; atOnce: number },
): Promise<LeasedDelivery[]> => {
  const { rows } = await sql<LeasedDelivery>`
    update delivery set attempts = attempts + 1, next_at = ${moment(now)} + ${minutes(leaseMinutes)} where id in (
      select id from delivery where delivered_at is null and dead_at is null and next_at <= ${moment(now)} and ${holds}
      order by next_at limit ${atOnce} for update skip locked
    ) returning id, batch_id, subscription_id, channel, key, attempts`.execute(db)
  return rows
}

async function deliver(
  db: Kysely<DB>,
  leased: LeasedDelivery,
  { now, channels, publicUrl, onError, signal }: OutboxOptions,
): Promise<Exclude<keyof Dispatched, 'sealed'>> {
  let result: SendResult
  try {
    const message = await composeMessage(db, leased, publicUrl)
    const sendAt = message?.kind === 'news' || message?.kind === 'changes' ? afterQuiet(message.timing, now) : now
    if (sendAt > now) {
      // An outage has delayed it into quiet hours: not counted as an attempt.
      await sql`update delivery set next_at = ${moment(sendAt)}, attempts = attempts - 1 where id = ${leased.id}`.execute(
        db,
      )
      return 'waiting'
    }
    result =
      message === undefined
        ? sendFailure('Подписки нет, или её дела больше не видны владельцу.', true)
        : ((await channels[leased.channel]?.(db, message, { now, signal })) ?? notSetUp)
  } catch (error) {
    // Our own shutdown: sent again when the lease ends.
    if (signal?.aborted) return 'waiting'
    onError(error)
    result = sendFailure('Сервер не справился с отправкой.')
  }
  return recordResult(db, leased, result, now)
}

async function recordResult(
  db: Kysely<DB>,
  { id, attempts }: LeasedDelivery,
  result: SendResult,
  now: Date,
): Promise<'delivered' | 'failed' | 'dead'> {
  const change = db.updateTable('delivery').where('id', '=', id).where('delivered_at', 'is', null)
  if (result.ok) {
    await change.set({ delivered_at: now, last_error: null }).execute()
    return 'delivered'
  }
  const backoff = backoffMinutes[attempts - 1]
  if (result.isFinal || backoff === undefined) {
    await change.set({ dead_at: now, last_error: result.error }).execute()
    return 'dead'
  }
  const seconds = Math.max(backoff * 60, result.retryAfter ?? 0)
  await change.set({ next_at: new Date(now.getTime() + seconds * 1000), last_error: result.error }).execute()
  return 'failed'
}

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { MessageKind } from '#shared/api/messages.ts'
import { messageTime, type Timing } from '#shared/domain/message-times.ts'
import type { Cadence, Channel } from '#shared/domain/news.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { fieldError, notFound } from '../http/errors.ts'

/** Open batches debounce news. A subscription has one, from its first news until the batch is sealed and sent. */
export type TimingRow = RowOf<'subscription', 'cadence' | 'send_at' | 'weekday' | 'zone' | 'quiet_from' | 'quiet_to'>
const hourAndMinute = (time: string): string => time.slice(0, 5)

export const timingOf = ({ cadence, send_at, weekday, zone, quiet_from, quiet_to }: TimingRow): Timing => ({
  // Validated by the request schema.
  cadence: cadence as Cadence,
  at: hourAndMinute(send_at),
  weekday,
  zone,
  quiet:
    quiet_from === null || quiet_to === null ? null : { from: hourAndMinute(quiet_from), to: hourAndMinute(quiet_to) },
})

/**
 * Returns the open batch of each subscription, creating missing ones. Waits for a transaction that is sealing one.
 * `due` is ordered by subscription, so that two writers cannot deadlock.
 */
export async function openBatches(
  trx: Transaction<DB>,
  due: readonly (readonly [subscriptionId: number, at: Date])[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const ids = due.map(([id]) => id)
  const open = await sql<BatchIds>`
    select json_agg(id) as ids, json_agg(subscription_id) as of from (
      select id, subscription_id from subscription_batch
      where subscription_id = any(${arrayLiteral(ids)}::int[]) and sealed_at is null and kind = 'news'
      for share
    ) one`.execute(trx)
  const batches = new Map(pairsOf(open.rows[0]))
  const fresh = due.filter(([id]) => !batches.has(id))
  if (fresh.length === 0) return batches
  const opened = await sql<BatchIds>`
    with batch as (
      insert into subscription_batch (subscription_id, opened_at, due_at)
      select subscription_id, ${moment(now)}, to_timestamp(due_at / 1000.0)
      from unnest(${arrayLiteral(fresh.map(([id]) => id))}::int[], ${arrayLiteral(fresh.map(([, at]) => at.getTime()))}::bigint[])
        as one(subscription_id, due_at)
      on conflict (subscription_id) where sealed_at is null and kind = 'news'
      -- Locks the row against whoever seals it.
      do update set opened_at = subscription_batch.opened_at
      returning id, subscription_id
    )
    select json_agg(id) as ids, json_agg(subscription_id) as of from batch`.execute(trx)
  for (const [subscription, batch] of pairsOf(opened.rows[0])) batches.set(subscription, batch)
  return batches
}
type BatchIds = { ids: number[] | null; of: number[] | null }
const pairsOf = ({ ids, of }: BatchIds = { ids: null, of: null }): [number, number][] =>
  (of ?? []).map((subscription, n) => [subscription, ids?.[n] ?? 0])

export async function retimeBatch(db: Kysely<DB>, subscriptionId: number, timing: Timing): Promise<void> {
  const open = await db
    .selectFrom('subscription_batch')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['news', 'changes'])
    .where('sealed_at', 'is', null)
    .select(['id', 'opened_at'])
    .forUpdate()
    .execute()
  for (const { id, opened_at } of open)
    await db
      .updateTable('subscription_batch')
      .set({ due_at: messageTime(timing, opened_at) })
      .where('id', '=', id)
      .execute()
}

/** Sends a test message to every channel at once, ignoring quiet hours. */
export const sendTest = (db: Kysely<DB>, accountId: number, id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    const own = ownSubscription(trx, accountId, id)
    const { channels } = await own.select('channels').executeTakeFirstOrThrow(noSubscription)
    if (channels.length === 0) throw fieldError('channels', 'У подписки нет каналов: некуда отправлять.')
    await enqueueMessages(trx, [id], 'test', sql`now()`)
  })

/** Messages without debounce. */
export const enqueueMessages = (
  db: Kysely<DB>,
  subscriptionIds: readonly number[],
  kind: Exclude<MessageKind, 'news' | 'changes'>,
  at: RawBuilder<unknown>,
): Promise<unknown> =>
  sql`
    insert into subscription_batch (subscription_id, kind, opened_at, due_at)
    select id, ${kind}, ${at}, ${at} from unnest(${subscriptionIds}::int[]) as one(id)`.execute(db)

/** Other channels stay on. */
export async function unsubscribe(db: Kysely<DB>, secret: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update subscription set channels = array_remove(channels, 'email') where secret = ${secret} and deleted_at is null
    returning id`.execute(db)
  const [found] = rows
  if (found === undefined) throw noSubscription()
  await cancelDeliveries(db, found.id, 'email', 'Письма по этой подписке выключены.')
}

export const cancelDeliveries = (
  db: Kysely<DB>,
  subscriptionId: number,
  channel: Channel,
  error: string,
): Promise<unknown> =>
  db
    .updateTable('delivery')
    .set({ dead_at: sql<Date>`now()`, last_error: error })
    .where('subscription_id', '=', subscriptionId)
    .where('channel', '=', channel)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()

export const noSubscription = (): Error => notFound('Такой подписки нет.')
/** Makes the watch lists of all processes reread the row. */
export const changedNow = { changed_xid: sql<string>`pg_current_xact_id()` }
export const moment = (at: Date): RawBuilder<Date> => sql<Date>`${at.toISOString()}::timestamptz`

export const updateOwnSubscription = (db: Kysely<DB>, accountId: number, id: number) =>
  db
    .updateTable('subscription')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)

/** A subscription of the account that is not deleted. */
export const ownSubscription = (db: Kysely<DB>, accountId: number, id: number) =>
  db
    .selectFrom('subscription')
    .where('subscription.id', '=', id)
    .where('subscription.account_id', '=', accountId)
    .where('subscription.deleted_at', 'is', null)

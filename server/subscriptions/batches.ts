import { type Kysely, sql, type Transaction } from 'kysely'
import { messageTime, type Timing } from '#shared/domain/message-times.ts'
import type { Cadence } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'

/** Messages that are being gathered: one a subscription, from its first news until it goes. */
export type TimingRow = {
  cadence: string
  send_at: string
  weekday: number
  zone: string
  quiet_from: string | null
  quiet_to: string | null
}
const hourAndMinute = (time: string): string => time.slice(0, 5)

export const timingOf = ({ cadence, send_at, weekday, zone, quiet_from, quiet_to }: TimingRow): Timing => ({
  // The schema of requests lets nothing else in.
  cadence: cadence as Cadence,
  at: hourAndMinute(send_at),
  weekday,
  zone,
  quiet:
    quiet_from === null || quiet_to === null ? null : { from: hourAndMinute(quiet_from), to: hourAndMinute(quiet_to) },
})

/**
 * The message that is being gathered for each, begun where there was none, to go at its hour. Who seals one meanwhile is
 * waited for. `due`: in the order of subscriptions, so that two who do the same never wait for each other.
 */
export async function openBatches(
  trx: Transaction<DB>,
  due: readonly (readonly [subscriptionId: number, at: Date])[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const ids = due.map(([id]) => id)
  const gathered = await sql<Opened>`
    select json_agg(id) as ids, json_agg(subscription_id) as of from (
      select id, subscription_id from subscription_batch
      where subscription_id = any(${arrayOf(ids)}::int[]) and sealed_at is null and kind = 'news'
      for share
    ) one`.execute(trx)
  const batches = new Map(pairsOf(gathered.rows[0]))
  const fresh = due.filter(([id]) => !batches.has(id))
  if (fresh.length === 0) return batches
  const opened = await sql<Opened>`
    with batch as (
      insert into subscription_batch (subscription_id, opened_at, due_at)
      select subscription_id, ${now.toISOString()}::timestamptz, to_timestamp(due_at / 1000.0)
      from unnest(${arrayOf(fresh.map(([id]) => id))}::int[], ${arrayOf(fresh.map(([, at]) => at.getTime()))}::bigint[])
        as one(subscription_id, due_at)
      on conflict (subscription_id) where sealed_at is null and kind = 'news'
      -- Takes it, so that whoever seals it comes before or after.
      do update set opened_at = subscription_batch.opened_at
      returning id, subscription_id
    )
    select json_agg(id) as ids, json_agg(subscription_id) as of from batch`.execute(trx)
  for (const [subscription, batch] of pairsOf(opened.rows[0])) batches.set(subscription, batch)
  return batches
}
type Opened = { ids: number[] | null; of: number[] | null }
const pairsOf = ({ ids, of }: Opened = { ids: null, of: null }): [number, number][] =>
  (of ?? []).map((subscription, n) => [subscription, ids?.[n] ?? 0])

/** Numbers as PostgreSQL writes an array: by the ten thousand, the driver's own writing takes longer than the query. */
export const arrayOf = (numbers: readonly number[]): string => `{${numbers.join(',')}}`

/** When the person asks for other hours, what is being gathered goes by them. */
export async function retimeBatch(db: Kysely<DB>, subscriptionId: number, timing: Timing): Promise<void> {
  const open = await db
    .selectFrom('subscription_batch')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'news')
    .where('sealed_at', 'is', null)
    .select(['id', 'opened_at'])
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined) return
  const due_at = messageTime(timing, open.opened_at)
  await db.updateTable('subscription_batch').set({ due_at }).where('id', '=', open.id).execute()
}

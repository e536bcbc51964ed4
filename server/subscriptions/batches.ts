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

/** Puts hits into the message that is being gathered, or begins one. Who seals one meanwhile is waited for. */
export async function openBatches(
  trx: Transaction<DB>,
  hits: readonly { id: number; subscription_id: number }[],
  now: Date,
): Promise<void> {
  if (hits.length === 0) return
  const ids = [...new Set(hits.map(({ subscription_id }) => subscription_id))].toSorted((one, other) => one - other)
  const { rows } = await sql<TimingRow & { id: number }>`
    select id, cadence, send_at, weekday, zone, quiet_from, quiet_to from subscription where id = any(${ids}::int[])
    order by id`.execute(trx)
  const times = new Map<string, Date>()
  const dueOf = ({ id: _, ...row }: TimingRow & { id: number }): string => {
    const key = Object.values(row).join()
    const time = times.get(key) ?? messageTime(timingOf(row), now)
    times.set(key, time)
    return time.toISOString()
  }
  await sql`
    with batch as (
      insert into subscription_batch (subscription_id, opened_at, due_at)
      select one.id, ${now.toISOString()}::timestamptz, one.due
      from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(dueOf)}::timestamptz[]) as one(id, due)
      on conflict (subscription_id) where sealed_at is null and kind = 'news'
      do update set opened_at = subscription_batch.opened_at
      returning id, subscription_id
    )
    update subscription_hit set batch_id = batch.id from batch
    where subscription_hit.id = any(${hits.map(({ id }) => id)}::bigint[])
      and subscription_hit.subscription_id = batch.subscription_id`.execute(trx)
}

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

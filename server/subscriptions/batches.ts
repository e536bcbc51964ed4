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

/** The message that is being gathered for each, begun where there was none. Who seals one meanwhile is waited for. */
export async function openBatches(
  trx: Transaction<DB>,
  subscriptionIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ ids: number[]; timing: TimingRow }>`
    select json_agg(id) as ids, timing from (
      select id, jsonb_build_object('cadence', cadence, 'send_at', send_at, 'weekday', weekday, 'zone', zone,
        'quiet_from', quiet_from, 'quiet_to', quiet_to) as timing
      from subscription where id = any(${subscriptionIds}::int[])
    ) one group by timing`.execute(trx)
  const due = rows
    .flatMap(({ ids, timing }) => {
      const at = messageTime(timingOf(timing), now).toISOString()
      return ids.map((id): [number, string] => [id, at])
    })
    .toSorted(([one], [other]) => one - other)
  const opened = await sql<{ batches: [number, number][] | null }>`
    with batch as (
      insert into subscription_batch (subscription_id, opened_at, due_at)
      select subscription_id, ${now.toISOString()}::timestamptz, due_at
      from unnest(${due.map(([id]) => id)}::int[], ${due.map(([, at]) => at)}::timestamptz[]) as one(subscription_id, due_at)
      on conflict (subscription_id) where sealed_at is null and kind = 'news'
      -- Takes it, so that whoever seals it comes before or after.
      do update set opened_at = subscription_batch.opened_at
      returning id, subscription_id
    )
    select json_agg(json_build_array(subscription_id, id)) as batches from batch`.execute(trx)
  return new Map(opened.rows[0]?.batches ?? [])
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

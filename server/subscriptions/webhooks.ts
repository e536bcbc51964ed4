import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Webhook } from '#shared/api/other-programs.ts'
import type { Channel } from '#shared/domain/news.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import {
  cancelDeliveries,
  changedNow,
  moment,
  noSubscription,
  ownSubscription,
  updateOwnSubscription,
} from './batches.ts'

/** A webhook is on while it is a channel of its subscription. */
export type WebhookTarget = RowOf<
  'subscription_webhook',
  'subscription_id' | 'url' | 'secret' | 'former_secret' | 'secret_at'
>
export type WebhookCall = RowOf<'webhook_call', 'id' | 'at' | 'status' | 'ms' | 'said'>
type Owned = { id: number }

const shownCalls = 20
const channel = 'webhook'
/** The prefix of secrets in Standard Webhooks. */
export const secretPrefix = 'whsec_'
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

export const findWebhookTarget = (db: Kysely<DB>, subscriptionId: number): Promise<WebhookTarget | undefined> =>
  db
    .selectFrom('subscription_webhook')
    .where('subscription_id', '=', subscriptionId)
    .select(['subscription_id', 'url', 'secret', 'former_secret', 'secret_at'])
    .executeTakeFirst()

/** Null when it has no webhook. */
export async function readWebhook(db: Kysely<DB>, owner: Owned, id: number): Promise<Webhook | null> {
  const found = await ownSubscription(db, owner.id, id)
    .leftJoin('subscription_webhook as hook', 'hook.subscription_id', 'subscription.id')
    .select(['url', 'hook.created_at', 'secret_at', 'off_at', 'failing_since', 'channels'])
    .executeTakeFirstOrThrow(noSubscription)
  const { url, created_at, secret_at, off_at, failing_since, channels } = found
  if (url === null || created_at === null || secret_at === null) return null
  const calls = await db
    .selectFrom('webhook_call')
    .where('subscription_id', '=', id)
    .select(['id', 'at', 'status', 'ms', 'said'])
    .orderBy('id', 'desc')
    .limit(shownCalls)
    .execute()
  return {
    ...withIsoDates({ url, created_at, secret_at, off_at, failing_since }),
    is_on: channels.includes(channel),
    calls: calls.map(withIsoDates),
  }
}

/** Switches it on. Returns the secret only when it was just created. */
export const setWebhook = (
  db: Kysely<DB>,
  owner: Owned,
  { id, url }: { id: number; url: string },
): Promise<string | null> =>
  withAccountLock(db, owner.id, async trx => {
    const secret = newWebhookSecret()
    await turnOn(trx, owner, id)
    const known = await trx
      .updateTable('subscription_webhook')
      .set({ url, failing_since: null, off_at: null })
      .where('subscription_id', '=', id)
      .returning('subscription_id')
      .executeTakeFirst()
    if (known) return null
    const now = new Date()
    await trx
      .insertInto('subscription_webhook')
      .values({ subscription_id: id, url, secret, secret_at: now, created_at: now })
      .execute()
    return secret
  })

export const resetWebhookFailures = (db: Kysely<DB>, id: number): Promise<unknown> =>
  db
    .updateTable('subscription_webhook')
    .set({ failing_since: null, off_at: null })
    .where('subscription_id', '=', id)
    .execute()

const turnOn = (db: Kysely<DB>, owner: Owned, id: number): Promise<unknown> =>
  updateOwnSubscription(db, owner.id, id)
    .set({ channels: sql<string[]>`array_append(array_remove(channels, ${channel}), ${channel})`, ...changedNow })
    .returning('id')
    .executeTakeFirstOrThrow(noSubscription)

/** The former secret also signs for a day. */
export async function renewSecret(db: Kysely<DB>, owner: Owned, id: number): Promise<string | undefined> {
  const secret = newWebhookSecret()
  const renewed = await db
    .updateTable('subscription_webhook')
    .set(({ ref }) => ({ former_secret: ref('secret'), secret, secret_at: new Date() }))
    .where('subscription_id', 'in', ownSubscription(db, owner.id, id).select('subscription.id'))
    .returning('subscription_id')
    .executeTakeFirst()
  return renewed && secret
}

export const removeWebhook = (db: Kysely<DB>, owner: Owned, id: number): Promise<void> =>
  withAccountLock(db, owner.id, async trx => {
    await ownSubscription(trx, owner.id, id).select('subscription.id').executeTakeFirstOrThrow(noSubscription)
    await turnOff(trx, id, 'Вебхук удалён.')
    await trx.deleteFrom('subscription_webhook').where('subscription_id', '=', id).execute()
  })

async function turnOff(db: Kysely<DB>, id: number, reason: string): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ channels: sql<string[]>`array_remove(channels, ${channel})`, ...changedNow })
    .where('id', '=', id)
    .execute()
  await cancelDeliveries(db, id, channel, reason)
}

type CallOutcome = Omit<WebhookCall, 'id'> & {
  key: string
  isNews: boolean
  isGone: boolean
  noticeChannels: (db: Kysely<DB>) => Promise<Channel[]>
}
/** As long as one delivery is retried. */
const failingLimit = 2 * 86_400_000

/** A success resets former failures, and so does a period in which we sent nothing. */
export const recordCall = (
  db: Kysely<DB>,
  { subscription_id }: Pick<WebhookTarget, 'subscription_id'>,
  { key, at, ms, status, said, isNews, isGone, noticeChannels }: CallOutcome,
): Promise<WebhookCall> =>
  db.transaction().execute(async trx => {
    const call = { at, ms, status, said }
    const hook = await trx
      .updateTable('subscription_webhook')
      .set({
        failing_since:
          said === null
            ? null
            : isNews
              ? sql<Date>`case when exists (
                  select from webhook_call call where call.subscription_id = subscription_webhook.subscription_id
                    and call.at > ${moment(at)} - interval '2 days'
                ) then coalesce(failing_since, ${moment(at)}) else ${moment(at)} end`
              : sql<Date>`failing_since`,
      })
      .where('subscription_id', '=', subscription_id)
      .returning(['off_at', 'failing_since'])
      .executeTakeFirst()
    if (hook === undefined) return { id: 0, ...call }
    const { id } = await trx
      .insertInto('webhook_call')
      .values({ subscription_id, key, ...call })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { off_at, failing_since } = hook
    const hasFailedLong = failing_since !== null && at.getTime() - failing_since.getTime() >= failingLimit
    if (off_at === null && isNews && said !== null && (hasFailedLong || isGone))
      await switchOffFailing(trx, subscription_id, at, await noticeChannels(trx))
    return { id, ...call }
  })

async function switchOffFailing(db: Kysely<DB>, id: number, now: Date, notices: readonly Channel[]): Promise<void> {
  await db.updateTable('subscription_webhook').set({ off_at: now }).where('subscription_id', '=', id).execute()
  await turnOff(db, id, 'Вебхук выключен: адрес не принимает сообщений.')
  const at = moment(now)
  // To the owner's other channels, not to those of the subscription.
  await sql`
    with batch as (
      insert into subscription_batch (subscription_id, kind, opened_at, due_at, sealed_at)
      values (${id}, 'webhook_off', ${at}, ${at}, ${at}) returning id
    )
    insert into delivery (batch_id, subscription_id, channel, created_at, next_at)
    select batch.id, ${id}, channel, ${at}, ${at} from batch, unnest(${[...notices]}::text[]) channel`.execute(db)
}

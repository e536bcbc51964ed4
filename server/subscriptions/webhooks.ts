import { type Kysely, sql } from 'kysely'
import type { Webhook } from '#shared/api/webhooks.ts'
import { inTurn } from '../db/in-turn.ts'
import type { DB } from '../db/schema.ts'
import type { Owner } from './owner.ts'
import { newSecret } from './webhook-signature.ts'

/**
 * Webhooks as they are kept: one address a subscription, its secret, and what became of the calls. That it is on is said
 * by the subscription's channels, like that of any other.
 */
export type Target = {
  subscription_id: number
  url: string
  secret: string
  former_secret: string | null
  secret_at: Date
}
export type Called = { id: number; at: Date; status: number | null; ms: number; said: string | null }
type Owned = Pick<Owner, 'id'>

const shownCalls = 20
const channel = 'webhook'
const changedNow = { changed_xid: sql<string>`pg_current_xact_id()` }

const mine = (db: Kysely<DB>, { id: accountId }: Owned, id: number) =>
  db
    .selectFrom('subscription')
    .where('subscription.id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)

export const targetOf = (db: Kysely<DB>, subscriptionId: number): Promise<Target | undefined> =>
  db
    .selectFrom('subscription_webhook')
    .where('subscription_id', '=', subscriptionId)
    .select(['subscription_id', 'url', 'secret', 'former_secret', 'secret_at'])
    .executeTakeFirst()

/** Undefined: the person has no such subscription; null: it has no webhook. */
export async function webhookOf(db: Kysely<DB>, owner: Owned, id: number): Promise<Webhook | null | undefined> {
  const found = await mine(db, owner, id)
    .leftJoin('subscription_webhook as hook', 'hook.subscription_id', 'subscription.id')
    .select(['url', 'hook.created_at', 'secret_at', 'off_at', 'failing_since', 'channels'])
    .executeTakeFirst()
  if (found === undefined) return undefined
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
    url,
    created_at: created_at.toISOString(),
    secret_at: secret_at.toISOString(),
    is_on: channels.includes(channel),
    off_at: off_at?.toISOString() ?? null,
    failing_since: failing_since?.toISOString() ?? null,
    calls: calls.map(presentCall),
  }
}
export const presentCall = ({ at, ...call }: Called): Webhook['calls'][number] => ({ ...call, at: at.toISOString() })

/** The address it is sent to from now on, and that it is. Answers the secret if one had to be made; undefined: not theirs. */
export const setWebhook = (
  db: Kysely<DB>,
  owner: Owned,
  { id, url }: { id: number; url: string },
): Promise<{ secret: string | null } | undefined> =>
  inTurn(db, owner.id, async trx => {
    const secret = newSecret()
    if (!(await turnOn(trx, owner, id))) return undefined
    const known = await trx
      .updateTable('subscription_webhook')
      .set({ url, failing_since: null, off_at: null })
      .where('subscription_id', '=', id)
      .returning('subscription_id')
      .executeTakeFirst()
    if (known) return { secret: null }
    const now = new Date()
    await trx
      .insertInto('subscription_webhook')
      .values({ subscription_id: id, url, secret, secret_at: now, created_at: now })
      .execute()
    return { secret }
  })

/** Its failures are forgotten: it is tried as if anew. */
export const forgiveWebhook = (db: Kysely<DB>, id: number): Promise<unknown> =>
  db
    .updateTable('subscription_webhook')
    .set({ failing_since: null, off_at: null })
    .where('subscription_id', '=', id)
    .execute()

/** False: the person has no such subscription. */
async function turnOn(db: Kysely<DB>, { id: accountId }: Owned, id: number): Promise<boolean> {
  const turned = await db
    .updateTable('subscription')
    .set({
      channels: sql<string[]>`array_append(array_remove(channels, ${channel}), ${channel})`,
      ...changedNow,
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return turned !== undefined
}

/** A new secret; the former one signs beside it for a day. Undefined: there is nothing to make it for. */
export async function renewSecret(db: Kysely<DB>, owner: Owned, id: number): Promise<string | undefined> {
  const secret = newSecret()
  const renewed = await db
    .updateTable('subscription_webhook')
    .set(({ ref }) => ({ former_secret: ref('secret'), secret, secret_at: new Date() }))
    .where('subscription_id', 'in', mine(db, owner, id).select('subscription.id'))
    .returning('subscription_id')
    .executeTakeFirst()
  return renewed && secret
}

/** False: the person has no such subscription. What was not sent yet goes nowhere. */
export const removeWebhook = (db: Kysely<DB>, owner: Owned, id: number): Promise<boolean> =>
  inTurn(db, owner.id, async trx => {
    if ((await mine(trx, owner, id).select('subscription.id').executeTakeFirst()) === undefined) return false
    await turnOff(trx, id, { said: 'Вебхук удалён.', now: new Date() })
    await trx.deleteFrom('subscription_webhook').where('subscription_id', '=', id).execute()
    return true
  })

async function turnOff(db: Kysely<DB>, id: number, { said, now }: { said: string; now: Date }): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ channels: sql<string[]>`array_remove(channels, ${channel})`, ...changedNow })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('delivery')
    .set({ dead_at: now, last_error: said })
    .where('subscription_id', '=', id)
    .where('channel', '=', channel)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()
}

type Call = Omit<Called, 'id'> & {
  key: string
  /** A test that fails tells nothing of two days. */
  isNews: boolean
  /** It will not come back, its owner says. */
  isGone: boolean
  notices: readonly string[]
}
/** So long nothing may be taken before the address is left alone: as long as one message is tried. */
const patience = 2 * 86_400_000

/** What became of a call. One that is taken makes the failures before it forgotten, and so does a silence of ours. */
export const keepCall = (
  db: Kysely<DB>,
  { subscription_id }: Pick<Target, 'subscription_id'>,
  { key, at, ms, status, said, isNews, isGone, notices }: Call,
): Promise<Called> =>
  db.transaction().execute(async trx => {
    const called = { at, ms, status, said }
    const moment = sql`${at.toISOString()}::timestamptz`
    const hook = await trx
      .updateTable('subscription_webhook')
      .set({
        failing_since:
          said === null
            ? null
            : isNews
              ? sql<Date>`case when exists (
                  select from webhook_call call where call.subscription_id = subscription_webhook.subscription_id
                    and call.at > ${moment} - interval '2 days'
                ) then coalesce(failing_since, ${moment}) else ${moment} end`
              : sql<Date>`failing_since`,
      })
      .where('subscription_id', '=', subscription_id)
      .returning(['off_at', 'failing_since'])
      .executeTakeFirst()
    // It was removed while it was called.
    if (hook === undefined) return { id: 0, ...called }
    const { id } = await trx
      .insertInto('webhook_call')
      .values({ subscription_id, key, ...called })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { off_at, failing_since } = hook
    const isTired = failing_since !== null && at.getTime() - failing_since.getTime() >= patience
    if (off_at === null && isNews && said !== null && (isTired || isGone))
      await leaveAlone(trx, subscription_id, at, notices)
    return { id, ...called }
  })

/** No more calls, and the owner is told by what of letters and chats they have. */
async function leaveAlone(db: Kysely<DB>, id: number, now: Date, notices: readonly string[]): Promise<void> {
  await db.updateTable('subscription_webhook').set({ off_at: now }).where('subscription_id', '=', id).execute()
  await turnOff(db, id, { said: 'Вебхук выключен: адрес не принимает сообщений.', now })
  const moment = sql`${now.toISOString()}::timestamptz`
  await sql`
    with reached as (
      select channel from subscription join account on account.id = account_id
      left join telegram_chat chat on chat.account_id = account.id
      cross join unnest(${[...notices]}::text[]) channel
      where subscription.id = ${id} and case channel
        when 'email' then email is not null
        when 'telegram' then chat.chat_id is not null and chat.blocked_at is null
        else false end
    ), batch as (
      insert into subscription_batch (subscription_id, kind, opened_at, due_at, sealed_at)
      values (${id}, 'webhook_off', ${moment}, ${moment}, ${moment}) returning id
    )
    insert into delivery (batch_id, subscription_id, channel, created_at, next_at)
    select batch.id, ${id}, channel, ${moment}, ${moment} from batch, reached`.execute(db)
}

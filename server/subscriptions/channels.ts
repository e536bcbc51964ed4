import type { Kysely } from 'kysely'
import { messageKinds } from '#shared/api/messages.ts'
import type { ChannelStates } from '#shared/api/subscriptions.ts'
import { type Channel, channelValues } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { emailChannel } from './channels/email.ts'
import { pushChannel } from './channels/push.ts'
import { telegramChannel } from './channels/telegram.ts'
import { webhookChannel } from './channels/webhook.ts'
import type {
  ChannelAdapter,
  ChannelServices,
  ChannelSetup,
  DeliveryOptions,
  Message,
  SendContext,
  SendResult,
} from './message.ts'
import { browsersOf } from './push.ts'

export const channelAdapters: { readonly [C in Channel]: ChannelAdapter } = {
  telegram: telegramChannel,
  email: emailChannel,
  push: pushChannel,
  webhook: webhookChannel,
}

export type SendMessage = (db: Kysely<DB>, message: Message, options: DeliveryOptions) => Promise<SendResult>
export type Channels = { readonly [channel in string]?: SendMessage }

export const connectChannels = (services: ChannelServices): Channels => {
  const setup = { hasBot: services.telegram !== undefined, hasMail: services.mailer !== undefined }
  const connected = channelValues.map((channel): [Channel, SendMessage] => [
    channel,
    (db, message, options) => {
      const adapter = channelAdapters[channel]
      const noticeChannels: SendContext['noticeChannels'] = on => listNoticeChannels(on, message.accountId, setup)
      return adapter.send(adapter.render(message), { db, message, services, noticeChannels, ...options })
    },
  ])
  return Object.fromEntries(connected)
}

const byName = Object.entries(channelAdapters)
export const parallelChannels = byName.flatMap(([name, { concurrency }]) => (concurrency === 'parallel' ? [name] : []))
/** Message kinds that a channel does not support. */
export const unsupportedMessages = byName.flatMap(([channel, { kinds }]) =>
  messageKinds.filter(kind => !kinds.includes(kind)).map(kind => ({ channel, kind })),
)

type State = ChannelStates['results'][number]

/** Channels of this server, and what the person still has to do for each. */
export async function listChannelStates(db: Kysely<DB>, accountId: number, setup: ChannelSetup): Promise<State[]> {
  const { email } = await db.selectFrom('account').where('id', '=', accountId).select('email').executeTakeFirstOrThrow()
  const chat = await db
    .selectFrom('telegram_chat')
    .where('account_id', '=', accountId)
    .select(['chat_id', 'blocked_at'])
    .executeTakeFirst()
  const browsers = (await browsersOf(db, accountId)).length
  return channelValues.map(channel => {
    const { to, note } = channelAdapters[channel].addressOf({ email, chat, browsers }, setup)
    return { channel, ready: note === null, to, note }
  })
}

const listNoticeChannels = async (db: Kysely<DB>, accountId: number, setup: ChannelSetup): Promise<Channel[]> =>
  (await listChannelStates(db, accountId, setup)).flatMap(({ channel, ready }) =>
    ready && channelAdapters[channel].kinds.includes('webhook_off') ? [channel] : [],
  )

/** @throws HttpError for a channel that cannot be used yet */
export async function refuseUnusableChannels(
  db: Kysely<DB>,
  accountId: number,
  requested: readonly Channel[],
  setup: ChannelSetup,
): Promise<void> {
  if (requested.length === 0) return
  const notes = (await listChannelStates(db, accountId, setup)).flatMap(({ channel, note }) =>
    requested.includes(channel) && note !== null ? [note] : [],
  )
  if (notes.length > 0) throw fieldError('channels', notes.join(' '))
}

import type { Kysely } from 'kysely'
import type { CaseSnapshot, MessageKind } from '#shared/api/messages.ts'
import type { Timing } from '#shared/domain/message-times.ts'
import type { Channel, NewsDetail, NewsKind } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import type { Mailer } from '../http/feature.ts'
import type { Telegram } from '../messenger/telegram.ts'
import type { Digest } from './digests.ts'
import type { Post } from './post-outside.ts'

/** The newest snapshot of a case represents all its changes. */
export type MessageCase = { snapshot: CaseSnapshot; kinds: NewsKind[]; details: NewsDetail[] }
export type Message = {
  kind: MessageKind
  /** Idempotency key of the delivery. */
  key: string
  subscriptionId: number
  accountId: number
  title: string
  email: string | null
  username: string
  cases: MessageCase[]
  /** Set for messages of the kind `changes`. */
  digest: Digest | undefined
  /** Unsubscribes by e-mail without signing in. */
  secret: string
  askedDays: number
  timing: Timing
  origin: string | undefined
}

/** `isFinal`: a retry is useless; `retryAfter`: seconds to wait before a retry. */
export type SendResult = { ok: true } | { ok: false; error: string; isFinal: boolean; retryAfter?: number }
export const sendFailure = (error: string, isFinal = false): SendResult => ({ ok: false, error, isFinal })
export const notSetUp = sendFailure('Канал не настроен на этом сервере.')

export type ChannelServices = { telegram: Telegram | undefined; mailer: Mailer | undefined; post: Post }
export type ChannelSetup = { hasBot: boolean; hasMail: boolean }

export type DeliveryOptions = { now: Date; signal?: AbortSignal | undefined }
export type SendContext = DeliveryOptions & {
  db: Kysely<DB>
  message: Message
  services: ChannelServices
  /** Channels for telling the owner that this one was switched off. */
  noticeChannels: (db: Kysely<DB>) => Promise<Channel[]>
}

type ChannelOwner = {
  email: string | null
  chat: { chat_id: number; blocked_at: Date | null } | undefined
  /** How many browsers may be notified. */
  browsers: number
}

/** A channel: one file in channels/, one line in channels.ts and one in shared/domain/news.ts. */
export type ChannelAdapter<Rendered = unknown> = {
  limits: {
    /** Cases named in one message; the rest are counted. */
    cases: number
    characters?: number
  }
  kinds: readonly MessageKind[]
  /** `parallel`: recipients are independent, and a slow one must not delay the others. */
  concurrency: 'serial' | 'parallel'
  /** `note`: what is still missing. */
  addressOf(owner: ChannelOwner, setup: ChannelSetup): { to: string | null; note: string | null }
  render(message: Message): Rendered
  send(rendered: Rendered, context: SendContext): Promise<SendResult>
}

import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WebhookMessage } from '#shared/api/other-programs.ts'
import type { Channel } from '#shared/domain/news.ts'
import type { DB } from '../../db/schema.ts'
import type { Digest } from '../digests.ts'
import { type ChannelAdapter, type DeliveryOptions, type Message, type SendResult, sendFailure } from '../message.ts'
import { caseAddress, subscriptionsAddress } from '../message-text.ts'
import type { Post, Posted } from '../post-outside.ts'
import { findWebhookTarget, recordCall, secretPrefix, type WebhookCall, type WebhookTarget } from '../webhooks.ts'

/**
 * Messages for programs, signed by Standard Webhooks (docs/webhooks.md). A recipient that accepts nothing for two days
 * is switched off, and its owner is notified.
 */
const limits = { cases: 1_000 }

export const webhookChannel: ChannelAdapter<string> = {
  limits,
  kinds: ['news', 'changes', 'test'],
  concurrency: 'parallel',
  addressOf: () => ({ to: null, note: 'Вебхук можно настроить после создания подписки.' }),
  render: message => webhookBody(message),
  send: async (body, { db, message, services: { post }, noticeChannels, ...options }) => {
    const target = await findWebhookTarget(db, message.subscriptionId)
    if (target === undefined) return sendFailure('Вебхука у подписки больше нет.', true)
    return (await callWebhook(db, { post, target, message, body, noticeChannels }, options)).result
  },
}

const bodyOf = (message: Message): WebhookMessage => ({
  type: message.kind === 'news' || message.kind === 'changes' ? message.kind : 'test',
  id: message.key,
  subscription: { id: message.subscriptionId, title: message.title, url: subscriptionsAddress(message) ?? null },
  ...(message.digest ? digestOf(message, message.digest) : newsOf(message)),
})

const newsOf = ({ cases, origin }: Message) => ({
  cases: cases
    .slice(0, limits.cases)
    .map(one => ({
      case: one.snapshot,
      url: caseAddress(origin, one) ?? null,
      kinds: one.kinds,
      details: one.details,
    })),
  digest: null,
  cases_left: Math.max(cases.length - limits.cases, 0),
})

const digestOf = ({ origin }: Message, { days, counts, cases, refusal }: Digest) => ({
  cases: cases.map(one => ({
    case: one.snapshot,
    url: caseAddress(origin, one) ?? null,
    kinds: [one.kind],
    details: one.changes.map(({ field, before, after }) => ({ kind: field, before, after })),
  })),
  digest: { days, counts, refusal: refusal ?? null },
  cases_left: Object.values(counts).reduce((sum, n) => sum + n) - cases.length,
})

export const webhookBody = (message: Message): string => JSON.stringify(bodyOf(message))

type CallRequest = {
  post: Post
  target: WebhookTarget
  message: Message
  body: string
  noticeChannels: (db: Kysely<DB>) => Promise<Channel[]>
}
/** 410: the recipient is gone for good. */
const gone = 410
const longestRetryAfter = 86_400

export async function callWebhook(
  db: Kysely<DB>,
  { post, target, message, body, noticeChannels }: CallRequest,
  { now, signal }: DeliveryOptions,
): Promise<{ result: SendResult; call: WebhookCall }> {
  const posted = await post(target.url, { headers: headersOf(target, message.key, body, now), body }, signal)
  const result = resultOf(posted)
  const call = await recordCall(db, target, {
    key: message.key,
    at: now,
    ms: posted.ms,
    status: posted.status,
    said: result.ok ? null : result.error,
    isNews: message.kind === 'news',
    isGone: posted.status === gone,
    noticeChannels,
  })
  return { result, call }
}

const resultOf = (posted: Posted): SendResult => {
  const { status } = posted
  if (status === null) return sendFailure(posted.said)
  if (status >= 200 && status < 300) return { ok: true }
  const error =
    status >= 300 && status < 400
      ? `Адрес отсылает на другой (${status}): перенаправления не выполняются.`
      : `Адрес ответил ${status}.`
  return {
    ...sendFailure(error, status === gone),
    ...(posted.retryAfter !== undefined && { retryAfter: Math.min(posted.retryAfter, longestRetryAfter) }),
  }
}

/** After a renewal both secrets sign for a day. */
const overlapMilliseconds = 86_400_000

const headersOf = (target: WebhookTarget, key: string, body: string, now: Date): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const isRenewed = now.getTime() - target.secret_at.getTime() < overlapMilliseconds
  const secrets = [target.secret, ...(isRenewed && target.former_secret !== null ? [target.former_secret] : [])]
  const signed = `${key}.${timestamp}.${body}`
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Sudmonitor-Webhook/1',
    'webhook-id': key,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => signatureOf(secret, signed)).join(' '),
  }
}
const signatureOf = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

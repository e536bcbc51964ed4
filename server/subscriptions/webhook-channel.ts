import type { Kysely } from 'kysely'
import type { WebhookMessage } from '#shared/api/webhooks.ts'
import { casesInWebhook } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import type { Outcome, Send } from './channels.ts'
import type { Message } from './compose-message.ts'
import { caseAddress, subscriptionsAddress } from './message-words.ts'
import type { Post, Posted } from './post-outside.ts'
import { signatures } from './webhook-signature.ts'
import { type Called, keepCall, type Target, targetOf } from './webhooks.ts'

/**
 * Messages for programs, signed as Standard Webhooks says (docs/webhooks.md): any library of that convention can check
 * them. A program that takes nothing for two days is sent no more, and its owner is told.
 */
/** So long the former secret signs too. */
const bothDays = 1
const day = 86_400_000
/** It will not come back, its owner says. */
const gone = 410
const longestPause = 86_400

export const byWebhook =
  (post: Post, notices: readonly string[]): Send =>
  async (db, message, { now, signal }) => {
    const target = await targetOf(db, message.subscriptionId)
    if (target === undefined) return { ok: false, said: 'Вебхука у подписки больше нет.', final: true }
    const { outcome } = await callWebhook(db, { post, target, message, now, notices }, signal)
    return outcome
  }

export type Calling = {
  post: Post
  target: Target
  message: Message
  now: Date
  /** Channels by which the owner is told that it was switched off. */
  notices: readonly string[]
}
/** One call, and what is to be remembered of it. */
export async function callWebhook(
  db: Kysely<DB>,
  { post, target, message, now, notices }: Calling,
  signal?: AbortSignal,
): Promise<{ outcome: Outcome; called: Called }> {
  const body = JSON.stringify(bodyOf(message))
  const posted = await post(target.url, { headers: headersOf(target, message.key, body, now), body }, signal)
  const outcome = outcomeOf(posted)
  const called = await keepCall(db, target, {
    key: message.key,
    at: now,
    ms: posted.ms,
    status: posted.status,
    said: outcome.ok ? null : outcome.said,
    isNews: message.kind === 'news',
    isGone: posted.status === gone,
    notices,
  })
  return { outcome, called }
}

const outcomeOf = (posted: Posted): Outcome => {
  if (posted.status === null) return { ok: false, said: posted.said, final: false }
  if (posted.status >= 200 && posted.status < 300) return { ok: true }
  const isElsewhere = posted.status >= 300 && posted.status < 400
  return {
    ok: false,
    said: isElsewhere
      ? `Адрес отсылает на другой (${posted.status}): перенаправления не выполняются.`
      : `Адрес ответил ${posted.status}.`,
    final: posted.status === gone,
    ...(posted.retryAfter !== undefined && { after: Math.min(posted.retryAfter, longestPause) }),
  }
}

const headersOf = (target: Target, key: string, body: string, now: Date): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const isFresh = now.getTime() - target.secret_at.getTime() < bothDays * day
  const secrets = [target.secret, ...(isFresh && target.former_secret !== null ? [target.former_secret] : [])]
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Sudmonitor-Webhook/1',
    'webhook-id': key,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures(secrets, { id: key, timestamp, body }),
  }
}
const bodyOf = (message: Message): WebhookMessage => ({
  type: message.kind === 'news' ? 'news' : 'test',
  id: message.key,
  subscription: { id: message.subscriptionId, title: message.title, url: subscriptionsAddress(message) ?? null },
  cases: message.cases.slice(0, casesInWebhook).map(one => ({
    case: one.snapshot,
    url: caseAddress(message.origin, one) ?? null,
    kinds: one.kinds,
    details: one.details,
  })),
  cases_left: Math.max(message.cases.length - casesInWebhook, 0),
})

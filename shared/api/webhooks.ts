import { z } from 'zod'
import { longestWebhookUrl } from '../domain/news.ts'
import { caseSnapshot } from './subscriptions.ts'

/** The webhook of a subscription: the address of a program, what became of the last calls, and what is sent there. */
const notAnAddress = { error: 'Нужен адрес вида https://example.ru/hook, без имени и пароля в нём.' }
const withPassword = /^[a-z]+:[/\\]*[^/\\?#]*@/i
export const webhookRequest = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, ...notAnAddress })
    .max(longestWebhookUrl, { error: `Адрес длиннее ${longestWebhookUrl} знаков.` })
    .refine(url => !withPassword.test(url), notAnAddress),
})

const instant = z.string()
const webhookCall = z.object({
  id: z.number().int(),
  at: instant,
  /** Null: there was no answer. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  /** What went wrong; null: it was taken. */
  said: z.string().nullable(),
})
export const webhook = z.object({
  url: z.string(),
  created_at: instant,
  /** Of the secret that counts now. */
  secret_at: instant,
  /** Whether news are sent there. */
  is_on: z.boolean(),
  /** Set: switched off because the address took nothing for two days. */
  off_at: instant.nullable(),
  /** Since when nothing has been taken. */
  failing_since: instant.nullable(),
  /** The last ones, the newest first. */
  calls: z.array(webhookCall),
})
export type Webhook = z.infer<typeof webhook>
export const webhookAnswer = z.object({ webhook: webhook.nullable() })
/** `secret`: shown when it is made, and never again. */
export const webhookMade = z.object({ webhook, secret: z.string().nullable() })
/** What became of a test call. */
export const webhookTested = z.object({ call: webhookCall })

/** The body of a call. A case is as it was when it changed; `details` are in words, as people are told. */
export const webhookMessage = z.strictObject({
  type: z.enum(['news', 'test']),
  /** The same however often it is sent: what comes twice under it is to be left alone. */
  id: z.uuid(),
  subscription: z.strictObject({ id: z.number().int(), title: z.string(), url: z.string().nullable() }),
  cases: z.array(
    z.strictObject({
      case: caseSnapshot,
      url: z.string().nullable(),
      kinds: z.array(z.string()),
      details: z.array(
        z.strictObject({ kind: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
  /** Cases that did not find room in one message. */
  cases_left: z.number().int(),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

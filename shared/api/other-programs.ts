import { z } from 'zod'
import { maxWebhookUrlLength } from '../domain/news.ts'
import { querySchema } from '../filters/wire.ts'
import { changedFields } from './changes.ts'
import { idParam, repeated, strictQuery } from './lists.ts'
import { caseSnapshot } from './messages.ts'

/** How other programs learn what a subscription tells: addresses that they read, and one that they are called at. */
const instant = z.string()

/** Null: none were made. */
const feedLinks = z.object({
  atom: z.string(),
  rss: z.string(),
  calendar: z.string(),
  created_at: instant,
  /** To the hour. */
  read_at: instant.nullable(),
})
export type FeedLinks = z.infer<typeof feedLinks>
/** Whether addresses begin with the one that operators gave (`PUBLIC_URL`); else with that at which the page was asked for. */
const isPublic = z.boolean().meta({ description: 'Адрес действует отовсюду: он составлен по PUBLIC_URL' })
export const feedAnswer = z.object({ feed: feedLinks.nullable(), is_public: isPublic })

/** Minutes before a hearing at which a calendar rings. */
export const alarmChoices = [
  { value: '60', label: 'за час' },
  { value: '1440', label: 'за день' },
  { value: '10080', label: 'за неделю' },
] as const
export type Alarm = (typeof alarmChoices)[number]['value']
const alarmValues = alarmChoices.map(({ value }) => value)
const alarm = repeated(z.array(z.enum(alarmValues, { error: `Напоминание: минуты, ${alarmValues.join(', ')}.` })))
  .default([])
  .meta({ description: 'За сколько минут до заседания напоминать' })
export const feedQuery = strictQuery({ alarm })
/** Filters of the list, or one case, or one person. */
export const calendarQuery = querySchema(changedFields, {
  alarm,
  case: idParam.optional().meta({ description: 'Заседания одного дела' }),
  person: idParam.optional().meta({ description: 'Заседания дел одного лица' }),
})
/** The secret address of a calendar that keeps itself up to date, and the subscription it hangs on. */
export const calendarMade = z.object({ calendar: z.string(), subscription: z.number().int(), is_public: isPublic })

const notAnAddress = { error: 'Нужен адрес вида https://example.ru/hook, без имени и пароля в нём.' }
const withPassword = /^[a-z]+:[/\\]*[^/\\?#]*@/i
export const webhookRequest = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, ...notAnAddress })
    .max(maxWebhookUrlLength, { error: `Адрес длиннее ${maxWebhookUrlLength} знаков.` })
    .refine(url => !withPassword.test(url), notAnAddress),
})

const webhookCall = z.object({
  id: z.number().int(),
  at: instant,
  /** Null: there was no answer. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  /** Null: it was accepted. */
  said: z.string().nullable(),
})
const webhook = z.object({
  url: z.string(),
  created_at: instant,
  /** Of the current secret. */
  secret_at: instant,
  is_on: z.boolean(),
  /** Set: switched off after two days of failures. */
  off_at: instant.nullable(),
  failing_since: instant.nullable(),
  /** The newest first. */
  calls: z.array(webhookCall),
})
export type Webhook = z.infer<typeof webhook>
export const webhookAnswer = z.object({ webhook: webhook.nullable() })
/** `secret`: shown once. */
export const webhookMade = z.object({ webhook, secret: z.string().nullable() })
export const webhookTested = z.object({ call: webhookCall })

/** The body of a call. A case is as it was when it changed. */
export const webhookMessage = z.strictObject({
  type: z.enum(['news', 'changes', 'test']),
  /** The idempotency key, the same over retries. */
  id: z.uuid(),
  subscription: z.strictObject({ id: z.number().int(), title: z.string(), url: z.string().nullable() }),
  cases: z.array(
    z.strictObject({
      case: caseSnapshot,
      url: z.string().nullable(),
      /** Of a digest: `appeared`, `changed` or `gone`. */
      kinds: z.array(z.string()),
      details: z.array(
        z.strictObject({ kind: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
  /** Of a digest (`changes`): between the ends of which days, and how many cases of each kind; its cases are those of the second day. */
  digest: z
    .strictObject({
      days: z.strictObject({ from: z.string(), to: z.string() }),
      counts: z.strictObject({ appeared: z.int(), changed: z.int(), gone: z.int() }),
      /** Why it could not be made. */
      refusal: z.string().nullable(),
    })
    .nullable(),
  /** Cases beyond the limit of one message. */
  cases_left: z.number().int(),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

import { z } from 'zod'
import { maxWebhookUrlLength } from '../domain/news.ts'
import { querySchema } from '../filters/wire.ts'
import { changedFields } from './changes.ts'
import { idParam, repeated, strictQuery } from './lists.ts'
import { caseSnapshot } from './messages.ts'

/** Integrations of a subscription: feed addresses for other programs, and a webhook. */
const instant = z.string()

/** null when none were created. */
const feedLinks = z.object({
  atom: z.string(),
  rss: z.string(),
  calendar: z.string(),
  created_at: instant,
  /** Rounded to the hour. */
  read_at: instant.nullable(),
})
export type FeedLinks = z.infer<typeof feedLinks>
/** True when addresses begin with `PUBLIC_URL`; otherwise they begin with the host of the request. */
const isPublic = z.boolean().meta({ description: 'Адрес действует отовсюду: он составлен по PUBLIC_URL' })
export const feedAnswer = z.object({ feed: feedLinks.nullable(), is_public: isPublic })

/** Minutes before a hearing at which a calendar reminds. */
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
/** The secret address of a live calendar, and its subscription. */
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
  /** null without a response. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  /** null when it was accepted. */
  said: z.string().nullable(),
})
const webhook = z.object({
  url: z.string(),
  created_at: instant,
  /** Creation of the current secret. */
  secret_at: instant,
  is_on: z.boolean(),
  /** Set when it was switched off after two days of failures. */
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

/** The body of a call. Cases are as of their change. */
export const webhookMessage = z.strictObject({
  type: z.enum(['news', 'changes', 'test']),
  /** The idempotency key, equal over retries. */
  id: z.uuid(),
  subscription: z.strictObject({ id: z.number().int(), title: z.string(), url: z.string().nullable() }),
  cases: z.array(
    z.strictObject({
      case: caseSnapshot,
      url: z.string().nullable(),
      /** For a digest: `appeared`, `changed` or `gone`. */
      kinds: z.array(z.string()),
      details: z.array(
        z.strictObject({ kind: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
  /**
   * For a digest (`changes`): the days whose ends it compares, and the number of cases of each kind; its cases are as
   * of the second day.
   */
  digest: z
    .strictObject({
      days: z.strictObject({ from: z.string(), to: z.string() }),
      counts: z.strictObject({ appeared: z.int(), changed: z.int(), gone: z.int() }),
      /** Why it could not be created. */
      refusal: z.string().nullable(),
    })
    .nullable(),
  /** Cases above the limit of one message. */
  cases_left: z.number().int(),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

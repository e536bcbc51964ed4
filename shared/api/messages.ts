import { z } from 'zod'
import { newsKindValues } from '../domain/news.ts'
import { listOf } from './lists.ts'

/** What subscriptions have reported (§7). */
const instant = z.string()
const day = z.string()
export const newsKind = z.enum(newsKindValues, { error: 'Вид новости: нет такого.' })

/** A case as of the message. */
export const caseSnapshot = z.object({
  id: z.number().int(),
  type: z.number().int(),
  stage: z.number().int(),
  case_number: z.string(),
  case_uid: z.string().nullable(),
  court: z.object({ id: z.number().int(), title: z.string(), city: z.string(), region: z.number().int() }),
  judge: z.string().nullable(),
  articles: z.array(z.string()),
  defendants: z.array(z.string()),
  entry_date: day.nullable(),
  result_date: day.nullable(),
  result: z.string().nullable(),
  hearing: z
    .object({
      date: day,
      time: z.string().nullable(),
      hall: z.string(),
      happens_at: instant.nullable(),
      /** An event of unknown wording, possibly a hearing. */
      is_possible: z.boolean().default(false),
      /** What the card says on its line, of a hearing still ahead: that it was put off. */
      said: z.string().nullable().default(null),
    })
    .nullable(),
  has_text: z.boolean(),
  url: z.string().nullable(),
})
export type CaseSnapshot = z.infer<typeof caseSnapshot>

const subscriptionHit = z.object({
  id: z.number().int(),
  case: caseSnapshot,
  kinds: z.array(newsKind),
  details: z.array(
    z.object({
      kind: newsKind,
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** An event of unknown wording, possibly a hearing. */
      is_possible: z.boolean().optional(),
    }),
  ),
  /** The conditions that matched the case. */
  why: z.array(z.object({ label: z.string(), text: z.string() })),
  matched_at: instant,
  /** Found only by the nightly second pass. */
  missed: z.boolean(),
})
export type SubscriptionHit = z.infer<typeof subscriptionHit>

/** `changes`: a digest; `webhook_off`: the webhook was switched off after failures. */
export const messageKinds = ['news', 'changes', 'test', 'question', 'webhook_off'] as const
export type MessageKind = (typeof messageKinds)[number]
const deliveredMessage = z.object({
  id: z.number().int(),
  kind: z.enum(messageKinds),
  due_at: instant,
  /** For a digest: the days whose ends it compares. */
  days: z.object({ from: day, to: day.nullable() }).nullable(),
  /** The total; `hits` are the newest ones. */
  count: z.number().int(),
  hits: z.array(subscriptionHit),
  deliveries: z.array(
    z.object({
      channel: z.string(),
      delivered_at: instant.nullable(),
      attempts: z.number().int(),
      next_at: instant.nullable(),
      dead: z.boolean(),
      error: z.string().nullable(),
    }),
  ),
})
export type DeliveredMessage = z.infer<typeof deliveredMessage>
export const deliveredList = listOf(deliveredMessage)

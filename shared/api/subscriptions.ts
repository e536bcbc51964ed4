import { z } from 'zod'
import {
  cadences,
  channelValues,
  maxMutedCases,
  maxSubscriptions,
  maxSubscriptionTitle,
  sendings,
} from '../domain/news.ts'
import { givenText, listOf, pageParam, rowNumber, sizeParam, strictQuery } from './lists.ts'
import { newsKind } from './messages.ts'
import { givenParams, storedParams } from './saved.ts'

/** Subscriptions (§2 `/subscriptions`, §7). */
const instant = z.string()
const day = z.string()
const channel = z.enum(channelValues, { error: 'Канал: нет такого.' })
const cadence = z.enum(
  cadences.map(({ value }) => value),
  { error: 'Как часто: at_once, daily или weekly.' },
)
const sends = z
  .enum(
    sendings.map(({ value }) => value),
    { error: 'Что присылать: news или changes.' },
  )
  .meta({
    description:
      '`changes` — сводка: что появилось, изменилось и ушло со времени прошлой; только о фильтрах, раз в день или в неделю',
  })
const hours = { error: 'Нужно время ЧЧ:ММ.' }
const clock = z.string(hours).regex(/^([01]\d|2[0-3]):[0-5]\d$/, hours)
const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
const zone = z
  .string({ error: 'Часовой пояс: нужно имя вида Europe/Moscow.' })
  .max(60)
  .refine(isZone, { error: 'Часовой пояс: нужно имя вида Europe/Moscow.' })
const quiet = z
  .strictObject({ from: clock, to: clock }, { error: 'Тихие часы: нужны from и to.' })
  .refine(({ from, to }) => from !== to, { error: 'Тихие часы: начало и конец совпадают.' })
  .nullable()
const title = givenText('Название', maxSubscriptionTitle)
const kinds = z
  .array(newsKind, { error: 'Виды новостей: нужен список.' })
  .min(1, { error: 'Выберите хотя бы один вид новостей.' })
const channels = z.array(channel, { error: 'Каналы: нужен список.' })

const days = { error: 'День недели: от 1 (понедельник) до 7.' }
/** `at` and `weekday` apply to daily and weekly messages, in the time zone `zone`. */
const weekday = z.int(days).min(1, days).max(7, days)

/** Exactly one of the three. */
const about = {
  get_params: givenParams.optional(),
  case: rowNumber('Такого дела нет.').optional().meta({ description: 'Номер одного дела' }),
  person: rowNumber('Такого лица нет.').optional().meta({ description: 'Номер лица' }),
}
const isAboutOne = (given: { get_params?: unknown; case?: unknown; person?: unknown }): boolean =>
  [given.get_params, given.case, given.person].filter(one => one !== undefined).length === 1
const aboutOne = { error: 'Нужно одно из трёх: get_params, case или person.' }
export const watchRequest = z.strictObject(about).refine(isAboutOne, aboutOne)

export const subscriptionRequest = z
  .strictObject({
    ...about,
    /** Empty: generated from what is watched. */
    title: title.default(''),
    /** Absent: the default ones. */
    kinds: kinds.optional(),
    channels: channels.default([]),
    sends: sends.default('news'),
    cadence: cadence.default('at_once'),
    at: clock.default('09:00'),
    weekday: weekday.default(1),
    zone: zone.default('Europe/Moscow'),
    quiet: quiet.default(null),
  })
  .refine(isAboutOne, aboutOne)
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** `kept`: the answer «still wanted» to the question after 90 and 180 days. */
export const subscriptionChange = z
  .strictObject({
    get_params: givenParams,
    ...{ title, kinds, channels, sends, cadence, at: clock, weekday, zone, quiet },
    paused: z.boolean(),
    kept: z.literal(true),
    mute: z.array(rowNumber('Такого дела нет.')).max(maxMutedCases).meta({ description: 'Не сообщать об этих делах' }),
    unmute: z.array(rowNumber('Такого дела нет.')).max(maxMutedCases),
  })
  .partial()
export type SubscriptionChange = z.output<typeof subscriptionChange>

const shortCase = z.object({ id: z.number().int(), case_number: z.string(), court: z.string() })
export const subscription = z.object({
  id: z.number().int(),
  /**
   * The displayed title: the person's own, else generated from what is watched, as far as the owner may see it today.
   */
  title: z.string(),
  /** The person's own title; empty when generated. */
  own_title: z.string(),
  about: z.enum(['filters', 'case', 'person']),
  get_params: storedParams,
  /** By the name of the filter. */
  human_readable: z.record(z.string(), z.string()),
  /** Also null when the account may no longer see the case: see `note`. */
  case: shortCase.nullable(),
  person: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  kinds: z.array(newsKind),
  channels: z.array(channel),
  sends,
  cadence,
  at: z.string(),
  weekday: z.number().int(),
  zone: z.string(),
  quiet: z.object({ from: z.string(), to: z.string() }).nullable(),
  paused_at: instant.nullable(),
  created_at: instant,
  muted: z.array(shortCase),
  last_hit_at: instant.nullable(),
  /** In the last 30 days. */
  recent_hits: z.number().int(),
  /** When the open batch is sent. */
  next_at: instant.nullable(),
  /** Dead deliveries in the last 30 days, and the last error. */
  undelivered: z.number().int(),
  last_error: z.string().nullable(),
  /** null when there is none. Its address has a separate call. */
  webhook: z.object({ off_at: instant.nullable() }).nullable(),
  /** Set while the question whether it is still wanted is unanswered. */
  asked_at: instant.nullable(),
  /** Why it reports less than its owner may expect. */
  note: z.string().nullable(),
})
export type Subscription = z.infer<typeof subscription>
export const subscriptionList = listOf(subscription)
export const subscriptionListQuery = strictQuery({
  page: pageParam,
  size: sizeParam(maxSubscriptions, maxSubscriptions),
})

/** What the last 100 days would have brought. */
export const rehearsalRequest = z.strictObject({ ...about, kinds: kinds.optional() }).refine(isAboutOne, aboutOne)
export const rehearsal = z.object({
  /** The oldest first. */
  days: z.array(z.object({ day, count: z.number().int() })),
  total: z.number().int(),
  cases: z.number().int(),
  per_day: z.number(),
  /** Cases with a hearing from today on. */
  ahead: z.number().int(),
  /** The next five of them, in the time zone of each court. */
  hearings: z.array(
    z.object({
      case: z.object({ id: z.number().int(), case_number: z.string(), court: z.string() }),
      date: day,
      time: z.string().nullable(),
      said: z.string().nullable().default(null),
    }),
  ),
  /** The five most frequent: a kind of news and its event. */
  causes: z.array(z.object({ kind: newsKind, what: z.string(), count: z.number().int() })),
  /** How to reduce it: `change` goes into the request; `removes`: number of news it would exclude. */
  less: z.array(
    z.object({
      label: z.string(),
      removes: z.number().int(),
      change: z.object({ get_params: storedParams.optional(), kinds: z.array(newsKind).optional() }),
    }),
  ),
  /** Why such a subscription is refused; null when it is accepted. */
  refusal: z.string().nullable(),
})
export type Rehearsal = z.infer<typeof rehearsal>

export const channelStates = listOf(
  z.object({ channel, ready: z.boolean(), to: z.string().nullable(), note: z.string().nullable() }),
)
export type ChannelStates = z.infer<typeof channelStates>

import { z } from 'zod'
import { bodyObject, flagParam, listOf, pageParam, rowNumber, sizeParam, strictQuery } from './lists.ts'
import { caseSnapshot } from './messages.ts'
import { readersDay } from './readers-day.ts'
import { watchingEnd } from './sets.ts'

/** «Сегодня»: hearings and news of the account's cases (decision 0096). */
const instant = z.string()
const day = z.string()

/**
 * `sets`, `client`, `watched_name`: why it is one of the account's cases; `watched_name` is the text that a
 * subscription searches in names, not a person.
 */
const watchedCase = z.object({
  ...caseSnapshot.shape,
  sets: z.array(z.string()),
  client: z.string().nullable(),
  watched_name: z.string().nullable(),
})
export type WatchedCase = z.infer<typeof watchedCase>

/** By the court's own clock. */
const courtMoment = z.object({ date: day, time: z.string().nullable() })

const hearing = z.object({
  case: watchedCase,
  ...courtMoment.shape,
  happens_at: instant.nullable(),
  title: z.string(),
  hall: z.string(),
  is_possible: z.boolean().meta({ description: 'Суд не пишет, что это заседание: название записи незнакомо' }),
  /** Its original time. */
  moved_from: courtMoment.nullable(),
  off: z
    .object({ moved_to: courtMoment.nullable() })
    .nullable()
    .meta({ description: 'Не состоится: перенесено или снято' }),
  clash: z
    .object({
      case_id: z.int(),
      /** By the clock of the hearing's own court. */
      time: z.string().nullable(),
      /** By the clock of this row's court. */
      here: courtMoment,
      court: z.string(),
      minutes: z.int(),
    })
    .nullable()
    .meta({ description: 'Другое заседание, которое начинается в пределах часа' }),
})
export type TodayHearing = z.infer<typeof hearing>

/**
 * Hearings of that day by the clock of their courts, without cancelled ones: shared by the number above a list and the
 * page.
 */
export const heldOn = <Of extends Pick<TodayHearing, 'date' | 'off'>>(hearings: readonly Of[], day: string): Of[] =>
  hearings.filter(({ date, off }) => date === day && off === null)

export const maxHearingDays = 100
export const todayQuery = strictQuery({
  days: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'Нужно целое число дней.' })
    .transform(Number)
    .refine(days => days <= maxHearingDays, { error: `Не больше ${maxHearingDays} дней.` })
    .optional()
    .default(7)
    .meta({ description: 'Сколько дней вперёд, кроме сегодняшнего' }),
})
export const summaryQuery = strictQuery({ day: readersDay })
const unread = z.int().meta({ description: 'Непрочитанных изменений' })
export const todayAnswer = z.object({
  watches: z.boolean().meta({ description: 'Есть избранные дела или подписки' }),
  hearings: z.array(hearing),
  cut: z.int().meta({ description: 'Сколько заседаний не поместилось: поздних из них' }),
  /** Hearings after the requested days. */
  later: z.object({ count: z.int(), next: day.nullable() }),
  unread,
  digests: z.array(z.object({ id: z.int(), title: z.string(), at: instant, from: day, to: day, page: z.string() })),
  /** Nodes of the previous version omit it. */
  ending_watches: z
    .array(z.object({ id: z.int(), title: z.string(), ...watchingEnd.shape }))
    .optional()
    .meta({ description: 'Подборки, наблюдение которых скоро закончится или закончилось: кто может его продлить' }),
})
export type Today = z.infer<typeof todayAnswer>

export const todaySummary = z.object({ watches: z.boolean(), hearings: z.int(), unread })
export const unreadNumber = z.object({ unread })
export const unreadNow = unreadNumber.extend({ watches: z.boolean() })

const change = z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export const inboxQuery = strictQuery({
  seen: flagParam('true — прочитанное').default(false),
  page: pageParam,
  size: sizeParam(100, 20),
})
export const inboxList = listOf(
  z.object({
    case: watchedCase,
    count: z.int().meta({ description: 'Сколько раз дело изменилось' }),
    at: instant,
    is_new: z.boolean(),
    changes: z.array(change),
  }),
).extend({
  changes: z.int(),
  last: z.string().meta({ description: 'Номер последнего изменения: до него и отмечают всё' }),
})
export type InboxCase = z.infer<typeof inboxList>['results'][number]

/** Exceeds ids of rows: there are many changes. */
const changeNumber = z
  .string({ error: 'Нужен номер изменения.' })
  .regex(/^\d{1,15}$/, { error: 'Нужен номер изменения.' })
/** Everything up to `until`, or the news of some cases. */
export const seenRequest = z
  .strictObject({ cases: z.array(rowNumber('Такого дела нет.')).max(1_000), until: changeNumber, seen: z.boolean() })
  .partial()
  .refine(({ cases, until }) => cases !== undefined || until !== undefined, { error: 'Нужно cases или until.' })

export const maxListRows = 1_000
const cell = z
  .string({ error: 'Нужен текст.' })
  .max(2_000, { error: 'Не больше 2000 знаков.' })
  .refine(value => !value.includes('\0'), { error: 'Недопустимый знак с кодом 0.' })
export const listRequest = bodyObject(
  {
    rows: z
      .array(z.strictObject({ case: cell, court: cell.default('') }), { error: 'Нужен список строк.' })
      .min(1, { error: 'В списке нет ни одной строки.' })
      .max(maxListRows, { error: `Больше ${maxListRows} строк: разделите список.` }),
  },
  'Нужны строки списка.',
)
/** In the order of the rows. */
export const listFound = z.object({
  results: z.array(
    z.object({
      case: z.object({ id: z.int(), case_number: z.string(), court: z.string() }).nullable(),
      why: z.string().nullable(),
    }),
  ),
})

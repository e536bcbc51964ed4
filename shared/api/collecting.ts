import { z } from 'zod'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { listOf, pageParam, sizeParam, strictQuery } from './lists.ts'

/** Reading cases from court sites (domain §6). */
const instant = z.string()

/** `idle`: not requested; `waiting`: queued; `silent`: no request to the site is allowed before `not_before`. */
export const caseRefresh = z.object({
  state: z.enum(['idle', 'waiting', 'captcha', 'silent', 'read', 'failed']),
  not_before: instant.nullable(),
  read_at: instant.nullable(),
  error: z.string().nullable(),
  /** Why the card of this case can never be read again; null when it can. */
  refusal: z.string().nullable(),
})
export type CaseRefresh = z.infer<typeof caseRefresh>

export const isUnderWay = ({ state }: Pick<CaseRefresh, 'state'>): boolean =>
  state === 'waiting' || state === 'captcha' || state === 'silent'

const { type, stage, regions, court, court_city, entry_date_range } = caseListFields
const { result_date_range, event_date_range, last_scheduled_hearing_date_range } = caseListFields
/** Filters that select courts, and the days for which these must have been read. */
export const coverageFields = {
  type,
  stage,
  regions,
  court,
  court_city,
  entry_date_range,
  result_date_range,
  event_date_range,
  last_scheduled_hearing_date_range,
}
export const coverageQuery = querySchema(coverageFields, {})

export const caseSources = ['collector', 'files', 'demo'] as const
const caseSource = z.object({
  source: z.enum(caseSources),
  /** All cases of the account's regions, regardless of filters. */
  cases: z.number().int(),
  last_at: instant,
})
export type CaseSource = z.infer<typeof caseSource>

/** How much of a list was read on court sites, so that an empty list differs from one that could not be checked. */
export const coverage = z.object({
  /** Courts of the account's regions, selected by the filters, that hear such cases. */
  courts: z.number().int(),
  /** Of these, courts read completely for this codex and instance on each of `days`. */
  checked: z.number().int(),
  /** Of the checked ones, those read more than a week ago. */
  stale: z.number().int(),
  /** Watched, but not read completely. */
  unread: z.number().int(),
  unwatched: z.number().int(),
  /** Courts with a current problem. */
  flagged: z.number().int(),
  oldest_check_at: instant.nullable(),
  /** null when the filters have no days. */
  days: z.object({ min: z.string(), max: z.string() }).nullable(),
  sources: z.array(caseSource),
})
export type Coverage = z.infer<typeof coverage>

export const gapKinds = ['unwatched', 'unread', 'stale'] as const
export type GapKind = (typeof gapKinds)[number]
export const coverageGapsQuery = querySchema(coverageFields, {
  kind: z
    .enum(gapKinds, { error: `Возможные значения: ${gapKinds.join(', ')}.` })
    .optional()
    .default('unwatched')
    .meta({ description: '`unwatched` — не отслеживаются, `unread` — ещё не прочитаны, `stale` — прочитаны давно' }),
  page: pageParam,
  size: sizeParam(),
})
const coverageGap = z.object({
  court: z.object({ id: z.number().int(), title: z.string(), region: z.number().int() }),
  read_at: instant.nullable(),
})
export type CoverageGap = z.infer<typeof coverageGap>
export const coverageGapList = listOf(coverageGap)

export const courtChecksQuery = strictQuery({
  only: z
    .enum(['flagged', 'all'], { error: 'Возможные значения: flagged, all.' })
    .optional()
    .default('flagged')
    .meta({ description: '`flagged` — только суды с замечаниями' }),
  page: pageParam,
  size: sizeParam(),
})
export const courtCheck = z.object({
  court: z.object({ id: z.number().int(), title: z.string(), region: z.number().int() }),
  hosts: z.array(z.string()),
  watched: z.boolean(),
  layout: z.string(),
  last_tried_at: instant.nullable(),
  last_good_at: instant.nullable(),
  last_new_at: instant.nullable(),
  /** Rows promised by the lists of the last round, and rows received. */
  promised: z.number().int(),
  held: z.number().int(),
  errors: z.number().int(),
  last_error: z.string().nullable(),
  captcha_since: instant.nullable(),
  not_understood: z.array(z.object({ code: z.string(), where: z.string(), value: z.string() })),
  flag: z
    .object({ name: z.string(), title: z.string(), why: z.string().nullable(), since: instant.nullable() })
    .nullable(),
})
export type CourtCheck = z.infer<typeof courtCheck>
export const courtCheckList = listOf(courtCheck)

/** Oldest first. */
export const captchaList = listOf(
  z.object({
    id: z.number().int(),
    host: z.string(),
    courts: z.array(z.string()),
    /** `data:image/…;base64,…` */
    picture: z.string(),
    asked_at: instant,
    /** The site has probably expired it. */
    is_old: z.boolean(),
    /** Searches and cards that wait for this captcha. */
    waiting: z.number().int(),
    was_wrong: z.boolean(),
  }),
)
export type WaitingCaptcha = z.infer<typeof captchaList>['results'][number]

export const captchaAnswer = z.strictObject({
  answer: z
    .string({ error: 'Введите код с картинки.' })
    .trim()
    .min(1, { error: 'Введите код с картинки.' })
    .max(20, { error: 'Код не бывает длиннее 20 знаков.' })
    .regex(/^[\p{L}\p{N}]*$/u, { error: 'В коде только цифры и буквы.' }),
})

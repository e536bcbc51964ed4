import { z } from 'zod'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { listOf, pageParam, sizeParam, strictQuery } from './lists.ts'

/** How cases are read from court sites (domain §6). */
const instant = z.string()

/** `idle`: not requested; `waiting`: queued; `silent`: the site must not be asked before `not_before`. */
export const caseRefresh = z.object({
  state: z.enum(['idle', 'waiting', 'captcha', 'silent', 'read', 'failed']),
  not_before: instant.nullable(),
  read_at: instant.nullable(),
  error: z.string().nullable(),
  /** Why the card of this case cannot be read again at all; null: it can. */
  refusal: z.string().nullable(),
})
export type CaseRefresh = z.infer<typeof caseRefresh>

export const isUnderWay = ({ state }: Pick<CaseRefresh, 'state'>): boolean =>
  state === 'waiting' || state === 'captcha' || state === 'silent'

const { type, stage, regions, court, court_city, entry_date_range } = caseListFields
const { result_date_range, event_date_range, last_scheduled_hearing_date_range } = caseListFields
/** The filters that choose courts, and the days for which they have to be read. */
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
  /** Of the account's regions, whatever the filters. */
  cases: z.number().int(),
  last_at: instant,
})
export type CaseSource = z.infer<typeof caseSource>

/** How much of a list was read on court sites: an empty list differs from one that could not be checked. */
export const coverage = z.object({
  /** Of the account's regions, chosen by the filters, that hear such cases. */
  courts: z.number().int(),
  /** Of them, read to the end for this codex and instance, on every one of `days`. */
  checked: z.number().int(),
  /** Of those checked, more than a week ago. */
  stale: z.number().int(),
  /** Watched, but not read so. */
  unread: z.number().int(),
  unwatched: z.number().int(),
  /** With something wrong now. */
  flagged: z.number().int(),
  oldest_check_at: instant.nullable(),
  /** Null: the filters name no days. */
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
  /** Rows that lists of the last round promised, and that came. */
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
    /** The site has probably forgotten it. */
    is_old: z.boolean(),
    /** Searches and cards that wait for it. */
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

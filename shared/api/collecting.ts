import { z } from 'zod'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { listOf, pageParam, sizeParam, strictQuery } from './lists.ts'

/** How cases are read from sites of courts, as seen from outside (domain §6). Instants ISO 8601. */
const instant = z.string()

/**
 * `idle`: nobody has asked for the card; `waiting`: its turn comes; `captcha`: the site wants a code first; `silent`: the site
 * is not to be troubled before `not_before`; `read`: it was read last at `read_at`; `failed`: `error` says why it was not.
 */
export const caseRefresh = z.object({
  state: z.enum(['idle', 'waiting', 'captcha', 'silent', 'read', 'failed']),
  not_before: instant.nullable(),
  read_at: instant.nullable(),
  error: z.string().nullable(),
})
export type CaseRefresh = z.infer<typeof caseRefresh>

/** States in which something is still to come. */
export const isUnderWay = ({ state }: Pick<CaseRefresh, 'state'>): boolean =>
  state === 'waiting' || state === 'captcha' || state === 'silent'

/** The filters that choose courts, and what is asked of them, in the wire form of the list. */
const { type, stage, regions, court, court_city, entry_date_range } = caseListFields
export const coverageFields = { type, stage, regions, court, court_city, entry_date_range }
export const coverageQuery = querySchema(coverageFields, {})

/** How cases come in here: from sites of courts, from files, as a demonstration. */
export const caseSources = ['collector', 'files', 'demo'] as const
const caseSource = z.object({
  source: z.enum(caseSources),
  /** Of the account's regions, whatever the filters. */
  cases: z.number().int(),
  /** When the newest of them came. */
  last_at: instant,
})
export type CaseSource = z.infer<typeof caseSource>

/** How much of what a list is about was read on sites of courts: an empty list is not one that could not be checked. */
export const coverage = z.object({
  /** Courts of the account's regions that the filters choose and that hear cases of the codex and the instance. */
  courts: z.number().int(),
  /** Of them, read to the end for this codex and instance, over every one of `days` where the filters name days. */
  checked: z.number().int(),
  /** Of those checked, whose check is more than a week old. */
  stale: z.number().int(),
  /** Watched and not read so. */
  unread: z.number().int(),
  /** Neither read nor watched. */
  unwatched: z.number().int(),
  /** Of all, with which something is wrong now. */
  flagged: z.number().int(),
  /** Of those checked, the one that was read the longest ago. */
  oldest_check_at: instant.nullable(),
  /** Days of entry that were to be read; null where the filters name none. */
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
  /** When it was read for this codex, instance and days. */
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
  /** Whether the schedule asks it. */
  watched: z.boolean(),
  layout: z.string(),
  last_tried_at: instant.nullable(),
  last_good_at: instant.nullable(),
  last_new_at: instant.nullable(),
  /** Rows that lists of the last round have promised, and how many of them came. */
  promised: z.number().int(),
  held: z.number().int(),
  /** In a row. */
  errors: z.number().int(),
  last_error: z.string().nullable(),
  captcha_since: instant.nullable(),
  not_understood: z.array(z.object({ code: z.string(), where: z.string(), value: z.string() })),
  /** What is wrong, in words. */
  flag: z
    .object({ name: z.string(), title: z.string(), why: z.string().nullable(), since: instant.nullable() })
    .nullable(),
})
export type CourtCheck = z.infer<typeof courtCheck>
export const courtCheckList = listOf(courtCheck)

/** Pictures with codes that sites of courts want from a person, oldest first. */
export const captchaList = listOf(
  z.object({
    id: z.number().int(),
    host: z.string(),
    courts: z.array(z.string()),
    /** `data:image/…;base64,…` */
    picture: z.string(),
    asked_at: instant,
    /** A picture so old that the site has probably forgotten it. */
    is_old: z.boolean(),
    /** How many searches and cards it holds up. */
    waiting: z.number().int(),
    /** The last code for this site was not taken. */
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

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

/** The filters that choose courts, in the wire form of the list. */
const { regions, court, court_city } = caseListFields
export const coverageFields = { regions, court, court_city }
export const coverageQuery = querySchema(coverageFields, {})

/** How much of what a list is about was looked at on sites of courts: an empty list is not one that could not be checked. */
export const coverage = z.object({
  /** Of the account's regions and of the filter. */
  courts: z.number().int(),
  /** Of them, whose site has once answered as it should. */
  checked: z.number().int(),
  /** Of them, with which something is wrong now. */
  flagged: z.number().int(),
  last_checked_at: instant.nullable(),
  /** How cases come in here at all, and when the newest came. */
  sources: z.array(z.enum(['collector', 'files', 'demo'])),
  last_case_at: instant.nullable(),
})
export type Coverage = z.infer<typeof coverage>

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

import { z } from 'zod'
import { maxId, maxPageSize, maxPasswordLength, minPasswordLength } from '../domain/limits.ts'
import { isRegion } from '../domain/regions.ts'
import { caseIds } from './favourites.ts'
import { bodyObject, flagParam, givenText, listOf, pageParam, requiredText, sizeParam, strictQuery } from './lists.ts'
import { accountText, secondFactorCode } from './session.ts'

/** Accounts: the user's own, those an administrator manages, and the audit log (§3, §7). */
export const currentUserChange = bodyObject(
  {
    favorite_cases: bodyObject(
      {
        add: caseIds.meta({ description: 'Номера дел, которые станут избранными' }),
        remove: caseIds.meta({ description: 'Номера дел, которые перестанут быть избранными' }),
      },
      'Нужны списки номеров add и remove.',
    ).meta({ description: 'Что меняется в избранном; любой из списков можно опустить' }),
  },
  'Нужен объект с полем favorite_cases.',
)

/** The server also refuses common passwords and the person's own name. */
const newPassword = z
  .string({ error: 'Пароль: заполните это поле.' })
  .min(minPasswordLength, { error: `Пароль: не короче ${minPasswordLength} знаков.` })
  .max(maxPasswordLength, { error: `Пароль: не длиннее ${maxPasswordLength} знаков.` })
/** Some letters are invisible. */
export const usernamePattern = (shortest: number): RegExp =>
  new RegExp(String.raw`^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}@.+_-]){${shortest},150}$`, 'u')
const username = z
  .string({ error: 'Имя пользователя: заполните это поле.' })
  .trim()
  .regex(usernamePattern(3), { error: 'Имя пользователя: от 3 до 150 букв, цифр и знаков @ . + - _' })

const noEmail = { error: 'Почта: нужен адрес вида ivan@сайт.рф.' }
/** The domain may have letters of any alphabet, also as browsers write them: «xn--80aswg.xn--p1ai». */
export const emailAddress = z
  .string(noEmail)
  .max(254, noEmail)
  .regex(
    /^(?![^@]{0,64}\.\.)[\w'+-][\w'+.-]{0,62}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[\da-z-]{2,})$/u,
    noEmail,
  )

export const registerRequest = z.strictObject({
  username,
  password: newPassword,
  email: z.union([z.literal(''), emailAddress], noEmail).optional(),
  about: givenText('О себе', 1000).optional(),
})

const flag = z.boolean({ error: 'Нужно true или false.' })
export const groups = ['tag_editor'] as const
/** `approve: false` declines. */
const noRegion = { error: 'Нет такого региона.' }
export const approveRequest = z.strictObject({
  username: accountText('Имя пользователя', 150),
  approve: flag.default(true),
  groups: z.array(z.enum(groups, { error: `Возможные группы: ${groups.join(', ')}.` })).default([]),
  /** null means every region; an empty list means none. */
  regions: z
    .array(z.int({ error: 'Нужны номера регионов.' }).min(0, noRegion).max(maxId, noRegion).refine(isRegion, noRegion))
    .nullable()
    .default(null),
  is_superuser: flag.default(false),
})
export const pendingAccount = z.object({
  username: z.string(),
  email: z.string().nullable(),
  about: z.string(),
  created_at: z.string(),
})
export const pendingAccountList = listOf(pendingAccount)

export const managedAccount = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string().nullable(),
  groups: z.array(z.string()),
  is_superuser: z.boolean(),
  regions: z.array(z.number().int()).nullable(),
  created_at: z.string(),
  blocked_at: z.string().nullable(),
  second_factor: z.boolean(),
})
export const managedAccountList = listOf(managedAccount)
export const managedAccountChange = z.strictObject({
  groups: approveRequest.shape.groups.unwrap().optional(),
  regions: approveRequest.shape.regions.unwrap().optional(),
  is_superuser: flag.optional(),
  blocked: flag.optional(),
  /** Lets an account that has lost its device and recovery codes sign in by password again. */
  second_factor: z.literal(false, { error: 'Включить вход с кодом может только владелец.' }).optional(),
})

/** `keep_session` keeps the current session; `keep_addresses` keeps secret feed addresses and webhooks. */
export const changePasswordRequest = z.strictObject({
  old_password: accountText('Текущий пароль', 1000),
  new_password: newPassword,
  keep_session: flag.default(true),
  keep_addresses: flag.default(false),
})

export const secondFactorState = z.object({
  enabled_at: z.string().nullable(),
  /** How many are unused. */
  recovery_codes: z.number().int(),
  /** The server requires it of administrators. */
  required: z.boolean(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>
export const secondFactorBegin = z.strictObject({ password: accountText('Пароль', 1000) })
/** `qr`: `uri` as an image, in a `data:` URL. */
export const secondFactorStart = z.object({ secret: z.string(), uri: z.string(), qr: z.string() })
export type SecondFactorStart = z.infer<typeof secondFactorStart>
export const secondFactorConfirm = z.strictObject({ code: secondFactorCode })
/** Shown once. */
export const secondFactorConfirmed = z.object({ recovery_codes: z.array(z.string()) })
export const secondFactorDisable = z.strictObject({ password: accountText('Пароль', 1000), code: secondFactorCode })

export const ownSession = z.object({
  id: z.number().int(),
  is_current: z.boolean(),
  created_at: z.string(),
  used_at: z.string(),
  expires_at: z.string(),
  address: z.string(),
  agent: z.string(),
})
export const ownSessionList = listOf(ownSession)

const term = { error: 'Срок: нужно число дней от 1 до 365.' }
/** The text of the key is shown once. */
export const newTokenRequest = z.strictObject({
  name: requiredText('Название', 100),
  days: z.int(term).min(1, term).max(365, term).default(90),
})
export const ownToken = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
  expires_at: z.string(),
})
export const ownTokenList = listOf(ownToken)
export const newToken = ownToken.extend({ token: z.string() })

export const auditEntry = z.object({
  id: z.number().int(),
  username: z.string().nullable(),
  action: z.string(),
  /** A Russian sentence. */
  sentence: z.string(),
  details: z.record(z.string(), z.unknown()),
  happened_at: z.string(),
})
export const auditList = listOf(auditEntry)

/** The whole list unless a page is requested. */
export const ownListQuery = strictQuery({ page: pageParam, size: sizeParam(maxPageSize, maxPageSize) })
export const sessionsEndQuery = strictQuery({ keep_current: flagParam('Оставить сеанс, который спрашивает') })

import { z } from 'zod'
import { maxId, maxListValues } from '../domain/limits.ts'

/** Signing in and who one is (§3 «Current user», §7). */
const text = (what: string, max: number) =>
  z
    .string({ error: `${what}: заполните это поле.` })
    .min(1, { error: `${what}: заполните это поле.` })
    .max(max, { error: `${what}: не больше ${max} знаков.` })
    .refine(value => !value.includes('\0'), { error: `${what}: недопустимый знак с кодом 0.` })

export const loginRequest = z.strictObject(
  { username: text('Имя пользователя', 150).trim(), password: text('Пароль', 1000) },
  { error: issue => (issue.code === 'unrecognized_keys' ? undefined : 'Нужны имя пользователя и пароль.') },
)
export const loginResponse = z.object({ token: z.string() })

export const currentUser = z.object({
  username: z.string(),
  groups: z.array(z.string()),
  is_superuser: z.boolean(),
  /** Numbers of the regions the account is limited to; null when it sees all. */
  regions: z.array(z.number().int()).nullable(),
})
export type CurrentUser = z.infer<typeof currentUser>

const caseNumbers = { error: 'Нужны номера дел.' }
const caseIds = z
  .array(z.int(caseNumbers).positive(caseNumbers).max(maxId, caseNumbers), caseNumbers)
  .max(maxListValues, { error: `Не больше ${maxListValues} дел за раз.` })
  .default([])
/** Adds to and removes from the favourites; ids that the account may not see are refused. */
export const currentUserChange = z.strictObject(
  {
    favorite_cases: z.strictObject(
      { add: caseIds, remove: caseIds },
      { error: issue => (issue.code === 'unrecognized_keys' ? undefined : 'Нужны списки номеров add и remove.') },
    ),
  },
  { error: issue => (issue.code === 'unrecognized_keys' ? undefined : 'Нужен объект с полем favorite_cases.') },
)

import { z } from 'zod'

/** Signing in and who one is (§3 «Current user», §7). */
const text = (what: string, max: number) =>
  z
    .string({ error: `${what}: заполните это поле.` })
    .min(1, { error: `${what}: заполните это поле.` })
    .max(max, { error: `${what}: не больше ${max} знаков.` })

export const loginRequest = z.strictObject(
  { username: text('Имя пользователя', 150).trim(), password: text('Пароль', 1000) },
  { error: 'Нужны имя пользователя и пароль.' },
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

const caseIds = z
  .array(z.int({ error: 'Нужны номера дел.' }).positive().max(2_147_483_647))
  .max(1000)
  .default([])
/** Adds to and removes from the favourites; ids that the account may not see are refused. */
export const currentUserChange = z.strictObject({
  favorite_cases: z.strictObject({ add: caseIds, remove: caseIds }),
})

import { z } from 'zod'
import { bodyObject } from './lists.ts'

/** Signing in and the current user (§3, §7). */
export const accountText = (what: string, max: number) =>
  z
    .string({ error: `${what}: заполните это поле.` })
    .min(1, { error: `${what}: заполните это поле.` })
    .max(max, { error: `${what}: не больше ${max} знаков.` })
    .refine(value => !value.includes('\0'), { error: `${what}: недопустимый знак с кодом 0.` })

export const secondFactorCode = accountText('Код', 40).trim()
/** `code`: of the second factor, or a recovery code; a missing one is reported as an error of this field. */
export const loginRequest = bodyObject(
  {
    username: accountText('Имя пользователя', 150).trim(),
    password: accountText('Пароль', 1000),
    code: secondFactorCode.optional(),
  },
  'Нужны имя пользователя и пароль.',
)
export const loginResponse = z.object({ token: z.string() })

export const currentUser = z.object({
  username: z.string(),
  groups: z.array(z.string()),
  is_superuser: z.boolean(),
  /** null means every region. */
  regions: z.array(z.number().int()).nullable(),
  /** Everything else is closed until the second factor is on. */
  must_enable_second_factor: z.literal(true).optional(),
})
export type CurrentUser = z.infer<typeof currentUser>

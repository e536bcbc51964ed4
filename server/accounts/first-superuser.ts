import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { AccountError, insertAccount } from './accounts.ts'
import { generatePassword, hashPassword } from './passwords.ts'

/**
 * An installation without a superuser gets one, under the name and password the operator chose. `password` is answered
 * only when it was generated just now: it is to be printed once, for it is nowhere kept.
 */
export async function ensureFirstSuperuser(
  db: Kysely<DB>,
  env: { adminUsername: string; adminPassword?: string | undefined },
): Promise<{ username: string; password?: string }> {
  const existing = await superuser(db)
  if (existing !== undefined) return existing
  const { adminUsername: username, adminPassword } = env
  const password = adminPassword ?? generatePassword()
  const created = await insertAccount(db, { username, isSuperuser: true }, await hashPassword(password))
  if (created !== undefined) return adminPassword === undefined ? { username, password } : { username }
  // Another process that started at the same moment made it, or the name is somebody else's.
  const made = await superuser(db)
  if (made !== undefined) return made
  throw new AccountError(
    `Имя «${username}» занято учётной записью без прав администратора. Укажите другое в ADMIN_USERNAME.`,
  )
}

const superuser = (db: Kysely<DB>): Promise<{ username: string } | undefined> =>
  db.selectFrom('account').where('is_superuser', '=', true).select('username').orderBy('id').executeTakeFirst()

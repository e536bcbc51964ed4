import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { AccountError, insertAccount } from './accounts.ts'
import { generatePassword, hashPassword } from './passwords.ts'

/**
 * An installation without a superuser gets one. `password`: only when it was generated just now, to be printed once.
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
  // A concurrent start made it, or the name is taken.
  const made = await superuser(db)
  if (made !== undefined) return made
  throw new AccountError(
    `Имя «${username}» занято учётной записью без прав администратора. Укажите другое в ADMIN_USERNAME.`,
  )
}

const superuser = (db: Kysely<DB>): Promise<{ username: string } | undefined> =>
  db.selectFrom('account').where('is_superuser', '=', true).select('username').orderBy('id').executeTakeFirst()

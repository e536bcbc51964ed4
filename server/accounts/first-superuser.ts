import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createAccount } from './accounts.ts'
import { generatePassword } from './passwords.ts'

/**
 * An installation without a superuser gets one. `password` is answered only when it was generated just now: it is to be
 * printed once, for it is nowhere kept.
 */
export async function ensureFirstSuperuser(
  db: Kysely<DB>,
  env: { adminUsername: string; adminPassword?: string | undefined },
): Promise<{ username: string; password?: string }> {
  const existing = await db
    .selectFrom('account')
    .where('is_superuser', '=', true)
    .select('username')
    .orderBy('id')
    .executeTakeFirst()
  if (existing !== undefined) return existing
  const password = env.adminPassword ?? generatePassword()
  await createAccount(db, { username: env.adminUsername, password, isSuperuser: true })
  return env.adminPassword === undefined ? { username: env.adminUsername, password } : { username: env.adminUsername }
}

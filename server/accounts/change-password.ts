import type { Kysely } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { conflict, fieldError } from '../http/errors.ts'
import { revokeAccessTokensOf } from './access-tokens.ts'
import { passwordFault } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { closeSessionsOf } from './sessions.ts'
import { confirmPassword } from './sign-in.ts'

/** Asks for the old password; ends the other sessions and all keys. Answers where to tell the owner. */
export type PasswordChange = {
  oldPassword: string
  newPassword: string
  keptSession: number | undefined
}

export async function changePassword(
  db: Kysely<DB>,
  account: { id: number; username: string },
  { oldPassword, newPassword, keptSession }: PasswordChange,
): Promise<{ email: string | null }> {
  const { id, username } = account
  const confirmed = await confirmPassword(db, account, oldPassword)
  if (confirmed === undefined) throw fieldError('old_password', 'Нынешний пароль не подходит.')
  const { password_hash, email } = confirmed
  if (newPassword === oldPassword) throw fieldError('new_password', 'Новый пароль совпадает с нынешним.')
  const fault = passwordFault(newPassword, { username, email })
  if (fault !== undefined) throw fieldError('new_password', fault)
  const hash = await hashPassword(newPassword)
  await db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', id)
      // Optimistic lock against a concurrent change.
      .where('password_hash', '=', password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('Пароль только что сменили. Войдите заново.')
    await closeSessionsOf(trx, id, keptSession)
    await revokeAccessTokensOf(trx, id)
    await recordAudit(trx, { accountId: id }, 'password_changed', { username })
  })
  return { email }
}

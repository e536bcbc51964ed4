import type { Kysely } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { conflict, fieldError, requestError } from '../http/errors.ts'
import { networkOf } from '../http/rate-limit.ts'
import { revokeAccessTokensOf } from './access-tokens.ts'
import { namedAs } from './accounts.ts'
import {
  type CountedAttempt,
  countAttempt,
  refuseWhilePaused,
  resetAttempts,
  wrongByAccount,
  wrongByAddress,
} from './attempts.ts'
import { passwordFault } from './password-rules.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { closeSessionsOf, openSession } from './sessions.ts'

/** Only who knows the right password learns that the account is not approved, declined or blocked. */
type Credentials = { username: string; password: string; address: string; agent?: string | undefined }

const wrong = (): Error => requestError('Неверное имя пользователя или пароль.')

/** Concurrent guesses at one account run one after another, so that each counts the former ones. */
export const signIn = (db: Kysely<DB>, credentials: Credentials): Promise<string> =>
  withMutex(credentials.username.toLowerCase(), () => attempt(db, credentials))

const turns = new Map<string, Promise<unknown>>()
async function withMutex<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work, work)
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}

async function attempt(db: Kysely<DB>, { username, password, address, agent }: Credentials): Promise<string> {
  const counted: readonly CountedAttempt[] = [
    [wrongByAccount, username],
    [wrongByAddress, networkOf(address)],
  ]
  await refuseWhilePaused(db, ...counted)
  const account = await db
    .selectFrom('account')
    .where(namedAs(username))
    .select(['id', 'password_hash', 'approved_at', 'declined_at', 'blocked_at'])
    .executeTakeFirst()
  const fits = await passwordFits(password, account?.password_hash)
  if (!fits || account === undefined) {
    for (const one of counted) await countAttempt(db, one)
    throw wrong()
  }
  // Again, for guesses that were sent at once.
  await refuseWhilePaused(db, ...counted)
  await resetAttempts(db, [wrongByAccount, username])
  if (account.declined_at !== null) throw requestError('Заявку на учётную запись отклонил администратор.')
  if (account.approved_at === null) throw requestError('Учётную запись ещё не одобрил администратор.')
  if (account.blocked_at !== null) throw requestError('Учётная запись заблокирована. Обратитесь к администратору.')
  const token = await openSession(db, account.id, { address, agent }, account.password_hash)
  if (token === undefined) throw wrong()
  return token
}

/** Asks for the old password; ends the other sessions and all keys. Answers where to tell the owner. */
type PasswordChange = { oldPassword: string; newPassword: string; keptSession: number | undefined }

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

/** Counted as signing in is. */
async function confirmPassword(
  db: Kysely<DB>,
  { id, username }: { id: number; username: string },
  password: string,
): Promise<{ password_hash: string; email: string | null } | undefined> {
  const counted: CountedAttempt = [wrongByAccount, username]
  await refuseWhilePaused(db, counted)
  const account = await db
    .selectFrom('account')
    .where('id', '=', id)
    .select(['password_hash', 'email'])
    .executeTakeFirstOrThrow()
  if (await passwordFits(password, account.password_hash)) {
    await refuseWhilePaused(db, counted)
    return account
  }
  await countAttempt(db, counted)
  return undefined
}

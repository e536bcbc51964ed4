import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { requestError, tooMany } from '../http/errors.ts'
import { Attempts, perAccount, perAddress } from './attempts.ts'
import { passwordFits } from './passwords.ts'
import { openSession } from './sessions.ts'

/**
 * Signing in. An unknown name and a wrong password get the same answer in the same time; only the right password
 * learns that the account is not approved or blocked.
 */
export type SignIn = (credentials: { username: string; password: string; address: string }) => Promise<string>

export const makeSignIn = (db: Kysely<DB>): SignIn => {
  const byAccount = new Attempts(perAccount)
  const byAddress = new Attempts(perAddress)

  return async ({ username, password, address }) => {
    const name = username.toLowerCase()
    const pause = Math.max(byAccount.pauseFor(name), byAddress.pauseFor(address))
    if (pause > 0) throw tooMany(pause, 'Слишком много попыток входа.')

    const account = await db
      .selectFrom('account')
      .where(sql`lower(username)`, '=', sql<string>`lower(${username})`)
      .select(['id', 'password_hash', 'approved_at', 'blocked_at'])
      .executeTakeFirst()
    if (!(await passwordFits(password, account?.password_hash)) || account === undefined) {
      byAccount.failed(name)
      byAddress.failed(address)
      throw requestError('Имя пользователя или пароль не подходят.')
    }
    byAccount.succeeded(name)
    if (account.blocked_at !== null) throw requestError('Учётная запись заблокирована. Обратитесь к администратору.')
    if (account.approved_at === null) throw requestError('Учётную запись ещё не одобрил администратор.')
    return openSession(db, account.id)
  }
}

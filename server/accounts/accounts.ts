import { type Kysely, sql } from 'kysely'
import { isRegion } from '#shared/domain/regions.ts'
import type { DB } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'
import { type Account, accountColumns, closeSessionsOf } from './sessions.ts'

/** Keeping accounts: what the command line and administrators do with them. A refusal is an error with a Russian sentence. */
export class AccountError extends Error {}

export const shortestPassword = 8
export type NewAccount = {
  username: string
  password: string
  email?: string | undefined
  groups?: readonly string[]
  isSuperuser?: boolean
  /** Null: every region. */
  regions?: readonly number[] | null
  approved?: boolean
}

export async function createAccount(db: Kysely<DB>, account: NewAccount): Promise<Account> {
  checkUsername(account.username)
  checkPassword(account.password)
  if (account.regions) checkRegions(account.regions)
  const created = await insertAccount(db, account)
  if (created === undefined) throw new AccountError(`Имя «${account.username}» или почта уже заняты.`)
  return created
}

/** Without the rules for what people choose; undefined: the name or the address is taken. */
export async function insertAccount(db: Kysely<DB>, account: NewAccount): Promise<Account | undefined> {
  const { username, password, email, groups = [], isSuperuser = false, regions = null, approved = true } = account
  return db
    .insertInto('account')
    .values({
      username,
      email: email ?? null,
      password_hash: await hashPassword(password),
      groups: [...groups],
      is_superuser: isSuperuser,
      regions: regions === null ? null : [...regions],
      approved_at: approved ? new Date() : null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
}

export type AccountChange = {
  password?: string
  groups?: readonly string[]
  isSuperuser?: boolean
  regions?: readonly number[] | null
  approved?: boolean
  blocked?: boolean
}

/** A new password or a block ends the account's sessions. */
export async function changeAccount(db: Kysely<DB>, username: string, change: AccountChange): Promise<Account> {
  const { password, groups, isSuperuser, regions, approved, blocked } = change
  if (password !== undefined) checkPassword(password)
  if (regions) checkRegions(regions)
  const set = {
    ...(password !== undefined && { password_hash: await hashPassword(password) }),
    ...(groups !== undefined && { groups: [...groups] }),
    ...(isSuperuser !== undefined && { is_superuser: isSuperuser }),
    ...(regions !== undefined && { regions: regions === null ? null : [...regions] }),
    ...(approved !== undefined && { approved_at: approved ? new Date() : null }),
    ...(blocked !== undefined && { blocked_at: blocked ? new Date() : null }),
  }
  if (Object.keys(set).length === 0) throw new AccountError('Не сказано, что изменить.')
  const changed = await db
    .updateTable('account')
    .set(set)
    .where(sql`lower(username)`, '=', sql<string>`lower(${username})`)
    .returning(accountColumns)
    .executeTakeFirst()
  if (changed === undefined) throw new AccountError(`Нет учётной записи «${username}».`)
  if (password !== undefined || blocked === true || approved === false) await closeSessionsOf(db, changed.id)
  return changed
}

export const listAccounts = (db: Kysely<DB>) =>
  db
    .selectFrom('account')
    .select([...accountColumns, 'email', 'approved_at', 'blocked_at', 'created_at'])
    .orderBy('username')
    .execute()

const checkUsername = (username: string): void => {
  if (!/^[\p{L}\p{N}@.+_-]{1,150}$/u.test(username))
    throw new AccountError('Имя пользователя: от 1 до 150 букв, цифр и знаков @ . + - _')
}
const checkPassword = (password: string): void => {
  if (password.length < shortestPassword) throw new AccountError(`Пароль: не короче ${shortestPassword} знаков.`)
}
const checkRegions = (regions: readonly number[]): void => {
  const unknown = regions.filter(region => !isRegion(region))
  if (unknown.length > 0) throw new AccountError(`Нет региона с номером ${unknown.join(', ')}.`)
}

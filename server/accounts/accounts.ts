import { type Kysely, type SqlBool, sql } from 'kysely'
import { emailAddress, groups as knownGroups, usernamePattern } from '#shared/api/accounts.ts'
import { isRegion } from '#shared/domain/regions.ts'
import { type Actor, recordAudit } from '../db/audit.ts'
import { Refusal } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { revokeAccessTokensOf } from './access-tokens.ts'
import { looksLike } from './look-alike.ts'
import { revokeOutsideAddresses } from './outside-addresses.ts'
import { passwordFault } from './password-rules.ts'
import { generatePassword, hashPassword } from './passwords.ts'
import { type Account, accountColumns, closeSessionsOf, maySignIn } from './sessions.ts'

export class AccountError extends Refusal {}

export type AccessChange = {
  groups?: readonly string[] | undefined
  isSuperuser?: boolean | undefined
  /** null means every region. */
  regions?: readonly number[] | null | undefined
}
export type AccountChange = AccessChange & {
  password?: string | undefined
  blocked?: boolean | undefined
  secondFactor?: false | undefined
}
export type NewAccount = AccessChange & {
  username: string
  password: string
  email?: string | null | undefined
  about?: string | undefined
  approved?: boolean
}

export async function createAccount(db: Kysely<DB>, account: NewAccount): Promise<Account> {
  const { username, password, email, groups = [], regions = null } = account
  checkUsername(username)
  const fault = await passwordFault(password, { username, email })
  if (fault !== undefined) throw new AccountError(fault)
  if (email && !emailAddress.safeParse(email).success) throw new AccountError(`«${email}» — не адрес почты.`)
  checkAccess({ groups, regions })
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async trx => {
    const alike = await lockedLookAlike(trx, username)
    if (alike !== undefined) throw new AccountError(`Имя «${username}» не отличить на вид от «${alike}».`)
    const created = await insertAccount(trx, account, password_hash)
    if (created === undefined) throw new AccountError(`Имя «${username}» или почта уже заняты.`)
    await recordAudit(trx, 'command line', 'account_created', accessOf(created))
    return created
  })
}

/** Finds another username that looks like this one; locks out new accounts until the transaction ends. */
export async function lockedLookAlike(trx: Kysely<DB>, username: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${namesLock})`.execute(trx)
  const names = await trx.selectFrom('account').select('username').execute()
  return names
    .map(name => name.username)
    .find(name => name.toLowerCase() !== username.toLowerCase() && looksLike(name, username))
}
const namesLock = 7_080_054

/** Does not check the rules for chosen names and passwords. Returns undefined when the name or the address is taken. */
export const insertAccount = async (
  db: Kysely<DB>,
  account: Omit<NewAccount, 'password'>,
  password_hash: string,
): Promise<Account | undefined> => {
  const { username, email, about = '', groups = [], isSuperuser = false, regions = null, approved = true } = account
  return db
    .insertInto('account')
    .values({
      username,
      email: email || null,
      about,
      password_hash,
      groups: [...groups],
      is_superuser: isSuperuser,
      regions: regions === null ? null : [...regions],
      approved_at: approved ? new Date() : null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
}

export const namedAs = (username: string) => sql<SqlBool>`lower(username) = lower(${username})`
type AccountKey = { username: string } | { id: number }
const isAt = (key: AccountKey) => ('id' in key ? sql<SqlBool>`account.id = ${key.id}` : namedAs(key.username))
const absent = (key: AccountKey): AccountError =>
  new AccountError('id' in key ? 'Нет такой учётной записи.' : `Нет учётной записи «${key.username}».`)

/**
 * A new password or a block revokes the account's sessions, keys, feeds and webhooks. The last administrator cannot be
 * demoted.
 */
export async function changeAccount(
  db: Kysely<DB>,
  key: AccountKey,
  change: AccountChange,
  actor: Actor = 'command line',
): Promise<Account & { email: string | null }> {
  const { password, groups, isSuperuser, regions, blocked, secondFactor } = change
  checkAccess({ groups, regions })
  const password_hash = password === undefined ? undefined : await hashPassword(password)
  const access = {
    ...(groups !== undefined && { groups: [...new Set(groups)] }),
    ...(isSuperuser !== undefined && { is_superuser: isSuperuser }),
    ...(regions !== undefined && { regions: regions === null ? null : [...new Set(regions)] }),
  }
  const set = {
    ...access,
    ...(password_hash !== undefined && { password_hash }),
    ...(blocked !== undefined && { blocked_at: blocked ? new Date() : null }),
    ...(secondFactor === false && { totp_secret: null, totp_at: null, totp_step: null }),
  }
  if (Object.keys(set).length === 0) throw new AccountError('Не сказано, что изменить.')
  return db.transaction().execute(async trx => {
    const weakens = isSuperuser === false || blocked === true
    // Row locks: otherwise the last two administrators could demote each other concurrently.
    const superusers = weakens ? await activeSuperusers(trx).orderBy('id').forUpdate().execute() : []
    const before = await trx
      .selectFrom('account')
      .where(isAt(key))
      .where('approved_at', 'is not', null)
      .select(['id', 'username', 'email', 'blocked_at', 'totp_at'])
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) throw absent(key)
    if (password !== undefined) {
      const fault = await passwordFault(password, before)
      if (fault !== undefined) throw new AccountError(fault)
    }
    const changed = await trx
      .updateTable('account')
      .set(set)
      .where('id', '=', before.id)
      .returning([...accountColumns, 'email'])
      .executeTakeFirstOrThrow()
    if (superusers.length > 0 && (await activeSuperusers(trx).executeTakeFirst()) === undefined)
      throw new AccountError('Это последний администратор: сначала назначьте другого.')
    if (password !== undefined || blocked === true) {
      await closeSessionsOf(trx, changed.id)
      await revokeAccessTokensOf(trx, changed.id)
      await trx.deleteFrom('known_device').where('account_id', '=', changed.id).execute()
      await revokeOutsideAddresses(trx, changed.id)
    }
    const { username } = changed
    if (Object.keys(access).length > 0) await recordAudit(trx, actor, 'account_changed', { username, ...access })
    if (password !== undefined) await recordAudit(trx, actor, 'password_reset', { username })
    if (secondFactor === false && before.totp_at !== null) {
      await trx.deleteFrom('recovery_code').where('account_id', '=', before.id).execute()
      await closeSessionsOf(trx, before.id)
      await recordAudit(trx, actor, 'second_factor_reset', { username })
    }
    if (blocked !== undefined && blocked !== (before.blocked_at !== null))
      await recordAudit(trx, actor, blocked ? 'account_blocked' : 'account_unblocked', { username })
    return changed
  })
}

const activeSuperusers = (db: Kysely<DB>) =>
  db.selectFrom('account').where('is_superuser', '=', true).where(maySignIn).select('id')

export const accessOf = ({ username, groups, regions, is_superuser }: Account) => ({
  username,
  groups,
  regions,
  is_superuser,
})

export const listAccounts = (db: Kysely<DB>) =>
  db
    .selectFrom('account')
    .select([...accountColumns, 'email', 'approved_at', 'declined_at', 'blocked_at', 'created_at'])
    .orderBy('username')
    .execute()

const checkUsername = (username: string): void => {
  if (!usernamePattern(1).test(username))
    throw new AccountError('Имя пользователя: от 1 до 150 букв, цифр и знаков @ . + - _')
}
export const checkAccess = ({ groups = [], regions }: AccessChange): void => {
  const unknownRegions = (regions ?? []).filter(region => !isRegion(region))
  if (unknownRegions.length > 0) throw new AccountError(`Нет региона с номером ${unknownRegions.join(', ')}.`)
  const unknownGroups = groups.filter(group => !knownGroups.some(known => known === group))
  if (unknownGroups.length > 0)
    throw new AccountError(`Нет группы ${unknownGroups.join(', ')}. Группы: ${knownGroups.join(', ')}.`)
}

/** Returns `password` only when it was generated by this call, to be printed once. */
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
  // A concurrent start created it, or the name is taken.
  const made = await superuser(db)
  if (made !== undefined) return made
  throw new AccountError(
    `Имя «${username}» занято учётной записью без прав администратора. Укажите другое в ADMIN_USERNAME.`,
  )
}

const superuser = (db: Kysely<DB>): Promise<{ username: string } | undefined> =>
  db.selectFrom('account').where('is_superuser', '=', true).select('username').orderBy('id').executeTakeFirst()

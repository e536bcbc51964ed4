import { type Kysely, sql } from 'kysely'
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
  wrongByAccountAndNetwork,
  wrongByAddress,
  wrongByDevice,
  wrongByOwner,
  wrongCodes,
} from './attempts.ts'
import { deleteDevicesOf, isKnownDevice, rememberDevice } from './known-devices.ts'
import { revokeOutsideAddresses } from './outside-addresses.ts'
import { passwordFault } from './password-rules.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { passSecondFactor } from './second-factor.ts'
import { closeSessionsOf, hashOf, openSession } from './sessions.ts'

/** Only somebody who knows the right password learns that the account is unapproved, declined or blocked. */
type Credentials = {
  username: string
  password: string
  address: string
  agent?: string | undefined
  /** Cookie of a device that has signed in before, to any account. */
  device?: string | undefined
  /** Code of the second factor. */
  code?: string | undefined
}
type SignedIn = { token: string; device: string }

const wrong = (): Error => requestError('Неверное имя пользователя или пароль.')

/** Concurrent attempts under the same limits run one after another, so that each sees the earlier ones counted. */
export async function signIn(db: Kysely<DB>, credentials: Credentials): Promise<SignedIn> {
  const { username, device } = credentials
  const isKnown = device !== undefined && (await isKnownDevice(db, device, await asKept(db, username)))
  return withMutex(isKnown ? `device ${device}` : `stranger ${plainest(username)}`, async () => {
    const kept = await asKept(db, username)
    const counted = isKnown ? countedOfDevice(kept, device) : countedOfStranger({ ...credentials, username: kept })
    return attempt(db, credentials, counted)
  })
}

/**
 * Maps all names that the database treats as equal to one key without asking it, so that attempts stay in their order
 * of arrival.
 */
const plainest = (username: string): string =>
  username.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')

/**
 * Normalises as the database does: «İvan» equals «ivan» there but not in JavaScript, and would be counted separately.
 */
const asKept = async (db: Kysely<DB>, username: string): Promise<string> =>
  (await db.selectNoFrom(sql<string>`lower(${username})`.as('name')).executeTakeFirstOrThrow()).name

/** `own`: limits reset by the right password; `code`: limit of wrong codes after the right password. */
type Counted = { all: readonly CountedAttempt[]; own: readonly CountedAttempt[]; code: CountedAttempt }
const countedOfDevice = (username: string, device: string): Counted => {
  const subject = `${username}\n${hashOf(device).toString('base64')}`
  const all: CountedAttempt[] = [[wrongByDevice, subject]]
  return { all, own: all, code: [wrongCodes, subject] }
}
const countedOfStranger = ({ username, address }: Credentials): Counted => {
  const network = networkOf(address)
  const own: CountedAttempt[] = [
    [wrongByAccountAndNetwork, `${username}\n${network}`],
    [wrongByAccount, username],
  ]
  return { all: [...own, [wrongByAddress, network]], own, code: [wrongCodes, username] }
}

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

async function attempt(
  db: Kysely<DB>,
  { username, password, address, agent, device, code }: Credentials,
  { all: counted, own, code: countedCode }: Counted,
): Promise<SignedIn> {
  await refuseWhilePaused(db, ...counted)
  const account = await db
    .selectFrom('account')
    .where(namedAs(username))
    .select(['id', 'username', 'password_hash', 'approved_at', 'declined_at', 'blocked_at', 'totp_at'])
    .executeTakeFirst()
  const fits = await passwordFits(password, account?.password_hash)
  if (!fits || account === undefined) {
    for (const one of counted) await countAttempt(db, one)
    throw wrong()
  }
  // Checked again, because concurrent attempts may have been counted meanwhile.
  await refuseWhilePaused(db, ...counted)
  for (const one of own) await resetAttempts(db, one)
  if (account.declined_at !== null) throw requestError('Заявку на учётную запись отклонил администратор.')
  if (account.approved_at === null) throw requestError('Учётную запись ещё не одобрил администратор.')
  if (account.blocked_at !== null) throw requestError('Учётная запись заблокирована. Обратитесь к администратору.')
  if (account.totp_at !== null) {
    if (code === undefined) throw fieldError('code', 'Введите код из приложения или код восстановления.')
    await passSecondFactor(db, account, code, countedCode)
  }
  const token = await openSession(db, account.id, { address, agent }, account.password_hash)
  if (token === undefined) throw wrong()
  return { token, device: await rememberDevice(db, account.id, device) }
}

/** Requires the old password; ends the other sessions and all keys. Returns the address to notify. */
type PasswordChange = {
  oldPassword: string
  newPassword: string
  keptSession: number | undefined
  device?: string | undefined
  /** Keeps the addresses of feeds and webhooks. */
  keepAddresses: boolean
}

export async function changePassword(
  db: Kysely<DB>,
  account: { id: number; username: string },
  { oldPassword, newPassword, keptSession, device, keepAddresses }: PasswordChange,
): Promise<{ email: string | null }> {
  const { id, username } = account
  const confirmed = await confirmPassword(db, account, oldPassword)
  if (confirmed === undefined) throw fieldError('old_password', 'Неверный текущий пароль.')
  const { password_hash, email } = confirmed
  if (newPassword === oldPassword) throw fieldError('new_password', 'Новый пароль совпадает с нынешним.')
  const fault = await passwordFault(newPassword, { username, email })
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
    await deleteDevicesOf(trx, id, device)
    const revoked = keepAddresses ? 0 : await revokeOutsideAddresses(trx, id)
    await recordAudit(trx, { accountId: id }, 'password_changed', { username, ...(revoked > 0 && { revoked }) })
  })
  return { email }
}

type Confirmed = { password_hash: string; email: string | null }
/**
 * Counted separately from sign-in, so that other people's attempts do not block the owner, and a stolen session cannot
 * guess without limit.
 */
export const confirmPassword = (
  db: Kysely<DB>,
  { id }: { id: number },
  password: string,
): Promise<Confirmed | undefined> => withMutex(`owner ${id}`, () => confirm(db, id, password))

async function confirm(db: Kysely<DB>, id: number, password: string): Promise<Confirmed | undefined> {
  const counted: CountedAttempt = [wrongByOwner, String(id)]
  await refuseWhilePaused(db, counted)
  const account = await db
    .selectFrom('account')
    .where('id', '=', id)
    .select(['password_hash', 'email'])
    .executeTakeFirstOrThrow()
  if (await passwordFits(password, account.password_hash)) {
    await refuseWhilePaused(db, counted)
    await resetAttempts(db, counted)
    return account
  }
  await countAttempt(db, counted)
  return undefined
}

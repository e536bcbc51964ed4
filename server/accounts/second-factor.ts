import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { SecondFactorStart, SecondFactorState } from '#shared/api/accounts.ts'
import { recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { conflict, fieldError } from '../http/errors.ts'
import { type CountedAttempt, countAttempt, refuseWhilePaused, resetAttempts, wrongCodes } from './attempts.ts'
import { closeSessionsOf, hashOf } from './sessions.ts'

/** TOTP codes (RFC 6238) and recovery codes, each valid once (decision 0080). */
type Owner = { id: number; username: string }

const codePeriod = 30
/** Accepts clocks that are half a minute off. */
const codeWindow = 1
const recoveryCodes = 10

const totpOf = (secret: string, username = ''): TOTP =>
  new TOTP({ issuer: 'Судмонитор', label: username, secret: Secret.fromBase32(secret), period: codePeriod })

const enabledAlready = (): Error => conflict('Вход с кодом уже включён.')
const wrongCode = (): Error => fieldError('code', 'Неверный код.')

export async function secondFactorOf(db: Kysely<DB>, { id }: Owner): Promise<Omit<SecondFactorState, 'required'>> {
  const { totp_at, left } = await db
    .selectFrom('account')
    .where('id', '=', id)
    .select([
      'totp_at',
      sql<number>`(select count(*)::integer from recovery_code where account_id = account.id)`.as('left'),
    ])
    .executeTakeFirstOrThrow()
  return { enabled_at: totp_at?.toISOString() ?? null, recovery_codes: left }
}

/** Nothing changes until a code confirms the secret; a second call replaces the first secret. */
export async function beginSecondFactor(db: Kysely<DB>, { id, username }: Owner): Promise<SecondFactorStart> {
  const secret = new Secret({ size: 20 }).base32
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ totp_secret: secret, totp_step: null })
    .where('id', '=', id)
    .where('totp_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw enabledAlready()
  const uri = totpOf(secret, username).toString()
  return {
    secret,
    uri,
    qr: `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 4 })).toString('base64')}`,
  }
}

/**
 * Returns the recovery codes, which cannot be read again. Ends the other sessions, which were opened by password alone.
 */
export async function confirmSecondFactor(
  db: Kysely<DB>,
  { id, username }: Owner,
  code: string,
  keptSession: number,
): Promise<string[]> {
  const counted: CountedAttempt = [wrongCodes, `owner ${id}`]
  await refuseWhilePaused(db, counted)
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const isDone = await db.transaction().execute(async trx => {
    const account = await trx
      .selectFrom('account')
      .where('id', '=', id)
      .select(['totp_secret', 'totp_at'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (account.totp_at !== null || account.totp_secret === null) throw enabledAlready()
    const step = stepOf(account.totp_secret, code)
    if (step === undefined) return false
    await trx.updateTable('account').set({ totp_at: new Date(), totp_step: step }).where('id', '=', id).execute()
    await trx.deleteFrom('recovery_code').where('account_id', '=', id).execute()
    await trx
      .insertInto('recovery_code')
      .values(codes.map(one => ({ account_id: id, code_hash: hashOf(bare(one)) })))
      .execute()
    await closeSessionsOf(trx, id, keptSession)
    await recordAudit(trx, { accountId: id }, 'second_factor_enabled', { username })
    return true
  })
  if (!isDone) {
    await countAttempt(db, counted)
    throw wrongCode()
  }
  await resetAttempts(db, counted)
  return codes
}

/** Accepts a current code that was not used before, or a recovery code, which is then used up. @throws HttpError */
export async function passSecondFactor(
  db: Kysely<DB>,
  { id, username }: Owner,
  code: string,
  counted: CountedAttempt,
): Promise<void> {
  await refuseWhilePaused(db, counted)
  if (!(await takesTotp(db, id, code)) && !(await takesRecoveryCode(db, { id, username }, code))) {
    await countAttempt(db, counted)
    throw wrongCode()
  }
  await refuseWhilePaused(db, counted)
  await resetAttempts(db, counted)
}

export const disableSecondFactor = (db: Kysely<DB>, { id, username }: Owner): Promise<void> =>
  db.transaction().execute(async trx => {
    await removeSecondFactor(trx, id)
    await recordAudit(trx, { accountId: id }, 'second_factor_disabled', { username })
  })

async function removeSecondFactor(trx: Kysely<DB>, id: number): Promise<void> {
  await trx
    .updateTable('account')
    .set({ totp_secret: null, totp_at: null, totp_step: null })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('recovery_code').where('account_id', '=', id).execute()
}

/** The TOTP period of a code; undefined when the code is not current. */
function stepOf(secret: string, code: string): number | undefined {
  const token = bare(code)
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token, window: codeWindow })
  return delta === null ? undefined : totp.counter() + delta
}

async function takesTotp(db: Kysely<DB>, id: number, code: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .where('id', '=', id)
    .where('totp_at', 'is not', null)
    .select('totp_secret')
    .executeTakeFirst()
  const step = account?.totp_secret ? stepOf(account.totp_secret, code) : undefined
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(totp_step, 0) < ${step}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const takesRecoveryCode = (db: Kysely<DB>, { id, username }: Owner, code: string): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('recovery_code')
      .where('account_id', '=', id)
      .where('code_hash', '=', hashOf(bare(code)))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await recordAudit(trx, { accountId: id }, 'recovery_code_used', { username })
    return true
  })

// No characters that look alike. Fifty bits of entropy, enough for a fast hash.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const half = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
const newRecoveryCode = (): string => `${half()}-${half()}`
/** Normalises the code as it is stored. */
const bare = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

import { type Kysely, sql } from 'kysely'
import { withAccountLock } from '../db/account-lock.ts'
import { recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { type Account, accountColumns, hashOf, maySignIn, randomToken } from './sessions.ts'

/** Personal keys are read-only (auth.ts) and stored as SHA-256; the prefix tells them from session tokens. */
const mark = 'sudmonitor_'
export const isAccessToken = (token: string): boolean => token.startsWith(mark)

export const mostAccessTokens = 20
const dayMilliseconds = 86_400_000
/** Throttles writes of the time of last use. */
const notedAfterMilliseconds = 3_600_000

const columns = ['id', 'name', 'created_at', 'used_at', 'expires_at'] as const

/** Returns undefined when the account already has the maximum number of keys. */
export const createAccessToken = (db: Kysely<DB>, accountId: number, { name, days }: { name: string; days: number }) =>
  withAccountLock(db, accountId, async trx => {
    await trx
      .deleteFrom('access_token')
      .where('account_id', '=', accountId)
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute()
    const existing = await trx.selectFrom('access_token').where('account_id', '=', accountId).select('id').execute()
    if (existing.length >= mostAccessTokens) return undefined
    const token = mark + randomToken()
    const made = await trx
      .insertInto('access_token')
      .values({
        token_hash: hashOf(token),
        account_id: accountId,
        name,
        expires_at: new Date(Date.now() + days * dayMilliseconds),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await recordAudit(trx, { accountId }, 'token_created', { name, days })
    return { ...made, token }
  })

export const accessTokensOf = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('access_token')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(columns)
    .orderBy('id', 'desc')
    .execute()

export const revokeAccessToken = (db: Kysely<DB>, accountId: number, id: number): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const revoked = await trx
      .deleteFrom('access_token')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (revoked === undefined) return false
    await recordAudit(trx, { accountId }, 'token_revoked', { name: revoked.name })
    return true
  })

export const revokeAccessTokensOf = async (db: Kysely<DB>, accountId: number): Promise<void> => {
  await db.deleteFrom('access_token').where('account_id', '=', accountId).execute()
}

/** Ignores keys of accounts that may not sign in. */
export async function findAccessToken(db: Kysely<DB>, token: string): Promise<Account | undefined> {
  const found = await db
    .selectFrom('access_token')
    .innerJoin('account', 'account.id', 'access_token.account_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where(maySignIn)
    .select([...accountColumns, 'access_token.id as token_id', 'used_at'])
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { token_id, used_at, ...account } = found
  if (used_at === null || Date.now() - used_at.getTime() > notedAfterMilliseconds)
    await db.updateTable('access_token').set({ used_at: new Date() }).where('id', '=', token_id).execute()
  return account
}

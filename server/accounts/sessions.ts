import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { sessionDays } from '#shared/domain/limits.ts'
import type { DB } from '../db/schema.ts'

/**
 * Sessions by opaque tokens: 32 random bytes, kept as SHA-256, so that a stolen table opens none. A session lives seven
 * days from its last use (§9).
 */
export type Account = {
  id: number
  username: string
  groups: string[]
  is_superuser: boolean
  /** Null: every region. Empty: none. */
  regions: number[] | null
}
export const accountColumns = ['account.id', 'username', 'groups', 'is_superuser', 'regions'] as const

const dayMilliseconds = 86_400_000
export const sessionMilliseconds = sessionDays * dayMilliseconds
/** A session's life is prolonged no oftener than this, so that reading does not write. */
const renewAfterMilliseconds = 3_600_000

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const newExpiry = (): Date => new Date(Date.now() + sessionMilliseconds)

export async function openSession(db: Kysely<DB>, accountId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('session')
    .values({ token_hash: hashOf(token), account_id: accountId, expires_at: newExpiry() })
    .execute()
  return token
}

/** Whose session it is, and whether its life has just been prolonged; accounts that may not sign in have none. */
export async function findSession(
  db: Kysely<DB>,
  token: string,
): Promise<{ account: Account; renewed: boolean } | undefined> {
  const token_hash = hashOf(token)
  const found = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('approved_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .select([...accountColumns, 'used_at'])
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { used_at, ...account } = found
  const renewed = Date.now() - used_at.getTime() > renewAfterMilliseconds
  if (renewed)
    await db
      .updateTable('session')
      .set({ used_at: new Date(), expires_at: newExpiry() })
      .where('token_hash', '=', token_hash)
      .execute()
  return { account, renewed }
}

export const closeSession = async (db: Kysely<DB>, token: string): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute()
}
export const closeSessionsOf = async (db: Kysely<DB>, accountId: number): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

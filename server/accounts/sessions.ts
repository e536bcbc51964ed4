import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { sessionDays } from '#shared/domain/limits.ts'
import type { DB } from '../db/schema.ts'

/**
 * Tokens of 32 random bytes, stored as SHA-256. They expire seven days after the last use (§9), and after thirty days
 * at the latest.
 */
export type Account = {
  id: number
  username: string
  groups: string[]
  is_superuser: boolean
  /** null means every region; an empty list means none. */
  regions: number[] | null
  /** When the second factor was turned on. */
  totp_at: Date | null
}
export const accountColumns = ['account.id', 'username', 'groups', 'is_superuser', 'regions', 'totp_at'] as const

/** The account is approved and not blocked. */
export const maySignIn = sql<SqlBool>`account.approved_at is not null and account.blocked_at is null`

const dayMilliseconds = 86_400_000
export const sessionMilliseconds = sessionDays * dayMilliseconds
/** Throttles writes that prolong the session. */
const renewAfterMilliseconds = 3_600_000

const longestMilliseconds = 30 * dayMilliseconds

export const randomToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const longestAgent = 300
type SessionOrigin = { address?: string; agent?: string | undefined }

/** `passwordHash` makes sign-in fail when the password changes during its check. */
export async function openSession(db: Kysely<DB>, accountId: number, from?: SessionOrigin): Promise<string>
export async function openSession(
  db: Kysely<DB>,
  accountId: number,
  from: SessionOrigin,
  passwordHash: string,
): Promise<string | undefined>
export async function openSession(
  db: Kysely<DB>,
  accountId: number,
  { address = '', agent = '' }: SessionOrigin = {},
  passwordHash?: string,
): Promise<string | undefined> {
  const token = randomToken()
  const opened = await db
    .insertInto('session')
    .columns(['token_hash', 'account_id', 'expires_at', 'address', 'agent'])
    .expression(
      db
        .selectFrom('account')
        .where('id', '=', accountId)
        .$if(passwordHash !== undefined, query =>
          query.where('password_hash', '=', passwordHash ?? '').where(maySignIn),
        )
        .select([
          sql<Buffer>`${hashOf(token)}::bytea`.as('token_hash'),
          'id as account_id',
          sql<Date>`${new Date(Date.now() + sessionMilliseconds)}::timestamptz`.as('expires_at'),
          sql<string>`${address}::text`.as('address'),
          sql<string>`${agent.slice(0, longestAgent).replaceAll('\0', '')}::text`.as('agent'),
        ])
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst()
  return opened && token
}

/** Ignores sessions of accounts that may not sign in. `renewed` tells that the expiry has just been prolonged. */
export async function findSession(
  db: Kysely<DB>,
  token: string,
): Promise<{ account: Account; sessionId: number; renewed: boolean } | undefined> {
  const token_hash = hashOf(token)
  const found = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(maySignIn)
    .select([...accountColumns, 'session.id as session_id', 'session.created_at', 'used_at'])
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { used_at, created_at, session_id, ...account } = found
  const renewed = Date.now() - used_at.getTime() > renewAfterMilliseconds
  if (renewed) {
    const end = Math.min(Date.now() + sessionMilliseconds, created_at.getTime() + longestMilliseconds)
    await db
      .updateTable('session')
      .set({ used_at: new Date(), expires_at: new Date(end) })
      .where('token_hash', '=', token_hash)
      .execute()
  }
  return { account, sessionId: session_id, renewed }
}

/** Rereads the account of a session; undefined when the session is over or its account may not sign in. */
export const accountOfSession = (db: Kysely<DB>, sessionId: number): Promise<Account | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(maySignIn)
    .select(accountColumns)
    .executeTakeFirst()

export const sessionsOf = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'created_at', 'used_at', 'expires_at', 'address', 'agent'])
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const closeSession = async (db: Kysely<DB>, accountId: number, sessionId: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
export const closeSessionsOf = async (db: Kysely<DB>, accountId: number, except?: number): Promise<void> => {
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(except !== undefined, query => query.where('id', '<>', except ?? 0))
    .execute()
}

import { type Kysely, sql } from 'kysely'
import { type Actor, recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { deleteOldIdempotencyKeys } from '../http/idempotency.ts'
import {
  type AccessChange,
  accessOf,
  checkAccess,
  insertAccount,
  lockedLookAlike,
  type NewAccount,
  namedAs,
} from './accounts.ts'
import { deviceDays } from './known-devices.ts'
import { hashPassword } from './passwords.ts'
import { accountColumns } from './sessions.ts'

type Registration = Pick<NewAccount, 'username' | 'password' | 'email' | 'about'>
type Registered =
  | { outcome: 'waits' }
  | { outcome: 'name taken' }
  | { outcome: 'name looks taken' }
  /** The request was stored without its address, and the owner of the address is told. */
  | { outcome: 'address taken'; owner: string }

/** When the address is taken, the request is stored without it: a guest must not find out who uses an address. */
export async function register(db: Kysely<DB>, request: Registration): Promise<Registered> {
  const { username, password, email, about } = request
  const taken = () => db.selectFrom('account').where(namedAs(username)).select('id').executeTakeFirst()
  if ((await taken()) !== undefined) return { outcome: 'name taken' }
  const hash = await hashPassword(password)
  const waiting = { username, email, about, approved: false }
  return db.transaction().execute(async (trx): Promise<Registered> => {
    if ((await lockedLookAlike(trx, username)) !== undefined) return { outcome: 'name looks taken' }
    if ((await insertAccount(trx, waiting, hash)) !== undefined) return { outcome: 'waits' }
    if (!email || (await insertAccount(trx, { ...waiting, email: null }, hash)) === undefined)
      return { outcome: 'name taken' }
    return { outcome: 'address taken', owner: email }
  })
}

export const waitingRegistrations = (db: Kysely<DB>) =>
  db.selectFrom('account').where('approved_at', 'is', null).where('declined_at', 'is', null)

export type DecidedRegistration = { username: string; email: string | null }
const decidedColumns = [...accountColumns, 'email'] as const

/**
 * Returns undefined when there is no such request or it is already decided. `evenDeclined` also approves a declined
 * request.
 */
export async function approveRegistration(
  db: Kysely<DB>,
  username: string,
  { groups = [], regions = null, isSuperuser = false }: AccessChange,
  { actor, evenDeclined = false }: { actor: Actor; evenDeclined?: boolean },
): Promise<DecidedRegistration | undefined> {
  checkAccess({ groups, regions })
  return db.transaction().execute(async trx => {
    const approved = await trx
      .updateTable('account')
      .set({
        approved_at: new Date(),
        declined_at: null,
        groups: [...new Set(groups)],
        regions: regions === null ? null : [...new Set(regions)],
        is_superuser: isSuperuser,
      })
      .where(namedAs(username))
      .where('approved_at', 'is', null)
      .$if(!evenDeclined, query => query.where('declined_at', 'is', null))
      .returning(decidedColumns)
      .executeTakeFirst()
    if (approved !== undefined) await recordAudit(trx, actor, 'account_approved', accessOf(approved))
    return approved
  })
}

export const declineRegistration = (
  db: Kysely<DB>,
  username: string,
  { actor }: { actor: Actor },
): Promise<DecidedRegistration | undefined> =>
  db.transaction().execute(async trx => {
    const declined = await trx
      .updateTable('account')
      .set({ declined_at: new Date() })
      .where(namedAs(username))
      .where('approved_at', 'is', null)
      .where('declined_at', 'is', null)
      .returning(decidedColumns)
      .executeTakeFirst()
    if (declined !== undefined) await recordAudit(trx, actor, 'account_declined', { username: declined.username })
    return declined
  })

const declinedKeptDays = 30
export const deleteDeclined = async (db: Kysely<DB>): Promise<void> => {
  await db
    .deleteFrom('account')
    .where('declined_at', '<', sql<Date>`now() - ${declinedKeptDays}::integer * interval '1 day'`)
    .where('approved_at', 'is', null)
    .execute()
}

const attemptsKeptHours = 24
export async function cleanAccounts(db: Kysely<DB>): Promise<void> {
  for (const table of ['session', 'access_token'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .deleteFrom('attempt')
    .where('last_at', '<', sql<Date>`now() - ${attemptsKeptHours}::integer * interval '1 hour'`)
    .execute()
  await db
    .deleteFrom('known_device')
    .where('used_at', '<', sql<Date>`now() - ${deviceDays}::integer * interval '1 day'`)
    .execute()
  await deleteOldIdempotencyKeys(db)
  await deleteDeclined(db)
}

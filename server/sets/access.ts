import { type Kysely, sql, type Transaction } from 'kysely'
import type { SetRole } from '#shared/domain/sets.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { forbidden, notFound } from '../http/errors.ts'

/**
 * Permissions in working sets (decision 0102). A set without access is indistinguishable from one that never existed.
 */
export type SetScope = Scope & { accountId: number }
export const noSet = (): Error => notFound('Такой подборки нет.')

const power = { reader: 0, editor: 1, owner: 2 } as const satisfies Record<SetRole, number>
const refusals = {
  reader: 'Для этого не хватает прав.',
  editor: 'Вы читатель этой подборки: изменять её могут владелец и редакторы.',
  owner: 'Это может только владелец подборки.',
} as const satisfies Record<SetRole, string>

/** Undefined when the account is not a member of the set. */
export async function ownRole(db: Kysely<DB>, accountId: number, setId: number): Promise<SetRole | undefined> {
  const found = await db
    .selectFrom('case_set_member')
    .innerJoin('case_set', 'case_set.id', 'case_set_member.set_id')
    .where('set_id', '=', setId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select('role')
    .executeTakeFirst()
  return found?.role
}

/** @throws HttpError 404 */
export async function roleIn(db: Kysely<DB>, accountId: number, setId: number): Promise<SetRole> {
  const role = await ownRole(db, accountId, setId)
  if (role === undefined) throw noSet()
  return role
}

/** @throws HttpError 403, 404 */
export async function needRole(db: Kysely<DB>, accountId: number, setId: number, least: SetRole): Promise<void> {
  const role = await roleIn(db, accountId, setId)
  if (power[role] < power[least]) throw forbidden(refusals[least])
}

export const lockSet = (trx: Transaction<DB>, setId: number): Promise<unknown> =>
  trx.selectFrom('case_set').where('id', '=', setId).select('id').forNoKeyUpdate().execute()

/**
 * Serialises changes of a set by a row lock: concurrent editors lose no row, limits hold, and a member who has just
 * been removed changes nothing. The role is read by a separate statement after the lock, so that it sees what the lock
 * waited for.
 */
export const withSet = <T>(
  db: Kysely<DB>,
  { accountId, setId, least }: { accountId: number; setId: number; least: SetRole },
  change: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async trx => {
    await lockSet(trx, setId)
    await needRole(trx, accountId, setId, least)
    const done = await change(trx)
    await trx.updateTable('case_set').set({ changed_at: sql<Date>`now()` }).where('id', '=', setId).execute()
    return done
  })

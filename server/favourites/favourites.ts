import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { withAccountLock } from '../db/account-lock.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

export type FavouriteScope = Scope & { accountId: number }

/** Only those that the account may see today. */
export const countFavourites = (db: Kysely<DB>, scope: FavouriteScope): Promise<number> =>
  countRows(selectCases(db, scope, { in_favorites: true }))

/** All or nothing. */
export const changeFavourites = (
  db: Kysely<DB>,
  scope: FavouriteScope,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<void> =>
  withAccountLock(db, scope.accountId, async trx => {
    const wanted = [...new Set(add)]
    await refuseUnseen(trx, scope, wanted)
    if (wanted.length > 0)
      await trx
        .insertInto('favourite')
        .values(wanted.map(case_id => ({ account_id: scope.accountId, case_id })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    if (remove.length > 0)
      await trx
        .deleteFrom('favourite')
        .where('account_id', '=', scope.accountId)
        .where(sql<SqlBool>`case_id = any(${remove})`)
        .execute()
  })

async function refuseUnseen(trx: Transaction<DB>, scope: FavouriteScope, wanted: readonly number[]): Promise<void> {
  if (wanted.length === 0) return
  const seen = await selectCases(trx, scope, {})
    .where(sql<SqlBool>`court_case.id = any(${wanted})`)
    .select('court_case.id')
    .execute()
  const known = new Set(seen.map(({ id }) => id))
  const missing = wanted.filter(id => !known.has(id))
  if (missing.length > 0)
    throw fieldError('favorite_cases', `Нет дел с такими номерами: ${missing.slice(0, 10).join(', ')}.`)
}

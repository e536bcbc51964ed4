import { type Kysely, type SqlBool, sql } from 'kysely'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

/** Adds to and removes from a person's favourites, all or nothing; a case that cannot be seen cannot be kept. */
export async function changeFavourites(
  db: Kysely<DB>,
  scope: Scope & { accountId: number },
  change: { add: readonly number[]; remove: readonly number[] },
): Promise<void> {
  const account_id = scope.accountId
  await db.transaction().execute(async trx => {
    if (change.add.length > 0) {
      const wanted = [...new Set(change.add)]
      const seen = await selectCases(trx, scope, {})
        .where(sql<SqlBool>`court_case.id = any(${wanted})`)
        .select('court_case.id')
        .execute()
      const known = new Set(seen.map(({ id }) => id))
      const missing = wanted.filter(id => !known.has(id))
      if (missing.length > 0)
        throw fieldError('favorite_cases', `Нет дел с такими номерами: ${missing.slice(0, 10).join(', ')}.`)
      await trx
        .insertInto('favourite')
        .values(wanted.map(case_id => ({ account_id, case_id })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
    if (change.remove.length > 0)
      await trx
        .deleteFrom('favourite')
        .where('account_id', '=', account_id)
        .where(sql<SqlBool>`case_id = any(${change.remove})`)
        .execute()
  })
}

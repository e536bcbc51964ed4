import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema.ts'

/** Limits hold for concurrent requests. Not `for update`: rows that refer to the account could deadlock. */
export const withAccountLock = <T>(
  db: Kysely<DB>,
  accountId: number,
  change: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async trx => {
    await trx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute()
    return change(trx)
  })

import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Serializes changes of what belongs to one account by a row lock, so that limits and uniqueness hold for concurrent requests. Not `for
 * update`: rows that refer to the account would wait as well and could deadlock.
 */
export const withAccountLock = <T>(
  db: Kysely<DB>,
  accountId: number,
  change: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async trx => {
    await trx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute()
    return change(trx)
  })

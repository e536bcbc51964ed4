import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Changes what belongs to one account under a lock of its row, so that limits, positions and uniqueness hold for simultaneous requests.
 * Not `for update`: rows that only refer to the account would wait too, and deadlock.
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

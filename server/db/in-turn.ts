import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Changes of what belongs to one account, one at a time: limits, places, «not twice» hold for requests sent at once, and
 * two changes never wait for each other. Not `for update`: rows that only refer to the account would wait as well, and a
 * change that already holds some of them would wait for the very one that waits for it.
 */
export const inTurn = <T>(
  db: Kysely<DB>,
  accountId: number,
  change: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async trx => {
    await trx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute()
    return change(trx)
  })

import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { namedAs } from './accounts.ts'
import { hashOf, randomToken } from './sessions.ts'

/**
 * Devices that have signed in to an account, recognised by a long-lived cookie stored as SHA-256. It grants no access;
 * it exempts the device from the rate limit that other people's wrong passwords cause (decision 0078).
 */
export const deviceDays = 365
/** Programs that keep no cookies count as a new device each time. */
const mostDevices = 50

export const isKnownDevice = async (db: Kysely<DB>, token: string, username: string): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .innerJoin('account', 'account.id', 'known_device.account_id')
    .where('token_hash', '=', hashOf(token))
    .where('used_at', '>', sql<Date>`now() - ${deviceDays}::integer * interval '1 day'`)
    .where(namedAs(username))
    .select('account_id')
    .executeTakeFirst()) !== undefined

/** Issues a new token at each sign-in, so that a token planted in a browser by somebody else becomes invalid. */
export const rememberDevice = (db: Kysely<DB>, accountId: number, former: string | undefined): Promise<string> =>
  db.transaction().execute(async trx => {
    const token = randomToken()
    if (former !== undefined)
      await trx
        .updateTable('known_device')
        .set({ token_hash: hashOf(token) })
        .where('token_hash', '=', hashOf(former))
        .execute()
    await trx
      .insertInto('known_device')
      .values({ token_hash: hashOf(token), account_id: accountId })
      .onConflict(conflict => conflict.columns(['token_hash', 'account_id']).doUpdateSet({ used_at: sql<Date>`now()` }))
      .execute()
    await trx
      .deleteFrom('known_device')
      .where('account_id', '=', accountId)
      .where(
        'token_hash',
        'not in',
        trx
          .selectFrom('known_device')
          .where('account_id', '=', accountId)
          .orderBy('used_at', 'desc')
          .limit(mostDevices)
          .select('token_hash'),
      )
      .execute()
    return token
  })

export const deleteDevicesOf = async (db: Kysely<DB>, accountId: number, except?: string): Promise<void> => {
  await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .$if(except !== undefined, query => query.where('token_hash', '<>', hashOf(except ?? '')))
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Revokes secret feed addresses and webhooks of all subscriptions of the account: they work without a session, and
 * somebody who knew the password may have seen or set them. Returns how many there were.
 */
export async function revokeOutsideAddresses(trx: Kysely<DB>, accountId: number): Promise<number> {
  const own = trx.selectFrom('subscription').where('account_id', '=', accountId).select('id')
  const feeds = await trx
    .deleteFrom('subscription_feed')
    .where('subscription_id', 'in', own)
    .returning('subscription_id')
    .execute()
  const hooks = await trx
    .deleteFrom('subscription_webhook')
    .where('subscription_id', 'in', own)
    .returning('subscription_id')
    .execute()
  await trx
    .updateTable('subscription')
    .set({ channels: sql<string[]>`array_remove(channels, 'webhook')`, changed_xid: sql<string>`pg_current_xact_id()` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`'webhook' = any(channels)`)
    .execute()
  await trx
    .updateTable('delivery')
    .set({ dead_at: sql<Date>`now()`, last_error: 'Вебхук удалён.' })
    .where('subscription_id', 'in', own)
    .where('channel', '=', 'webhook')
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()
  return feeds.length + hooks.length
}

import { type Kysely, sql } from 'kysely'
import webPush from 'web-push'
import { z } from 'zod'
import type { PushRequest } from '#shared/api/push.ts'
import type { DB, RowOf } from '../db/schema.ts'

/** Browsers in which an account may be notified (Web Push, RFC 8030), and the server's keys (VAPID, RFC 8292). */
const keysName = 'vapid'
const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.output<typeof vapidKeys>

/** Created once per installation: with new keys every browser would have to subscribe again. */
export async function readVapidKeys(db: Kysely<DB>): Promise<VapidKeys> {
  const known = () => db.selectFrom('installation').where('key', '=', keysName).select('value').executeTakeFirst()
  const found = await known()
  if (found !== undefined) return vapidKeys.parse(found.value)
  await db
    .insertInto('installation')
    .values({ key: keysName, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return vapidKeys.parse((await known())?.value)
}

export type PushBrowser = RowOf<'push_browser', 'id' | 'endpoint' | 'p256dh' | 'auth'>
export const browsersOf = (db: Kysely<DB>, accountId: number): Promise<PushBrowser[]> =>
  db
    .selectFrom('push_browser')
    .innerJoin('session', 'session.id', 'push_browser.session_id')
    .where('session.account_id', '=', accountId)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .select(['push_browser.id', 'endpoint', 'p256dh', 'auth'])
    .orderBy('push_browser.id')
    .execute()

/** A browser has one address: an account that was signed in there before is no longer notified there. */
export async function addBrowser(db: Kysely<DB>, sessionId: number, { endpoint, keys }: PushRequest): Promise<void> {
  await db.transaction().execute(async trx => {
    // Two windows of one browser may subscribe at once.
    await sql`select pg_advisory_xact_lock(hashtext('push_browser'))`.execute(trx)
    await trx
      .deleteFrom('push_browser')
      .where(({ eb, or }) => or([eb('endpoint', '=', endpoint), eb('session_id', '=', sessionId)]))
      .execute()
    await trx
      .insertInto('push_browser')
      .values({ session_id: sessionId, endpoint, ...keys })
      .execute()
  })
}

export const isBrowserOn = async (db: Kysely<DB>, sessionId: number): Promise<boolean> =>
  (await db.selectFrom('push_browser').where('session_id', '=', sessionId).select('id').executeTakeFirst()) !==
  undefined

/** Returns false when it was not on. */
export const removeBrowser = async (db: Kysely<DB>, sessionId: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('push_browser').where('session_id', '=', sessionId).executeTakeFirst()
  return numDeletedRows > 0n
}

export const deletePushBrowser = (db: Kysely<DB>, id: number): Promise<unknown> =>
  db.deleteFrom('push_browser').where('id', '=', id).execute()

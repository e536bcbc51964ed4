import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import type { Owner } from './owner.ts'

/** A message of its own to every channel, at once, whatever the hour. False: the person has no such subscription. */
export const sendTest = (db: Kysely<DB>, owner: Owner, id: number): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const mine = await trx
      .selectFrom('subscription')
      .where('id', '=', id)
      .where('account_id', '=', owner.id)
      .where('deleted_at', 'is', null)
      .select('channels')
      .executeTakeFirst()
    if (mine === undefined) return false
    if (mine.channels.length === 0) throw fieldError('channels', 'У подписки нет каналов: некуда посылать.')
    await sql`
      insert into subscription_batch (subscription_id, kind, opened_at, due_at) values (${id}, 'test', now(), now())`.execute(
      trx,
    )
    return true
  })

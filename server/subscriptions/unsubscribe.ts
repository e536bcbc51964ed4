import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** No more letters of one subscription; its other channels stay. False: nobody has this secret. */
export async function unsubscribe(db: Kysely<DB>, secret: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update subscription set channels = array_remove(channels, 'email') where secret = ${secret} and deleted_at is null
    returning id`.execute(db)
  const [found] = rows
  if (found === undefined) return false
  await sql`
    update delivery set dead_at = now(), last_error = 'Письма по этой подписке выключены.'
    where subscription_id = ${found.id} and channel = 'email' and delivered_at is null and dead_at is null`.execute(db)
  return true
}

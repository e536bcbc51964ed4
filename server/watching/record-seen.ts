import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import { databaseTrouble } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'

/**
 * A watch list shows names of people: each reading is audited, once a day per member. A list without rows shows
 * nothing. When the database is read-only, reading goes on and the next reading is recorded.
 */
export const recordSeen = (db: Kysely<DB>, accountId: number, setId: number): Promise<void> =>
  recordDue(db, accountId, setId).catch((error: unknown) => {
    if (databaseTrouble(error) === undefined) throw error
  })

async function recordDue(db: Kysely<DB>, accountId: number, setId: number): Promise<void> {
  const isDue = sql<boolean>`set_id = ${setId} and account_id = ${accountId}
    and coalesce(watch_seen_at < now() - interval '1 day', true)`
  // Most calls have nothing to write.
  const due = await db.selectFrom('case_set_member').where(isDue).select('set_id').executeTakeFirst()
  if (due === undefined) return
  await db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('case_set_member')
      .set({ watch_seen_at: sql<Date>`now()` })
      .where(isDue)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await recordAudit(trx, { accountId }, 'set_watch_seen', { set_id: setId })
  })
}

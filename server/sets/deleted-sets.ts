import { type Kysely, sql, type Transaction } from 'kysely'
import { withAccountLock } from '../db/account-lock.ts'
import { recordAudit } from '../db/audit.ts'
import { markForAccount } from '../db/freshness.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { lockSet, noSet, withSet } from './access.ts'
import { refuseTaken, refuseTooMany } from './sets.ts'

/** A deleted set is hidden first, so that it can be restored; the first deletion after a day purges it. */
const sweptAfter = sql`interval '1 day'`

export const deleteSet = (db: Kysely<DB>, accountId: number, id: number): Promise<void> =>
  withSet(db, { accountId, setId: id, least: 'owner' }, trx => hideSet(trx, accountId, id))

/** By its owner, under the lock of the set. */
export async function hideSet(trx: Transaction<DB>, accountId: number, id: number): Promise<void> {
  await sql`
    delete from case_set using case_set_member owner
    where owner.set_id = case_set.id and owner.role = 'owner' and owner.account_id = ${accountId}
      and case_set.deleted_at < now() - ${sweptAfter}`.execute(trx)
  await trx.updateTable('case_set').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute()
  await markMembers(trx, id)
  await auditShared(trx, accountId, id, 'set_deleted')
}

/**
 * Marks members, so that their requests avoid lagging standbys. In a fixed order: deletions of two sets with the same
 * members cannot deadlock.
 */
async function markMembers(trx: Transaction<DB>, id: number): Promise<void> {
  const members = trx.selectFrom('case_set_member').where('set_id', '=', id).select('account_id')
  for (const { account_id } of await members.orderBy('account_id').execute()) await markForAccount(trx, account_id)
}

/** Restores a set with its contents. Idempotent. */
export const restoreSet = (db: Kysely<DB>, accountId: number, id: number): Promise<void> =>
  withAccountLock(db, accountId, async trx => {
    await lockSet(trx, id)
    const set = await trx
      .selectFrom('case_set')
      .innerJoin('case_set_member', 'case_set_member.set_id', 'case_set.id')
      .where('case_set.id', '=', id)
      .where('account_id', '=', accountId)
      .where('role', '=', 'owner')
      .select(['title', 'deleted_at'])
      .executeTakeFirst()
    if (set === undefined) throw noSet()
    if (set.deleted_at === null) return
    await refuseTooMany(trx, accountId)
    await refuseTaken(trx, accountId, set.title)
    await trx.updateTable('case_set').set({ deleted_at: null }).where('id', '=', id).execute()
    await auditShared(trx, accountId, id, 'set_restored')
  })

/** Only deletions and restorations of shared sets are audited: others affect nobody but the owner. */
async function auditShared(
  trx: Transaction<DB>,
  accountId: number,
  id: number,
  act: 'set_deleted' | 'set_restored',
): Promise<void> {
  const members = await countRows(trx.selectFrom('case_set_member').where('set_id', '=', id))
  if (members > 1) await recordAudit(trx, { accountId }, act, { set_id: id, members })
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { maxWatchRows } from '#shared/domain/set-watch.ts'
import { counted } from '#shared/domain/wording.ts'
import { recordAudit } from '../db/audit.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { withSet } from '../sets/access.ts'
import { amongCases } from '../sets/items.ts'
import { type In, keepList, living } from './rows.ts'

/** Removes rows of a watch list, and restores them within a day. */
export const removeRows = (db: Kysely<DB>, { scope, setId }: In, ids: readonly number[]): Promise<number[]> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, trx => dropRows(trx, { scope, setId }, ids))

export async function dropRows(trx: Transaction<DB>, { scope, setId }: In, ids: readonly number[]): Promise<number[]> {
  const gone = await trx
    .updateTable('case_set_watch')
    .set({ removed_at: sql<Date>`now()` })
    .where('set_id', '=', setId)
    .where('removed_at', 'is', null)
    .where(amongCases('id', ids))
    .returning('id')
    .execute()
  // Table rows watched by this entry wait again in «Не найдено»; they remember the entry while it can be restored.
  await sql`
    update case_set_row set resolved_at = null, resolved_by = null from case_set_watch own
    where own.set_id = ${setId} and own.removed_at is not null and watch_id = own.id and resolved_at is not null`.execute(
    trx,
  )
  await sql`delete from case_set_watch where set_id = ${setId} and removed_at < now() - interval '1 day'`.execute(trx)
  if (gone.length > 0) await recordAudit(trx, scope, 'set_watch_removed', { set_id: setId, rows: gone.length })
  await keepList(trx, setId)
  return gone.map(({ id }) => id)
}

/** With earlier decisions; changes made meanwhile are searched. Idempotent. @throws HttpError 400 beyond the limit */
export const restoreRows = (db: Kysely<DB>, { scope, setId }: In, ids: readonly number[]): Promise<void> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const back = await trx
      .updateTable('case_set_watch')
      .set({ removed_at: null, searched_at: null })
      .where('set_id', '=', setId)
      .where('removed_at', 'is not', null)
      .where(amongCases('id', ids))
      .returning('id')
      .execute()
    if ((await countRows(living(trx, setId))) > maxWatchRows)
      throw fieldError('rows', `В списке не больше ${counted(maxWatchRows, ['строка', 'строки', 'строк'])}.`)
    await trx
      .updateTable('case_set_row')
      .set({ resolved_at: sql<Date>`now()`, resolved_by: scope.accountId })
      .where(
        amongCases(
          'watch_id',
          back.map(({ id }) => id),
        ),
      )
      .where('resolved_at', 'is', null)
      .execute()
    if (back.length > 0) await recordAudit(trx, scope, 'set_watch_restored', { set_id: setId, rows: back.length })
    await keepList(trx, setId)
  })

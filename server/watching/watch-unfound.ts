import { type Kysely, sql, type Transaction } from 'kysely'
import type { UnfoundWatched } from '#shared/api/set-watch.ts'
import type { DB } from '../db/schema.ts'
import { withSet } from '../sets/access.ts'
import { rowsOfTables } from '../sets/importing/unfound.ts'
import { amongCases } from '../sets/items.ts'
import { readUnfound, type UnfoundAsked, type UnfoundRead } from './read-unfound.ts'
import { isUntouched } from './record-matches.ts'
import { dropRows, type In, isSameRow, newRows, putRows } from './rows.ts'

/**
 * Rows of tables that named no case become rows of the watch list (decision 0111): by the kinds of their columns, and told before they do. What
 * cannot be watched stays where it is, with why.
 */
const done = (read: readonly UnfoundRead[], added: number, undo: UnfoundWatched['undo']): UnfoundWatched => ({
  rows: read.map(({ told }) => told),
  added,
  already: read.filter(({ entry }) => entry !== undefined).length - added,
  undo,
})

/** Nothing is written. */
export const previewUnfound = async (db: Kysely<DB>, at: In, asked: UnfoundAsked): Promise<UnfoundWatched> =>
  done(await readUnfound(db, at, asked), 0, null)

/** @throws HttpError 400, 403, 404 */
export const watchUnfound = (db: Kysely<DB>, { scope, setId }: In, asked: UnfoundAsked): Promise<UnfoundWatched> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const read = await readUnfound(trx, { scope, setId }, asked)
    const taken = read.flatMap(({ row, entry }) => (entry === undefined ? [] : [{ row, entry }]))
    if (taken.length === 0) return done(read, 0, null)
    const entries = taken.map(({ entry }) => entry)
    const watch = await putRows(trx, { scope, setId }, entries)
    const rows = taken.map(({ row }) => row)
    await sql`
      update case_set_row set resolved_at = now(), resolved_by = ${scope.accountId}::integer, watch_id = became.watch_id
      from (
        select (${rows}::integer[])[r.place + 1] as id, min(own.id) as watch_id from ${newRows(entries)}
        join case_set_watch own on own.set_id = ${setId} and ${isSameRow} group by r.place
      ) became where case_set_row.id = became.id`.execute(trx)
    return done(read, watch.length, { rows, watch })
  })

/** Both sides: the rows wait again, and what they had become is watched no more. @throws HttpError 403, 404 */
export const unwatchUnfound = (
  db: Kysely<DB>,
  { scope, setId }: In,
  { rows, watch }: { rows: readonly number[]; watch: readonly number[] },
): Promise<void> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const own = await rowsOfTables(trx, setId)
      .where(amongCases('row.id', rows))
      .where('row.watch_id', 'is not', null)
      .select('row.id')
      .execute()
    const ids = own.map(({ id }) => id)
    await trx
      .updateTable('case_set_row')
      .where(amongCases('id', ids))
      .set({ resolved_at: null, resolved_by: null, watch_id: null })
      .execute()
    // What other rows of tables have become since is theirs.
    const { rows: others } = await sql<{ id: number }>`
      select distinct watch_id as id from case_set_row where watch_id = any(${watch}::integer[])`.execute(trx)
    const kept = new Set(others.map(({ id }) => id))
    const gone = await dropRows(
      trx,
      { scope, setId },
      watch.filter(id => !kept.has(id)),
    )
    await takeOut(trx, setId, gone)
  })

/** Cases that these rows have put into the set by themselves, unless somebody has worked on them or another row means them. */
async function takeOut(trx: Transaction<DB>, setId: number, watch: readonly number[]): Promise<void> {
  await sql`
    delete from case_set_item item using case_set_watch_case found
    where item.set_id = ${setId} and found.watch_id = any(${watch}::integer[]) and found.case_id = item.case_id
      and item.added_at = found.joined_at and ${isUntouched} and not exists (
        select from case_set_watch_case other join case_set_watch own on own.id = other.watch_id
        where own.set_id = ${setId} and own.removed_at is null and other.case_id = item.case_id
          and coalesce(other.verdict, other.state) in ('found', 'confirmed'))`.execute(trx)
  await sql`delete from case_set_watch_case where watch_id = any(${watch}::integer[]) and verdict is null`.execute(trx)
}

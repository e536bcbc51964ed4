import { type Kysely, sql } from 'kysely'
import type { UnfoundWatched } from '#shared/api/set-watch.ts'
import type { DB } from '../db/schema.ts'
import { withSet } from '../sets/access.ts'
import { amongCases } from '../sets/items.ts'
import { readUnfound, type UnfoundAsked, type UnfoundRead } from './read-unfound.ts'
import { type In, isSameRow, newRows, putRows } from './rows.ts'

/**
 * Turns table rows without a case into watch rows (decision 0111) by the kinds of their columns, after a preview. What
 * cannot be watched stays, with the reason.
 */
const done = (read: readonly UnfoundRead[], added: number, undo: UnfoundWatched['undo']): UnfoundWatched => ({
  rows: read.map(({ told }) => told),
  added,
  already: read.filter(({ entry }) => entry !== undefined).length - added,
  undo,
})

/** Writes nothing. */
export const previewUnfound = async (db: Kysely<DB>, at: In, asked: UnfoundAsked): Promise<UnfoundWatched> => {
  const read = await readUnfound(db, at, asked)
  return { ...done(read, 0, null), already: read.filter(({ isThere }) => isThere).length }
}

/** @throws HttpError 400, 403, 404 */
export const watchUnfound = (db: Kysely<DB>, { scope, setId }: In, asked: UnfoundAsked): Promise<UnfoundWatched> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const read = await readUnfound(trx, { scope, setId }, asked)
    const taken = read.flatMap(({ row, entry }) => (entry === undefined ? [] : [{ row, entry }]))
    if (taken.length === 0) return done(read, 0, null)
    const entries = taken.map(({ entry }) => entry)
    const added = await putRows(trx, { scope, setId }, entries, { ofTables: true })
    const rows = taken.map(({ row }) => row)
    await sql`
      update case_set_row set resolved_at = now(), resolved_by = ${scope.accountId}::integer, watch_id = became.watch_id
      from (
        select (${rows}::integer[])[r.place + 1] as id, min(own.id) as watch_id from ${newRows(entries)}
        join case_set_watch own on own.set_id = ${setId} and ${isSameRow} group by r.place
      ) became where case_set_row.id = became.id`.execute(trx)
    // Earlier matches of the entry are judged again by what these rows add.
    await sql`
      update case_set_watch set searched_at = null
      where id in (select watch_id from case_set_row where ${amongCases('id', rows)})`.execute(trx)
    return done(read, added.length, { rows })
  })

import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'
import { withSet } from '../sets/access.ts'
import { amongCases } from '../sets/items.ts'
import { isUntouched } from './record-matches.ts'
import { dropRows } from './remove-rows.ts'
import type { In } from './rows.ts'

/** Rows of tables that are watched are watched no more (decision 0111): by undoing that act, or the import of their table. */
type Unwatched = { rows: number; watch: number; cases: number }

/** Both sides: the rows wait again, and what they had become is watched no more. @throws HttpError 403, 404, 409 */
export const unwatchUnfound = (
  db: Kysely<DB>,
  at: In,
  asked: { rows: readonly number[]; watch: readonly number[] },
): Promise<Unwatched> =>
  withSet(db, { accountId: at.scope.accountId, setId: at.setId, least: 'editor' }, async trx => {
    const done = await unwatchRows(trx, at, asked)
    if (done.rows + done.watch === 0) throw conflict('Эти строки уже не под наблюдением.')
    return done
  })

/** What these rows have made of themselves goes: an entry that was there before stays. */
export async function unwatchImport(trx: Transaction<DB>, at: In, importId: number): Promise<Unwatched> {
  const watched = await trx
    .selectFrom('case_set_row as row')
    .innerJoin('case_set_watch as watch', 'watch.id', 'row.watch_id')
    .where('row.import_id', '=', importId)
    // Both are of the moment of one act.
    .select(['row.id', 'watch.id as watch_id', sql<boolean>`watch.created_at = row.resolved_at`.as('is_own')])
    .execute()
  const own = watched.flatMap(({ watch_id, is_own }) => (is_own ? [watch_id] : []))
  return unwatchRows(trx, at, { rows: watched.map(({ id }) => id), watch: [...new Set(own)] })
}

async function unwatchRows(
  trx: Transaction<DB>,
  { scope, setId }: In,
  { rows, watch }: { rows: readonly number[]; watch: readonly number[] },
): Promise<Unwatched> {
  const ofSet = sql`from case_set_import import where import.id = case_set_row.import_id and set_id = ${setId}`
  const own = await trx
    .updateTable('case_set_row')
    .set({ resolved_at: null, resolved_by: null, watch_id: null })
    .where(amongCases('id', rows))
    .where('watch_id', 'is not', null)
    .where(sql<boolean>`exists (select ${ofSet} and undone_at is null)`)
    .returning('id')
    .execute()
  // What other rows of tables have become since is theirs.
  const { rows: others } = await sql<{ id: number }>`
    select distinct watch_id as id from case_set_row
    where watch_id = any(${watch}::integer[]) and resolved_at is not null and exists (select ${ofSet} and undone_at is null)`.execute(
    trx,
  )
  const kept = new Set(others.map(({ id }) => id))
  const gone = await dropRows(
    trx,
    { scope, setId },
    watch.filter(id => !kept.has(id)),
  )
  return { rows: own.length, watch: gone.length, cases: await takeOut(trx, setId, gone) }
}

/** Cases that these rows have put into the set by themselves, unless somebody has worked on them or another row means them. */
async function takeOut(trx: Transaction<DB>, setId: number, watch: readonly number[]): Promise<number> {
  const { rows } = await sql`
    delete from case_set_item item using case_set_watch_case found
    where item.set_id = ${setId} and found.watch_id = any(${watch}::integer[]) and found.case_id = item.case_id
      and item.added_at = found.joined_at and ${isUntouched} and not exists (
        select from case_set_watch_case other join case_set_watch own on own.id = other.watch_id
        where own.set_id = ${setId} and own.removed_at is null and other.case_id = item.case_id
          and coalesce(other.verdict, other.state) in ('found', 'confirmed'))
    returning item.case_id`.execute(trx)
  await sql`delete from case_set_watch_case where watch_id = any(${watch}::integer[]) and verdict is null`.execute(trx)
  return rows.length
}

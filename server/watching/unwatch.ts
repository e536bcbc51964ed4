import { type Kysely, sql, type Transaction } from 'kysely'
import { visibleTo } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { conflict } from '../http/errors.ts'
import { withSet } from '../sets/access.ts'
import { rowsOfTables } from '../sets/importing/unfound.ts'
import { amongCases } from '../sets/items.ts'
import { isUntouched } from './record-matches.ts'
import { dropRows } from './remove-rows.ts'
import type { In } from './rows.ts'

/**
 * Stops watching table rows (decision 0111): by undoing the watching, or the import of their table. `stay`: entries
 * that others need, to be searched again.
 */
type Unwatched = Out & { rows: number; watch: number; stay: number }

/**
 * Both directions: the rows wait again, and entries created only for them are removed. @throws HttpError 403, 404, 409
 */
export const unwatchUnfound = (db: Kysely<DB>, at: In, rows: readonly number[]): Promise<Unwatched> =>
  withSet(db, { accountId: at.scope.accountId, setId: at.setId, least: 'editor' }, async trx => {
    const done = await unwatchRows(trx, at, row => row.where(amongCases('row.id', rows)))
    if (done.rows + done.watch === 0) throw conflict('Эти строки уже не под наблюдением.')
    return done
  })

export const unwatchImport = (trx: Transaction<DB>, at: In, importId: number): Promise<Unwatched> =>
  unwatchRows(trx, at, row => row.where('row.import_id', '=', importId))

type Rows = ReturnType<typeof rowsOfTables>
async function unwatchRows(
  trx: Transaction<DB>,
  { scope, setId }: In,
  meant: (rows: Rows) => Rows,
): Promise<Unwatched> {
  const found = await meant(rowsOfTables(trx, setId)).select(['row.id', 'row.watch_id']).execute()
  const own = found.flatMap(({ id, watch_id }) => (watch_id === null ? [] : [{ id, watch_id }]))
  await trx
    .updateTable('case_set_row')
    .set({ resolved_at: null, resolved_by: null, watch_id: null })
    .where(
      amongCases(
        'id',
        own.map(({ id }) => id),
      ),
    )
    .execute()
  // An entry stays while rows of another table need it, or when it was also added by hand.
  const left = await trx
    .selectFrom('case_set_watch as watch')
    .where(
      amongCases(
        'watch.id',
        own.map(({ watch_id }) => watch_id),
      ),
    )
    .where('watch.of_tables', '=', true)
    .where(({ not, exists }) =>
      not(
        exists(rowsOfTables(trx, setId).where(sql<boolean>`row.watch_id = watch.id and row.resolved_at is not null`)),
      ),
    )
    .select('watch.id')
    .execute()
  const gone = await dropRows(
    trx,
    { scope, setId },
    left.map(({ id }) => id),
  )
  // What the rows said no longer applies to an entry that stays: its matches are judged again.
  const stay = await trx
    .updateTable('case_set_watch')
    .set({ searched_at: null })
    .where('set_id', '=', setId)
    .where('removed_at', 'is', null)
    .where(
      amongCases(
        'id',
        own.map(({ watch_id }) => watch_id),
      ),
    )
    .returning('id')
    .execute()
  return {
    rows: own.length,
    watch: gone.length,
    stay: stay.length,
    ...(await removeUntouchedCases(trx, { scope, setId }, gone)),
  }
}

type Out = { cases: number; hidden: number }
/**
 * Removes cases that these rows added to the set automatically, unless somebody has worked on them or another row means
 * them. Those that the reader may not see stay.
 */
async function removeUntouchedCases(
  trx: Transaction<DB>,
  { scope, setId }: In,
  watch: readonly number[],
): Promise<Out> {
  const { rows } = await sql<{ is_seen: boolean }>`
    with own as (
      select distinct item.case_id, ${visibleTo(scope)} as is_seen from case_set_item item
      join case_set_watch_case found on found.case_id = item.case_id and item.added_at = found.joined_at
      join court_case on court_case.id = item.case_id
      where item.set_id = ${setId} and found.watch_id = any(${watch}::integer[]) and ${isUntouched} and not exists (
        select from case_set_watch_case other join case_set_watch own on own.id = other.watch_id
        where own.set_id = ${setId} and own.removed_at is null and other.case_id = item.case_id
          and coalesce(other.verdict, other.state) in ('found', 'confirmed'))
    ), gone as (
      delete from case_set_item item using own where item.set_id = ${setId} and item.case_id = own.case_id and own.is_seen
    )
    select is_seen from own`.execute(trx)
  await sql`delete from case_set_watch_case where watch_id = any(${watch}::integer[]) and verdict is null`.execute(trx)
  const cases = rows.filter(({ is_seen }) => is_seen).length
  return { cases, hidden: rows.length - cases }
}

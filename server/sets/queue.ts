import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { setNeighbours } from '#shared/api/sets.ts'
import type { ItemStatus } from '#shared/domain/sets.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { roleIn, type SetScope } from './access.ts'
import { itemsIn } from './items.ts'

/** The reading queue of a set: its cases in order, optionally only of some statuses or assigned to the reader. */
type Neighbours = z.infer<typeof setNeighbours>
type Asked = { id: number | undefined; statuses: readonly ItemStatus[]; isMine: boolean }

/**
 * Neighbours also of a case that has just left the queue by a new status: its position stays. Without a case, `next` is
 * where the reader stopped, if still in the queue, else the next after it, else the first. @throws HttpError 400, 404
 */
export async function neighboursIn(
  db: Kysely<DB>,
  scope: SetScope,
  setId: number,
  { id, statuses, isMine }: Asked,
): Promise<Neighbours> {
  await roleIn(db, scope.accountId, setId)
  const stopped = db
    .selectFrom('case_set_member')
    .where('set_id', '=', setId)
    .where('account_id', '=', scope.accountId)
    .select('at_case')
  const own = await itemsIn(db, scope, setId)
    .where('item.case_id', '=', id ?? stopped)
    .select(['item.case_id', 'item.position'])
    .executeTakeFirst()
  if (own === undefined && id !== undefined) throw fieldError('case', 'В подборке нет такого дела.')
  const queue = itemsIn(db, scope, setId)
    .$if(statuses.length > 0, query => query.where('item.status', 'in', [...statuses]))
    .$if(isMine, query => query.where('item.assignee', '=', scope.accountId))
    .select(['item.case_id', 'item.position'])
  const at = sql`(${own?.position ?? 0}, ${own?.case_id ?? 0})`
  const { rows } = await sql<Record<'previous' | 'here' | 'next' | 'first', number | null> & Place>`
    with queue as materialized (${queue})
    select
      (select case_id from queue where (position, case_id) < ${at} order by position desc, case_id desc limit 1) as previous,
      (select case_id from queue where (position, case_id) = ${at}) as here,
      (select case_id from queue where (position, case_id) > ${at} order by position, case_id limit 1) as next,
      (select case_id from queue order by position, case_id limit 1) as first,
      (select count(*) from queue where (position, case_id) <= ${at}) as place,
      (select count(*) from queue) as count`.execute(db)
  const [found] = rows
  if (found === undefined) return { previous: null, next: null, place: null, count: 0 }
  const { previous, here, next, first, place, count } = found
  return id === undefined
    ? { previous: null, next: here ?? next ?? first, place: null, count }
    : { previous, next, place: here === null ? null : place, count }
}
type Place = Record<'place' | 'count', number>

/** Where a member stopped reading; null when nowhere. */
export async function rememberPlace(db: Kysely<DB>, scope: SetScope, setId: number, id: number | null): Promise<void> {
  await roleIn(db, scope.accountId, setId)
  if (id !== null) {
    const found = await itemsIn(db, scope, setId).where('item.case_id', '=', id).select('item.case_id').execute()
    if (found.length === 0) throw fieldError('case_id', 'В подборке нет такого дела.')
  }
  await db
    .updateTable('case_set_member')
    .set({ at_case: id })
    .where('set_id', '=', setId)
    .where('account_id', '=', scope.accountId)
    .execute()
}

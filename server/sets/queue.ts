import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { setNeighbours } from '#shared/api/sets.ts'
import type { ItemStatus } from '#shared/domain/sets.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { roleIn, type SetScope } from './access.ts'
import { itemsIn } from './items.ts'

/** The queue in which a set is read: its cases in their order, those of some statuses alone if asked. */
type Neighbours = z.infer<typeof setNeighbours>

/** Of a case that has just left the queue by its new status too: its place among the others stays. @throws HttpError 400, 404 */
export async function neighboursIn(
  db: Kysely<DB>,
  scope: SetScope,
  setId: number,
  { id, statuses }: { id: number; statuses: readonly ItemStatus[] },
): Promise<Neighbours> {
  await roleIn(db, scope.accountId, setId)
  const own = await itemsIn(db, scope, setId)
    .where('item.case_id', '=', id)
    .select(['item.position', 'item.status'])
    .executeTakeFirst()
  if (own === undefined) throw fieldError('case', 'В подборке нет такого дела.')
  const queue = itemsIn(db, scope, setId)
    .$if(statuses.length > 0, query => query.where('item.status', 'in', [...statuses]))
    .select(['item.case_id', 'item.position'])
  const { rows } = await sql<Record<'previous' | 'next', number | null> & Record<'place' | 'count', number>>`
    with queue as materialized (${queue})
    select
      (select case_id from queue where (position, case_id) < (${own.position}, ${id})
        order by position desc, case_id desc limit 1) as previous,
      (select case_id from queue where (position, case_id) > (${own.position}, ${id})
        order by position, case_id limit 1) as next,
      (select count(*) from queue where (position, case_id) <= (${own.position}, ${id})) as place,
      (select count(*) from queue) as count`.execute(db)
  const [found] = rows
  const isIn = statuses.length === 0 || statuses.includes(own.status)
  return {
    previous: found?.previous ?? null,
    next: found?.next ?? null,
    place: isIn ? (found?.place ?? null) : null,
    count: found?.count ?? 0,
  }
}

/** Where a member stopped reading; null: nowhere. */
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

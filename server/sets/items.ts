import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { SetItem } from '#shared/api/sets.ts'
import { maxSetCases } from '#shared/domain/sets.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { selectCases } from '../cases/case-query.ts'
import { visibleTo } from '../cases/predicates.ts'
import { recordset } from '../db/bulk-parameters.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { fieldError } from '../http/errors.ts'
import type { SetScope } from './access.ts'
import { droppedKeys } from './columns.ts'
import type { Gathered } from './gather.ts'

/**
 * The cases of a set. Callers check who may change it (access.ts). Nothing about cases outside the scope is shown: each
 * item stores the region of its case (migration 0098), so that a page or a count need not look up ten thousand cases.
 */
export const itemsIn = (db: Kysely<DB>, scope: SetScope, setId: number) =>
  db
    .selectFrom('case_set_item as item')
    .where('item.set_id', '=', setId)
    .where('item.removed_at', 'is', null)
    .where(visibleTo(scope, 'item.region'))

export const shownItems = (db: Kysely<DB>, scope: SetScope, setId: number) =>
  itemsIn(db, scope, setId)
    .select(['item.case_id', 'item.position', 'item.status', 'item.note'])
    .select(['item.added_at', 'item.changed_at', 'item.version'])
    .select(eb => [
      sql<unknown>`item.columns - ${droppedKeys(setId)}`.as('columns'),
      jsonObjectFrom(
        eb.selectFrom('account').whereRef('account.id', '=', 'item.assignee').select(['account.id', 'username']),
      ).as('assignee'),
      eb.selectFrom('account').whereRef('account.id', '=', 'item.added_by').select('username').as('added_by'),
      eb.selectFrom('account').whereRef('account.id', '=', 'item.changed_by').select('username').as('changed_by'),
      sql<string[]>`array(
        select label.title from case_set_item_label own join case_set_label label on label.id = own.label_id
        where own.set_id = item.set_id and own.case_id = item.case_id order by lower(label.title))`.as('labels'),
    ])
    .orderBy('item.position')
    .orderBy('item.case_id')

const texts = z.record(z.string(), z.string())
type ShownRow = Awaited<ReturnType<ReturnType<typeof shownItems>['execute']>>[number]
export const presentItem = ({ columns, ...row }: ShownRow): SetItem => ({
  ...withIsoDates(row),
  columns: texts.parse(columns),
})

export const amongCases = (column: string, ids: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::integer[])`

type Adding = { scope: SetScope; setId: number; cases: readonly number[] }

/**
 * Appends cases in order; existing ones stay unchanged, and removed ones return with their notes. Returns the new ones.
 * @throws HttpError 400 for a case that the account may not see
 */
export async function addItems(trx: Transaction<DB>, { scope, setId, cases }: Adding): Promise<number[]> {
  if (cases.length === 0) return []
  const rows = [...new Set(cases)].map((case_id, place) => ({ case_id, place }))
  await refuseUnseen(
    trx,
    scope,
    rows.map(({ case_id }) => case_id),
  )
  const { rows: added } = await sql<{ case_id: number }>`
    with last as (select coalesce(max(position), 0) as position from case_set_item where set_id = ${setId})
    insert into case_set_item as item (set_id, case_id, position, added_by)
    select ${setId}::integer, case_id, last.position + 1 + row_number() over (order by place), ${scope.accountId}::integer
    from ${recordset(rows, 'case_id integer, place integer')}, last order by place
    on conflict (set_id, case_id) do update set removed_at = null, position = excluded.position,
      added_by = excluded.added_by, added_at = now(), version = excluded.version
      where item.removed_at is not null
    returning case_id`.execute(trx)
  await refuseTooManyCases(trx, setId)
  const isNew = new Set(added.map(({ case_id }) => case_id))
  return rows.flatMap(({ case_id }) => (isNew.delete(case_id) ? [case_id] : []))
}

/** Checks found cases again: the copy that found them may lag a moment behind. */
export async function addGathered(
  trx: Transaction<DB>,
  { scope, setId }: Pick<Adding, 'scope' | 'setId'>,
  { ids, areFound }: Gathered,
): Promise<number[]> {
  const seen = areFound ? await seenAmong(trx, scope, ids) : undefined
  return addItems(trx, { scope, setId, cases: ids.filter(id => seen === undefined || seen.has(id)) })
}

/** Versions only grow: under the lock of the set, a greater version means a later change. */
export async function newestVersion(trx: Transaction<DB>, setId: number): Promise<number> {
  const found = await trx
    .selectFrom('case_set_item')
    .where('set_id', '=', setId)
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst()
  return found?.version ?? 0
}

type Removal = { scope: SetScope; setId: number; cases: readonly number[]; version?: number | undefined }
/** A removed case keeps its notes for a day. `version`: cases changed after it stay. */
export async function removeItems(trx: Transaction<DB>, { scope, setId, cases, version }: Removal): Promise<number[]> {
  const seen = await itemsIn(trx, scope, setId)
    .where(amongCases('item.case_id', cases))
    .$if(version !== undefined, query => query.where('item.version', '<=', version ?? 0))
    .select('item.case_id')
    .execute()
  const ids = seen.map(({ case_id }) => case_id)
  await trx
    .deleteFrom('case_set_item')
    .where('set_id', '=', setId)
    .where('removed_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await trx
    .updateTable('case_set_item')
    .set({ removed_at: sql<Date>`now()`, version: sql<number>`nextval('case_set_item_version')` })
    .where('set_id', '=', setId)
    .where(amongCases('case_id', ids))
    .execute()
  return ids
}

/** Restores cases to their positions. Idempotent. */
export async function restoreItems(
  trx: Transaction<DB>,
  { scope, setId, cases }: { scope: SetScope; setId: number; cases: readonly number[] },
): Promise<void> {
  const seen = await seenAmong(trx, scope, cases)
  await trx
    .updateTable('case_set_item')
    .set({ removed_at: null, changed_at: sql<Date>`now()`, version: sql<number>`nextval('case_set_item_version')` })
    .where('set_id', '=', setId)
    .where('removed_at', 'is not', null)
    .where(amongCases('case_id', [...seen]))
    .execute()
  await refuseTooManyCases(trx, setId)
}

async function seenAmong(trx: Transaction<DB>, scope: SetScope, ids: readonly number[]): Promise<Set<number>> {
  const seen = await selectCases(trx, scope, {})
    .where(amongCases('court_case.id', ids))
    .select('court_case.id')
    .execute()
  return new Set(seen.map(({ id }) => id))
}

async function refuseUnseen(trx: Transaction<DB>, scope: SetScope, ids: readonly number[]): Promise<void> {
  const seen = await seenAmong(trx, scope, ids)
  const missing = ids.filter(id => !seen.has(id))
  if (missing.length > 0) throw fieldError('cases', `Нет дел с такими номерами: ${missing.slice(0, 10).join(', ')}.`)
}

async function refuseTooManyCases(trx: Transaction<DB>, setId: number): Promise<void> {
  const there = trx.selectFrom('case_set_item').where('set_id', '=', setId).where('removed_at', 'is', null)
  if ((await countRows(there)) > maxSetCases)
    throw fieldError('cases', `В подборке не больше ${showNumber(maxSetCases)} дел: столько не поместится.`)
}

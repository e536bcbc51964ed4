import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { SetColumn } from '#shared/api/sets.ts'
import { maxSetColumns } from '#shared/domain/sets.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

/** Columns of a set: a text per case, under keys that are never reused. */
export const columnsOf = (db: Kysely<DB>, setId: number): Promise<SetColumn[]> =>
  db
    .selectFrom('case_set_column')
    .where('set_id', '=', setId)
    .where('dropped_at', 'is', null)
    .select(['key', 'title'])
    .orderBy('position')
    .orderBy('key')
    .execute()

type Given = { key?: string | undefined; title: string }

/**
 * Sets the columns and their order. A dropped column is hidden with its texts and can be restored for a day; a column
 * that is neither given nor dropped (somebody has just created it) stays after the others. @throws HttpError 400
 */
export async function placeColumns(
  trx: Transaction<DB>,
  setId: number,
  asked: readonly Given[],
  { dropped = [], restored = [] }: { dropped?: readonly string[]; restored?: readonly string[] } = {},
): Promise<SetColumn[]> {
  await purgeDroppedColumns(trx, setId)
  if (restored.length > 0)
    await trx
      .updateTable('case_set_column')
      .set({ dropped_at: null })
      .where('set_id', '=', setId)
      .where('key', 'in', [...restored])
      .execute()
  const before = await columnsOf(trx, setId)
  const known = new Set(before.map(({ key }) => key))
  const named = new Set([...asked.flatMap(({ key }) => key ?? []), ...dropped])
  const given = [...asked, ...before.filter(({ key }) => !named.has(key))]
  if (given.some(({ key }) => key !== undefined && !known.has(key)))
    throw fieldError('columns', 'Такого столбца в подборке нет: возможно, его уже удалили.')
  if (new Set(given.map(({ title }) => title.toLowerCase())).size < given.length)
    throw fieldError('columns', 'Названия столбцов не должны повторяться.')
  const keys = given.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw fieldError('columns', 'Столбец назван дважды.')
  const gone = before.flatMap(({ key }) => (keys.includes(key) ? [] : [key]))
  if (given.length > maxSetColumns) throw fieldError('columns', `Своих столбцов в подборке не больше ${maxSetColumns}.`)
  let last = await lastKey(trx, setId)
  const columns = given.map(({ key, title }) => ({ key: key ?? `c${++last}`, title }))
  await trx.updateTable('case_set').set({ last_column: last }).where('id', '=', setId).execute()
  if (gone.length > 0)
    await trx
      .updateTable('case_set_column')
      .set({ dropped_at: sql<Date>`now()` })
      .where('set_id', '=', setId)
      .where('key', 'in', gone)
      .execute()
  await trx.deleteFrom('case_set_column').where('set_id', '=', setId).where('dropped_at', 'is', null).execute()
  if (columns.length > 0)
    await trx
      .insertInto('case_set_column')
      .values(columns.map((column, position) => ({ ...column, set_id: setId, position })))
      .execute()
  return columns
}

/** Purges columns that nobody has restored within a day. */
async function purgeDroppedColumns(trx: Transaction<DB>, setId: number): Promise<void> {
  const old = await trx
    .deleteFrom('case_set_column')
    .where('set_id', '=', setId)
    .where('dropped_at', '<', sql<Date>`now() - interval '1 day'`)
    .returning('key')
    .execute()
  const keys = old.map(({ key }) => key)
  if (keys.length > 0)
    await sql`update case_set_item set columns = columns - ${keys}::text[]
      where set_id = ${setId} and columns ?| ${keys}::text[]`.execute(trx)
}

/** Keys of dropped columns, whose texts are shown to nobody. */
export const droppedKeys = (setId: number): RawBuilder<string[]> =>
  sql<string[]>`array(select key from case_set_column gone where gone.set_id = ${setId} and dropped_at is not null)`

/** The columns with these titles; missing ones are added at the end. @throws HttpError 400 */
export async function columnsTitled(
  trx: Transaction<DB>,
  setId: number,
  titles: readonly string[],
): Promise<SetColumn[]> {
  const before = await columnsOf(trx, setId)
  const byTitle = new Map(before.map(column => [column.title.toLowerCase(), column]))
  const fresh = titles.filter((title, n) => {
    const low = title.toLowerCase()
    return !byTitle.has(low) && titles.findIndex(other => other.toLowerCase() === low) === n
  })
  if (before.length + fresh.length > maxSetColumns)
    throw fieldError('columns', `Своих столбцов в подборке не больше ${maxSetColumns}.`)
  const all =
    fresh.length > 0 ? await placeColumns(trx, setId, [...before, ...fresh.map(title => ({ title }))]) : before
  return titles.flatMap(title => all.find(column => column.title.toLowerCase() === title.toLowerCase()) ?? [])
}

/** Includes deleted columns: otherwise an open page would write to a new column under a reused key. */
const lastKey = async (trx: Transaction<DB>, setId: number): Promise<number> =>
  (await trx.selectFrom('case_set').where('id', '=', setId).select('last_column').executeTakeFirstOrThrow()).last_column

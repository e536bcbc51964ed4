import { type Kysely, sql, type Transaction } from 'kysely'
import type { SetColumn } from '#shared/api/sets.ts'
import { maxSetColumns } from '#shared/domain/sets.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

/** A set’s own columns: texts beside each case, by keys that are never given twice. */
export const columnsOf = (db: Kysely<DB>, setId: number): Promise<SetColumn[]> =>
  db
    .selectFrom('case_set_column')
    .where('set_id', '=', setId)
    .select(['key', 'title'])
    .orderBy('position')
    .orderBy('key')
    .execute()

type Given = { key?: string | undefined; title: string }

/** All columns in their order. What stood in one that is left out goes with it. @throws HttpError 400 */
export async function placeColumns(trx: Transaction<DB>, setId: number, given: readonly Given[]): Promise<SetColumn[]> {
  const before = await columnsOf(trx, setId)
  const known = new Set(before.map(({ key }) => key))
  if (given.some(({ key }) => key !== undefined && !known.has(key)))
    throw fieldError('columns', 'Такого столбца в подборке нет: возможно, его уже удалили.')
  if (new Set(given.map(({ title }) => title.toLowerCase())).size < given.length)
    throw fieldError('columns', 'Названия столбцов не должны повторяться.')
  const keys = given.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw fieldError('columns', 'Столбец назван дважды.')
  const gone = before.flatMap(({ key }) => (keys.includes(key) ? [] : [key]))
  let last = await lastKey(trx, setId)
  const columns = given.map(({ key, title }) => ({ key: key ?? `c${++last}`, title }))
  await trx.deleteFrom('case_set_column').where('set_id', '=', setId).execute()
  if (columns.length > 0)
    await trx
      .insertInto('case_set_column')
      .values(columns.map((column, position) => ({ ...column, set_id: setId, position })))
      .execute()
  if (gone.length > 0)
    await sql`update case_set_item set columns = columns - ${gone}::text[], version = nextval('case_set_item_version')
      where set_id = ${setId} and columns ?| ${gone}::text[]`.execute(trx)
  return columns
}

/** The columns of these titles, those that are missing made at the end. @throws HttpError 400 */
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

/** Also of columns that are gone, as far as rows remember them: their key would bring old texts back. */
async function lastKey(trx: Transaction<DB>, setId: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(substr(key, 2)::integer) as last from (
      select key from case_set_column where set_id = ${setId}
      union all select jsonb_object_keys(columns) from case_set_item where set_id = ${setId} and columns <> '{}'
    ) keys`.execute(trx)
  return rows[0]?.last ?? 0
}

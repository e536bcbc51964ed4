import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { selectCases } from '../cases/case-query.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { type FavouriteScope, foldersThere } from './folders.ts'

/** All or nothing. A favourite stays in its folder. */
export const changeFavourites = (
  db: Kysely<DB>,
  scope: FavouriteScope,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<void> =>
  withAccountLock(db, scope.accountId, async trx => {
    const wanted = await visibleCases(trx, scope, add, 'favorite_cases')
    if (wanted.length > 0)
      await trx
        .insertInto('favourite')
        .values(wanted.map(case_id => ({ account_id: scope.accountId, case_id })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    await removeFavourites(trx, scope, remove)
  })

/** All or nothing. A case that is named twice goes where it is named last. */
export const placeFavourites = (
  db: Kysely<DB>,
  scope: FavouriteScope,
  { keep, remove }: { keep: readonly { folder: number | null; cases: readonly number[] }[]; remove: readonly number[] },
): Promise<void> =>
  withAccountLock(db, scope.accountId, async trx => {
    const folderOf = new Map(keep.flatMap(({ folder, cases }) => cases.map(id => [id, folder] as const)))
    const wanted = await visibleCases(trx, scope, [...folderOf.keys()], 'keep')
    await ownFolders(trx, scope, new Set([...folderOf.values()].filter(folder => folder !== null)))
    if (wanted.length > 0)
      await trx
        .insertInto('favourite')
        .values(
          wanted.map(case_id => ({ account_id: scope.accountId, case_id, folder_id: folderOf.get(case_id) ?? null })),
        )
        .onConflict(conflict =>
          conflict.columns(['account_id', 'case_id']).doUpdateSet(eb => ({ folder_id: eb.ref('excluded.folder_id') })),
        )
        .execute()
    await removeFavourites(trx, scope, remove)
  })

async function visibleCases(
  trx: Transaction<DB>,
  scope: FavouriteScope,
  ids: readonly number[],
  field: string,
): Promise<number[]> {
  if (ids.length === 0) return []
  const wanted = [...new Set(ids)]
  const seen = await selectCases(trx, scope, {})
    .where(sql<SqlBool>`court_case.id = any(${wanted})`)
    .select('court_case.id')
    .execute()
  const known = new Set(seen.map(({ id }) => id))
  const missing = wanted.filter(id => !known.has(id))
  if (missing.length > 0) throw fieldError(field, `Нет дел с такими номерами: ${missing.slice(0, 10).join(', ')}.`)
  return wanted
}

async function ownFolders(
  trx: Transaction<DB>,
  { accountId }: FavouriteScope,
  wanted: ReadonlySet<number>,
): Promise<void> {
  if (wanted.size === 0) return
  const own = await foldersThere(trx, accountId)
    .where(sql<SqlBool>`id = any(${[...wanted]}::integer[])`)
    .select('id')
    .execute()
  if (own.length < wanted.size) throw fieldError('keep', 'Такой папки нет: возможно, её уже удалили.')
}

const removeFavourites = async (
  trx: Transaction<DB>,
  { accountId }: FavouriteScope,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await trx
    .deleteFrom('favourite')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`case_id = any(${ids})`)
    .execute()
}

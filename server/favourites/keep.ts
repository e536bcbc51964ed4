import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

export type Keeper = Scope & { accountId: number }

/** All or nothing. A favourite stays in its folder. */
export const changeFavourites = (
  db: Kysely<DB>,
  keeper: Keeper,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<void> =>
  withAccountLock(db, keeper.accountId, async trx => {
    const wanted = await seenCases(trx, keeper, add, 'favorite_cases')
    if (wanted.length > 0)
      await trx
        .insertInto('favourite')
        .values(wanted.map(case_id => ({ account_id: keeper.accountId, case_id })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    await letGo(trx, keeper, remove)
  })

/** All or nothing. A case that is named twice goes where it is named last. */
export const placeFavourites = (
  db: Kysely<DB>,
  keeper: Keeper,
  { keep, remove }: { keep: readonly { folder: number | null; cases: readonly number[] }[]; remove: readonly number[] },
): Promise<void> =>
  withAccountLock(db, keeper.accountId, async trx => {
    const folderOf = new Map(keep.flatMap(({ folder, cases }) => cases.map(id => [id, folder] as const)))
    const wanted = await seenCases(trx, keeper, [...folderOf.keys()], 'keep')
    await ownFolders(trx, keeper, new Set([...folderOf.values()].filter(folder => folder !== null)))
    if (wanted.length > 0)
      await trx
        .insertInto('favourite')
        .values(
          wanted.map(case_id => ({ account_id: keeper.accountId, case_id, folder_id: folderOf.get(case_id) ?? null })),
        )
        .onConflict(conflict =>
          conflict.columns(['account_id', 'case_id']).doUpdateSet(eb => ({ folder_id: eb.ref('excluded.folder_id') })),
        )
        .execute()
    await letGo(trx, keeper, remove)
  })

async function seenCases(
  trx: Transaction<DB>,
  keeper: Keeper,
  ids: readonly number[],
  field: string,
): Promise<number[]> {
  if (ids.length === 0) return []
  const wanted = [...new Set(ids)]
  const seen = await selectCases(trx, keeper, {})
    .where(sql<SqlBool>`court_case.id = any(${wanted})`)
    .select('court_case.id')
    .execute()
  const known = new Set(seen.map(({ id }) => id))
  const missing = wanted.filter(id => !known.has(id))
  if (missing.length > 0) throw fieldError(field, `Нет дел с такими номерами: ${missing.slice(0, 10).join(', ')}.`)
  return wanted
}

async function ownFolders(trx: Transaction<DB>, { accountId }: Keeper, wanted: ReadonlySet<number>): Promise<void> {
  if (wanted.size === 0) return
  const own = await trx
    .selectFrom('favourite_folder')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`id = any(${[...wanted]}::integer[])`)
    .select('id')
    .execute()
  if (own.length < wanted.size) throw fieldError('keep', 'Такой папки нет: возможно, её уже удалили.')
}

const letGo = async (trx: Transaction<DB>, { accountId }: Keeper, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await trx
    .deleteFrom('favourite')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`case_id = any(${ids})`)
    .execute()
}

import { type Kysely, type RawBuilder, sql, type Transaction, type Updateable } from 'kysely'
import type { FolderList } from '#shared/api/favourites.ts'
import { maxFolders } from '#shared/domain/limits.ts'
import { byTitle } from '#shared/domain/wording.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { withAccountLock } from '../db/account-lock.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError, notFound } from '../http/errors.ts'

export type FavouriteScope = Scope & { accountId: number }

/** A deleted folder is only hidden, so that it can be restored; the first deletion a day later purges it. */
const sweptAfter = sql`interval '1 day'`
const noFolder = () => notFound('Такой папки нет.')
const titleTaken = (title: string) => fieldError('title', `Папка «${title}» уже есть.`)

/** Counts only cases the account may see today. */
export async function foldersOf(db: Kysely<DB>, scope: FavouriteScope): Promise<FolderList> {
  const [folders, counts] = await Promise.all([
    foldersThere(db, scope.accountId).select(['id', 'title']).execute(),
    selectCases(db, scope, {})
      .innerJoin('favourite', join =>
        join.onRef('favourite.case_id', '=', 'court_case.id').on('favourite.account_id', '=', scope.accountId),
      )
      .leftJoin('favourite_folder', join =>
        join.onRef('favourite_folder.id', '=', 'favourite.folder_id').on('favourite_folder.deleted_at', 'is', null),
      )
      .select(eb => ['favourite_folder.id', eb.fn.countAll<number>().as('count')])
      .groupBy('favourite_folder.id')
      .execute(),
  ])
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  return {
    count: folders.length,
    next: null,
    previous: null,
    results: folders.toSorted(byTitle).map(folder => ({ ...folder, count: countOf.get(folder.id) ?? 0 })),
    all: counts.reduce((sum, { count }) => sum + count, 0),
    unfiled: countOf.get(null) ?? 0,
  }
}

export const createFolder = (db: Kysely<DB>, accountId: number, title: string): Promise<number> =>
  withAccountLock(db, accountId, async trx => {
    await refuseTooMany(trx, accountId)
    await refuseTaken(trx, accountId, title)
    const { id } = await trx
      .insertInto('favourite_folder')
      .values({ account_id: accountId, title })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

export const renameFolder = (db: Kysely<DB>, accountId: number, id: number, title: string): Promise<void> =>
  withAccountLock(db, accountId, async trx => {
    await refuseTaken(trx, accountId, title, id)
    await changeFolder(trx, accountId, id, { title })
  })

/** Its cases stay favourites. */
export const deleteFolder = (db: Kysely<DB>, accountId: number, id: number): Promise<void> =>
  withAccountLock(db, accountId, async trx => {
    await trx
      .deleteFrom('favourite_folder')
      .where('account_id', '=', accountId)
      .where('deleted_at', '<', sql<Date>`now() - ${sweptAfter}`)
      .execute()
    await changeFolder(trx, accountId, id, { deleted_at: sql<Date>`now()` })
  })

async function changeFolder(
  trx: Transaction<DB>,
  accountId: number,
  id: number,
  set: Updateable<DB['favourite_folder']> | { deleted_at: RawBuilder<Date> },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('favourite_folder')
    .set(set)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw noFolder()
}

/** With its cases, but for those moved meanwhile. Idempotent. */
export const restoreFolder = (db: Kysely<DB>, accountId: number, id: number): Promise<void> =>
  withAccountLock(db, accountId, async trx => {
    const folder = await trx
      .selectFrom('favourite_folder')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .select(['title', 'deleted_at'])
      .executeTakeFirst()
    if (folder === undefined) throw noFolder()
    if (folder.deleted_at === null) return
    await refuseTooMany(trx, accountId)
    await refuseTaken(trx, accountId, folder.title)
    await trx.updateTable('favourite_folder').set({ deleted_at: null }).where('id', '=', id).execute()
  })

export const foldersThere = (db: Kysely<DB>, accountId: number) =>
  db.selectFrom('favourite_folder').where('account_id', '=', accountId).where('deleted_at', 'is', null)

const refuseTooMany = async (trx: Transaction<DB>, accountId: number): Promise<void> => {
  if ((await countRows(foldersThere(trx, accountId))) >= maxFolders)
    throw fieldError('title', `Папок не больше ${maxFolders}: удалите ненужные.`)
}

/** In PostgreSQL, whose lower case differs from JavaScript's («İ»). */
const refuseTaken = async (trx: Transaction<DB>, accountId: number, title: string, own = 0): Promise<void> => {
  const taken = await foldersThere(trx, accountId)
    .where(sql`lower(title)`, '=', sql`lower(${title})`)
    .where('id', '<>', own)
    .select('title')
    .executeTakeFirst()
  if (taken) throw titleTaken(taken.title)
}

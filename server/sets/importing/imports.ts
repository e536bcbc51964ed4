import { type Kysely, sql, type Transaction } from 'kysely'
import type { SetImport } from '#shared/api/set-import.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { withIsoDates } from '../../http/answers.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { unwatchImport } from '../../watching/unwatch.ts'
import { roleIn, type SetScope, withSet } from '../access.ts'
import { columnsOf } from '../columns.ts'
import { hideSet } from '../deleted-sets.ts'
import { amongCases, itemsIn, removeItems } from '../items.ts'
import { activeInvitations } from '../team.ts'
import { assigneeHead } from './note-items.ts'
import { columnTitle, type ImportedTable, tableOf } from './read-rows.ts'

/** Tables that a set was filled from: what each import did, and undoing it. */
/** Newest first. @throws HttpError 404 */
export async function importsOf(
  db: Kysely<DB>,
  scope: SetScope,
  setId: number,
  page: PageAsked,
): Promise<PageFound<SetImport>> {
  await roleIn(db, scope.accountId, setId)
  const rowsOf = sql`from case_set_row own where own.import_id = import.id`
  const all = db
    .selectFrom('case_set_import as import')
    .leftJoin('account', 'account.id', 'import.account_id')
    .leftJoin('account as undoer', 'undoer.id', 'import.undone_by')
    .where('import.set_id', '=', setId)
    .select([
      'import.id',
      'account.username',
      'file_name',
      'import.created_at',
      'undone_at',
      'undoer.username as undone_by',
    ])
    .select([
      sql<number>`(select count(*) ${rowsOf})::integer`.as('rows'),
      sql<number>`(select count(*) ${rowsOf} and added_version is not null)::integer`.as('added'),
      sql<number>`(select count(*) ${rowsOf} and resolved_at is null)::integer`.as('unfound'),
    ])
    .orderBy('import.id', 'desc')
  const { count, rows } = await pageOfQuery(all, page)
  return { count, rows: rows.map(withIsoDates) }
}

/**
 * Removes what this table added, its waiting rows and their watch entries. A case that somebody has worked on since
 * stays, and so does one outside the reader's regions. A set created by this table is deleted when it is otherwise
 * empty, which frees its name. @throws HttpError 403, 404, 409
 */
export const undoImport = (
  db: Kysely<DB>,
  scope: SetScope,
  { setId, importId }: { setId: number; importId: number },
): Promise<{
  removed: number
  worked: number
  hidden: number
  unwatched: number
  stay: number
  isSetDeleted: boolean
}> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const found = await trx
      .selectFrom('case_set_import')
      .where('set_id', '=', setId)
      .where('id', '=', importId)
      .select(['undone_at', 'heads', 'kinds'])
      .executeTakeFirst()
    if (found === undefined) throw notFound('Такой загрузки в подборке нет.')
    if (found.undone_at !== null) throw conflict('Эта загрузка уже отменена.')
    const added = await trx
      .selectFrom('case_set_row as row')
      .innerJoin('case_set_item as item', 'item.case_id', 'row.case_id')
      .where('row.import_id', '=', importId)
      .where('row.added_version', 'is not', null)
      .where('item.set_id', '=', setId)
      .where('item.removed_at', 'is', null)
      .select(['item.case_id', sql<boolean>`item.version = row.added_version`.as('is_untouched')])
      .execute()
    const untouched = added.filter(({ is_untouched }) => is_untouched).map(({ case_id }) => case_id)
    const seen = await itemsIn(trx, scope, setId)
      .where(
        amongCases(
          'item.case_id',
          added.map(({ case_id }) => case_id),
        ),
      )
      .select('item.case_id')
      .execute()
    const removed = await removeItems(trx, { scope, setId, cases: untouched })
    const { watch: unwatched, stay, ...out } = await unwatchImport(trx, { scope, setId }, importId)
    await trx
      .updateTable('case_set_import')
      .set({ undone_at: sql<Date>`now()`, undone_by: scope.accountId })
      .where('id', '=', importId)
      .execute()
    const isSetDeleted = await isOnlyOf(trx, { accountId: scope.accountId, setId, importId }, tableOf(found))
    if (isSetDeleted) await hideSet(trx, scope.accountId, setId)
    return {
      removed: removed.length + out.cases,
      worked: seen.length - removed.length,
      hidden: added.length - seen.length + out.hidden,
      unwatched,
      stay,
      isSetDeleted,
    }
  })

/**
 * Whether the table created the set and nobody has added anything else. Of removed items only those removed by this
 * transaction count: others may still be restored. Labels go with cases.
 */
async function isOnlyOf(
  trx: Transaction<DB>,
  { accountId, setId, importId }: { accountId: number; setId: number; importId: number },
  table: ImportedTable,
): Promise<boolean> {
  const more = (from: 'case_set_item' | 'case_set_watch') =>
    trx
      .selectFrom(from)
      .where('set_id', '=', setId)
      .where('removed_at', 'is distinct from', sql<Date>`now()`)
      .select('set_id')
  const found = await trx
    .selectFrom('case_set')
    .innerJoin('case_set_import as import', join =>
      // Created in the same transaction.
      join.onRef('import.set_id', '=', 'case_set.id').onRef('import.created_at', '=', 'case_set.created_at'),
    )
    .where('case_set.id', '=', setId)
    .where('import.id', '=', importId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('case_set_import')
            .where('set_id', '=', setId)
            .where('id', '<>', importId)
            .select('set_id')
            .unionAll(
              selectFrom('case_set_member')
                .where('set_id', '=', setId)
                .where('account_id', '<>', accountId)
                .select('set_id'),
            )
            .unionAll(activeInvitations(trx, setId).select('set_id'))
            .unionAll(more('case_set_item'))
            .unionAll(more('case_set_watch')),
        ),
      ),
    )
    .select('case_set.id')
    .executeTakeFirst()
  if (found === undefined) return false
  const own = new Set(
    [...table.kinds.map((_, at) => columnTitle(table.heads, at)), assigneeHead(table)].map(title =>
      title.toLowerCase(),
    ),
  )
  return (await columnsOf(trx, setId)).every(({ title }) => own.has(title.toLowerCase()))
}

/** Deletes the cells of an undone import after a day. */
export const purgeUndoneImports = async (db: Kysely<DB>): Promise<void> => {
  await sql`
    update case_set_row own set cells = '[]' from case_set_import import
    where import.id = own.import_id and import.undone_at < now() - interval '1 day' and own.cells <> '[]'`.execute(db)
}

/** How this account last mapped columns of a table with these headings. */
export async function rememberedKinds(db: Kysely<DB>, accountId: number, heads: readonly string[]) {
  if (heads.every(head => head === '')) return null
  const found = await db
    .selectFrom('case_set_import')
    .where('account_id', '=', accountId)
    .where('is_remembered', '=', true)
    .where(sql<boolean>`heads = ${JSON.stringify(heads)}::jsonb`)
    .select('kinds')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found === undefined ? null : tableOf({ heads, kinds: found.kinds }).kinds
}

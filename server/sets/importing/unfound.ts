import { type Kysely, sql } from 'kysely'
import type { SetImport, UnfoundRow } from '#shared/api/set-import.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { withIsoDates } from '../../http/answers.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { findMeantCases } from '../../tables/find-meant-cases.ts'
import { unwatchImport } from '../../watching/unwatch.ts'
import { roleIn, type SetScope, withSet } from '../access.ts'
import { addItems, amongCases, itemsIn, removeItems } from '../items.ts'
import { noteItems } from './note-items.ts'
import { columnTitle, meantRow, readRowOf, tableOf, texts } from './read-rows.ts'

/** Rows of tables that named no case: they stay in the set until somebody says which one they mean. */
export const rowsOfTables = (db: Kysely<DB>, setId: number) =>
  db
    .selectFrom('case_set_row as row')
    .innerJoin('case_set_import as import', 'import.id', 'row.import_id')
    .where('import.set_id', '=', setId)
    .where('import.undone_at', 'is', null)
export const waiting = (db: Kysely<DB>, setId: number) =>
  rowsOfTables(db, setId)
    .where('row.resolved_at', 'is', null)
    .select(['row.id', 'row.import_id', 'row.line', 'row.cells', 'import.file_name', 'import.heads', 'import.kinds'])

/** With the cases that each may mean today, of those that this reader sees. @throws HttpError 404 */
export async function unfoundRows(
  db: Kysely<DB>,
  scope: SetScope,
  setId: number,
  page: PageAsked,
): Promise<PageFound<UnfoundRow>> {
  await roleIn(db, scope.accountId, setId)
  const { count, rows } = await pageOfQuery(
    waiting(db, setId).orderBy('row.import_id').orderBy('row.line').orderBy('row.id'),
    page,
  )
  const read = rows.map(row => ({ ...row, table: tableOf(row), cells: texts.parse(row.cells) }))
  const matches = await findMeantCases(
    db,
    scope,
    read.map(({ table, cells, line }) => meantRow(table, { line, cells })),
  )
  return {
    count,
    rows: read.flatMap(({ id, import_id, line, file_name, table, cells }, n) => {
      const match = matches[n]
      if (match === undefined) return []
      const said = cells.flatMap((text, at) =>
        text.trim() === '' ? [] : [{ head: columnTitle(table.heads, at), text }],
      )
      return [{ id, import_id, file_name, said, ...readRowOf(line, match) }]
    }),
  }
}

/** Says which case a row means; null takes it off the list. @throws HttpError 400, 403, 404, 409 */
export const mendRow = (
  db: Kysely<DB>,
  scope: SetScope,
  { setId, row, case_id }: { setId: number; row: number; case_id: number | null },
): Promise<{ not_overwritten: number }> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const found = await rowsOfTables(trx, setId)
      .where('row.id', '=', row)
      .select(['row.line', 'row.cells', 'row.resolved_at', 'import.heads', 'import.kinds'])
      .executeTakeFirst()
    if (found === undefined) throw notFound('Такой строки в подборке нет.')
    if (found.resolved_at !== null) throw conflict('Эту строку уже разобрали.')
    const added = case_id === null ? [] : await addItems(trx, { scope, setId, items: [{ case_id }] })
    const { texts: leftOut } = await noteItems(trx, scope, setId, tableOf(found), [
      { row: { line: found.line, cells: texts.parse(found.cells) }, case_id },
    ])
    const item = trx
      .selectFrom('case_set_item')
      .where('set_id', '=', setId)
      .where('case_id', '=', case_id)
      .select('version')
    await trx
      .updateTable('case_set_row')
      .set({
        case_id,
        watch_id: null,
        resolved_at: sql<Date>`now()`,
        resolved_by: scope.accountId,
        // What was left out is lost nowhere.
        ...(leftOut > 0 ? {} : { cells: JSON.stringify([]) }),
        added_version: added.length > 0 ? item : null,
      })
      .where('id', '=', row)
      .execute()
    return { not_overwritten: leftOut }
  })

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
 * Takes out what this table put in, its rows that wait and those that are watched. A case that somebody has worked on since stays, and so does one that the reader does not
 * see. @throws HttpError 403, 404, 409
 */
export const undoImport = (
  db: Kysely<DB>,
  scope: SetScope,
  { setId, importId }: { setId: number; importId: number },
): Promise<{ removed: number; worked: number; hidden: number; unwatched: number }> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const found = await trx
      .selectFrom('case_set_import')
      .where('set_id', '=', setId)
      .where('id', '=', importId)
      .select('undone_at')
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
    const { watch: unwatched, cases } = await unwatchImport(trx, { scope, setId }, importId)
    await trx
      .updateTable('case_set_import')
      .set({ undone_at: sql<Date>`now()`, undone_by: scope.accountId })
      .where('id', '=', importId)
      .execute()
    return {
      removed: removed.length + cases,
      worked: seen.length - removed.length,
      hidden: added.length - seen.length,
      unwatched,
    }
  })

/** An import that was taken back keeps nothing of its table after a day. */
export const forgetUndone = async (db: Kysely<DB>): Promise<void> => {
  await sql`
    update case_set_row own set cells = '[]' from case_set_import import
    where import.id = own.import_id and import.undone_at < now() - interval '1 day' and own.cells <> '[]'`.execute(db)
}

/** How this account read its last table with these heads. */
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

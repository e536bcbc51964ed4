import { type Kysely, sql } from 'kysely'
import type { UnfoundRow } from '#shared/api/set-import.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { findMeantCases } from '../../tables/find-meant-cases.ts'
import { roleIn, type SetScope, withSet } from '../access.ts'
import { addItems } from '../items.ts'
import { noteItems } from './note-items.ts'
import { columnTitle, meantRow, readRowOf, tableOf, texts } from './read-rows.ts'

/** Table rows without a case: they stay in the set until somebody chooses the case. */
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

/** With the candidate cases of today that this reader may see. @throws HttpError 404 */
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

/** Chooses the case of a row; null removes the row from the list. @throws HttpError 400, 403, 404, 409 */
export const resolveUnfoundRow = (
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
    const added = case_id === null ? [] : await addItems(trx, { scope, setId, cases: [case_id] })
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
        // Texts that were left out are kept with the row.
        ...(leftOut > 0 ? {} : { cells: JSON.stringify([]) }),
        added_version: added.length > 0 ? item : null,
      })
      .where('id', '=', row)
      .execute()
    return { not_overwritten: leftOut }
  })

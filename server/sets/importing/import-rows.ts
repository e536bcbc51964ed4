import { type Kysely, sql, type Transaction } from 'kysely'
import type { ImportDone, ImportPreview, ImportRequest, PreviewRequest } from '#shared/api/set-import.ts'
import { maxSetUnfound } from '#shared/domain/sets.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { recordset } from '../../db/bulk-parameters.ts'
import { countRows } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { fieldError, requestError } from '../../http/errors.ts'
import { findMeantCases } from '../../tables/find-meant-cases.ts'
import type { RowMatch } from '../../tables/judge-row.ts'
import { readCourts } from '../../tables/meant-courts.ts'
import { type SetScope, withSet } from '../access.ts'
import { addItems } from '../items.ts'
import { createSet, oneSet } from '../sets.ts'
import { type NotedRow, noteItems } from './note-items.ts'
import { type ImportedRow, type ImportedTable, isBlankRow, meantRow, readRowOf, takenCells } from './read-rows.ts'
import { waiting } from './unfound.ts'

/** Adds cases from a table to a set: exact matches and choices of the user; other rows wait. */
const mostCourtsTold = 200

export async function previewRows(
  db: Kysely<DB>,
  scope: SetScope,
  { rows, ...table }: PreviewRequest,
): Promise<ImportPreview> {
  const said = rows.filter(row => !isBlankRow(table, row))
  const meant = said.map(row => meantRow(table, row))
  const readCourt = await readCourts(db)
  const matches = await findMeantCases(db, scope, meant, readCourt)
  const courts = [...new Set(meant.map(({ court }) => court))].filter(court => court !== '')
  return {
    rows: said.map(({ line }, n) => readRowOf(line, matches[n] ?? nothing)),
    cases: new Set(matches.flatMap(match => (match.outcome === 'found' ? [match.case.id] : []))).size,
    courts: courts
      .slice(0, mostCourtsTold)
      .map(written => ({ written, titles: readCourt(written).titles.slice(0, 5) })),
  }
}
const nothing: RowMatch = { outcome: 'not_found', why: 'Не сказано, какое дело.' }

type Done = Omit<ImportDone, 'set'> & { setId: number }
/** @throws HttpError 400, 403, 404 */
export async function importRows(db: Kysely<DB>, scope: SetScope, request: ImportRequest): Promise<ImportDone> {
  const { set, title } = request
  const fill = async (trx: Transaction<DB>, setId: number): Promise<Done> => ({
    ...(await fillSet(trx, scope, setId, request)),
    setId,
  })
  if (set === undefined && title === undefined)
    throw requestError('Назовите новую подборку (title) или выберите свою (set).')
  if (set !== undefined && title !== undefined)
    throw fieldError('set', 'Назовите новую подборку или выберите свою, а не то и другое.')
  const { setId, ...done } =
    set === undefined
      ? (await createSet(db, scope.accountId, title ?? '', fill)).filled
      : await withSet(db, { accountId: scope.accountId, setId: set, least: 'editor' }, trx => fill(trx, set))
  return { ...done, set: await oneSet(db, scope, setId) }
}

async function fillSet(
  trx: Transaction<DB>,
  scope: SetScope,
  setId: number,
  request: ImportRequest,
): Promise<Omit<Done, 'setId'>> {
  const { heads, kinds, file_name, remember } = request
  const table = { heads, kinds }
  const rows = request.rows.filter(row => !isBlankRow(table, row))
  if (rows.length === 0) throw fieldError('rows', 'В выбранных столбцах нет ни одного значения.')
  // Matched again, because the page may be an hour old.
  const matches = await findMeantCases(
    trx,
    scope,
    rows.map(row => meantRow(table, row)),
  )
  const outcomes = rows.map((row, n): RowOutcome => {
    const match = matches[n] ?? nothing
    const chosen = row.choice ?? (match.outcome === 'found' && row.choice === undefined ? match.case.id : undefined)
    return { row, match, case_id: chosen ?? null }
  })
  const cases = [...new Set(outcomes.flatMap(({ case_id }) => case_id ?? []))]
  const added = await addItems(trx, { scope, setId, cases })
  const leftOut = await noteItems(trx, scope, setId, table, outcomes)
  const { id } = await trx
    .insertInto('case_set_import')
    .values({
      set_id: setId,
      account_id: scope.accountId,
      file_name,
      heads: JSON.stringify(heads),
      kinds: JSON.stringify(kinds),
      is_remembered: remember,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const unfound = outcomes.filter(({ case_id }) => case_id === null).length
  const there = await countRows(waiting(trx, setId))
  if (there + unfound > maxSetUnfound)
    throw fieldError(
      'rows',
      `В «Не найдено» не больше ${showNumber(maxSetUnfound)} строк: сначала разберите или уберите те, что там стоят.`,
    )
  await keepRows(trx, { scope, setId, importId: id, table, outcomes, added: new Set(added), leftOut: leftOut.rows })
  return {
    import_id: id,
    added: added.length,
    already: cases.length - added.length,
    unfound,
    not_overwritten: leftOut.texts,
  }
}
type RowOutcome = NotedRow & { match: RowMatch }

type Keeping = {
  scope: SetScope
  setId: number
  importId: number
  table: ImportedTable
  outcomes: readonly RowOutcome[]
  added: ReadonlySet<number>
  leftOut: ReadonlySet<ImportedRow>
}
/** A row without a case, or with a text left out, keeps its cells; the first row that added a case is remembered. */
async function keepRows(
  trx: Transaction<DB>,
  { scope, setId, importId, table, outcomes, added, leftOut }: Keeping,
): Promise<void> {
  const fresh = new Set(added)
  const rows = outcomes.map(({ row, match, case_id }) => ({
    line: row.line,
    cells: case_id === null || leftOut.has(row) ? takenCells(table, row) : [],
    outcome: case_id === null && match.outcome === 'found' ? 'perhaps' : match.outcome,
    reason: case_id !== null || match.outcome === 'found' ? '' : match.why,
    case_id,
    has_added: case_id !== null && fresh.delete(case_id),
  }))
  await sql`
    insert into case_set_row (import_id, line, cells, outcome, reason, case_id, added_version, resolved_at, resolved_by)
    select ${importId}::integer, r.line, r.cells, r.outcome, r.reason, r.case_id, case when r.has_added then item.version end,
      case when r.case_id is not null then now() end, case when r.case_id is not null then ${scope.accountId}::integer end
    from ${recordset(rows, 'line integer, cells jsonb, outcome text, reason text, case_id integer, has_added boolean')}
    left join case_set_item item on item.set_id = ${setId} and item.case_id = r.case_id`.execute(trx)
}

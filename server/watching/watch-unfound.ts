import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type UnfoundWatch,
  type UnfoundWatched,
  type WatchGiven,
  type WatchRow,
  watchGiven,
} from '#shared/api/set-watch.ts'
import { showDate } from '#shared/domain/dates.ts'
import { isNumber, writtenUid } from '#shared/tables/case-reference.ts'
import { articleInCell, dayInCell } from '#shared/tables/cells.ts'
import { isEmptyCell, type TableColumnKind } from '#shared/tables/columns.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { withSet } from '../sets/access.ts'
import { columnTitle, meantRow } from '../sets/importing/read-rows.ts'
import { rowsOfTables, tableOf, texts, waiting } from '../sets/importing/unfound.ts'
import { amongCases } from '../sets/items.ts'
import type { MeantRow } from '../tables/find-meant-cases.ts'
import { type CourtReader, readCourts } from '../tables/meant-courts.ts'
import { isUntouched } from './record-matches.ts'
import { dropRows, type In, isSameRow, type NewRow, newRows, putRows, readRows } from './rows.ts'

/**
 * Rows of tables that named no case become rows of the watch list (decision 0111): by the kinds of their columns, and told before they do. What
 * cannot be watched stays where it is, with why.
 */
type By = 'number' | 'name'
type Asked = { rows?: readonly number[] | undefined; by: By }
type Entry = { given: WatchGiven; leftOut: string[] }

/** What of the row may be watched, what is tried first before the rest. */
function entriesOf(row: MeantRow, by: By, readCourt: CourtReader): Entry[] {
  const { references, court, name = '', article = '', date = '' } = row
  const uid = references.find(text => writtenUid(text) !== undefined)
  const number = references.find(isNumber)
  const facts = [
    { key: 'court', label: 'суд', text: court, isRead: readCourt(court).ids.length > 0 },
    { key: 'article', label: 'статья', text: article, isRead: articleInCell(article) !== undefined },
    { key: 'day', label: 'дата', text: date, isRead: dayInCell(date) !== undefined },
  ] as const
  const said = facts.filter(({ text }) => text !== '')
  const told = Object.fromEntries(said.flatMap(({ key, text, isRead }) => (isRead ? [[key, text]] : [])))
  const leftOut = said.flatMap(({ label, text, isRead }) => (isRead ? [] : [`${label} «${text}»`]))
  const bare = { court: '', region: null, article: '', day: '' }
  const byNumber = [
    ...(uid === undefined ? [] : [{ given: { ...bare, text: uid }, leftOut: [] }]),
    // A number is of its court and of nothing else; a court that is not understood is told by the reading of the row.
    ...(number === undefined ? [] : [{ given: { ...bare, text: number, court }, leftOut: [] }]),
  ]
  const byName = name === '' ? [] : [{ given: { ...bare, ...told, text: name }, leftOut }]
  return by === 'number' ? [...byNumber, ...byName] : [...byName, ...byNumber]
}

const nothingToWatch =
  'В строке нет имени, УИДа или номера дела с судом: по номеру протокола и адресу карточки дела не ищутся.'
type Read = { row: number; line: number; entry?: NewRow; told: UnfoundWatch }

async function readUnfound(db: Kysely<DB>, setId: number, { rows: ids, by }: Asked): Promise<Read[]> {
  const asked = waiting(db, setId).$if(ids !== undefined, query => query.where(amongCases('row.id', ids ?? [])))
  const rows = await asked.orderBy('row.import_id').orderBy('row.line').orderBy('row.id').execute()
  if (ids !== undefined && rows.length < new Set(ids).size)
    throw fieldError('rows', 'Часть строк уже разобрали. Обновите страницу.')
  const readCourt = await readCourts(db)
  const meant = rows.map(({ cells, line, ...table }) => meantRow(tableOf(table), { line, cells: texts.parse(cells) }))
  const tried = meant.map(row =>
    entriesOf(row, by, readCourt).map(entry => {
      const { success, data, error } = watchGiven.safeParse(entry.given)
      return success ? { ...entry, given: data } : { why: error.issues[0]?.message ?? nothingToWatch }
    }),
  )
  const whole = tried.map(entries => entries.filter(entry => 'given' in entry))
  const read = await readRows(
    db,
    whole.flatMap(entries => entries.map(({ given }) => given)),
  )
  let at = 0
  return rows.map(({ id, line }, n) => {
    const own = (whole[n] ?? []).map(({ leftOut }) => ({ leftOut, entry: read[at++] }))
    const whys = [
      ...own.flatMap(({ entry }) => (typeof entry === 'string' ? [entry] : [])),
      ...(tried[n] ?? []).flatMap(entry => ('why' in entry ? [entry.why] : [])),
    ]
    for (const { entry, leftOut } of own)
      if (typeof entry === 'object') return { row: id, line, entry, told: toldOf({ id, line }, entry, leftOut) }
    const why = whys[0] ?? nothingToWatch
    const { name = '', references = [], protocol = '' } = meant[n] ?? {}
    const text = [name, ...references, protocol].find(said => said !== '') ?? ''
    return { row: id, line, told: { row: id, line, text, kind: null, beside: [], left_out: [], why } }
  })
}
const toldOf = (row: { id: number; line: number }, entry: NewRow, leftOut: string[]): UnfoundWatch => ({
  ...{ row: row.id, line: row.line, text: entry.text, kind: entry.kind },
  beside: [entry.court, entry.article, entry.day === null ? '' : showDate(entry.day)].filter(Boolean),
  ...{ left_out: leftOut, why: '' },
})

const done = (read: readonly Read[], added: number, undo: UnfoundWatched['undo']): UnfoundWatched => ({
  rows: read.map(({ told }) => told),
  added,
  already: read.filter(({ entry }) => entry !== undefined).length - added,
  undo,
})

/** Nothing is written. */
export const previewUnfound = async (db: Kysely<DB>, { setId }: In, asked: Asked): Promise<UnfoundWatched> =>
  done(await readUnfound(db, setId, asked), 0, null)

/** @throws HttpError 400, 403, 404 */
export const watchUnfound = (db: Kysely<DB>, { scope, setId }: In, asked: Asked): Promise<UnfoundWatched> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const read = await readUnfound(trx, setId, asked)
    const taken = read.flatMap(({ row, entry }) => (entry === undefined ? [] : [{ row, entry }]))
    if (taken.length === 0) return done(read, 0, null)
    const entries = taken.map(({ entry }) => entry)
    const watch = await putRows(trx, { scope, setId }, entries)
    const rows = taken.map(({ row }) => row)
    await sql`
      update case_set_row set resolved_at = now(), resolved_by = ${scope.accountId}::integer, watch_id = became.watch_id
      from (
        select (${rows}::integer[])[r.place + 1] as id, min(own.id) as watch_id from ${newRows(entries)}
        join case_set_watch own on own.set_id = ${setId} and ${isSameRow} group by r.place
      ) became where case_set_row.id = became.id`.execute(trx)
    return done(read, watch.length, { rows, watch })
  })

/** Both sides: the rows wait again, and what they had become is watched no more. @throws HttpError 403, 404 */
export const unwatchUnfound = (
  db: Kysely<DB>,
  { scope, setId }: In,
  { rows, watch }: { rows: readonly number[]; watch: readonly number[] },
): Promise<void> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    const own = await rowsOfTables(trx, setId)
      .where(amongCases('row.id', rows))
      .where('row.watch_id', 'is not', null)
      .select('row.id')
      .execute()
    const ids = own.map(({ id }) => id)
    await trx
      .updateTable('case_set_row')
      .where(amongCases('id', ids))
      .set({ resolved_at: null, resolved_by: null, watch_id: null })
      .execute()
    // What other rows of tables have become since is theirs.
    const { rows: others } = await sql<{ id: number }>`
      select distinct watch_id as id from case_set_row where watch_id = any(${watch}::integer[])`.execute(trx)
    const kept = new Set(others.map(({ id }) => id))
    const gone = await dropRows(
      trx,
      { scope, setId },
      watch.filter(id => !kept.has(id)),
    )
    await takeOut(trx, setId, gone)
  })

/** Cases that these rows have put into the set by themselves, unless somebody has worked on them or another row means them. */
async function takeOut(trx: Transaction<DB>, setId: number, watch: readonly number[]): Promise<void> {
  await sql`
    delete from case_set_item item using case_set_watch_case found
    where item.set_id = ${setId} and found.watch_id = any(${watch}::integer[]) and found.case_id = item.case_id
      and item.added_at = found.joined_at and ${isUntouched} and not exists (
        select from case_set_watch_case other join case_set_watch own on own.id = other.watch_id
        where own.set_id = ${setId} and own.removed_at is null and other.case_id = item.case_id
          and coalesce(other.verdict, other.state) in ('found', 'confirmed'))`.execute(trx)
  await sql`delete from case_set_watch_case where watch_id = any(${watch}::integer[]) and verdict is null`.execute(trx)
}

const keptKinds: ReadonlySet<TableColumnKind> = new Set(['note', 'assignee', 'tag', 'own'])
/** What tables said beside the names and numbers that are watched: it is shown with them, and written of no case by itself. */
export async function saidInTables(
  db: Kysely<DB>,
  watch: readonly number[],
): Promise<Map<number, WatchRow['from_table']>> {
  const rows = await db
    .selectFrom('case_set_row as row')
    .innerJoin('case_set_import as import', 'import.id', 'row.import_id')
    .where(amongCases('row.watch_id', watch))
    .orderBy('row.id')
    .select(['row.watch_id', 'row.cells', 'import.heads', 'import.kinds'])
    .execute()
  const said = rows.flatMap(({ watch_id, cells, ...table }) => {
    const { heads, kinds } = tableOf(table)
    return texts.parse(cells).flatMap((text, at) => {
      const kind = kinds[at]
      const isKept = watch_id !== null && kind !== undefined && keptKinds.has(kind) && !isEmptyCell(text)
      return isKept ? [{ watch_id, head: columnTitle(heads, at), text }] : []
    })
  })
  return new Map(
    [...Map.groupBy(said, ({ watch_id }) => watch_id)].map(
      ([id, own]) => [id, own.map(({ head, text }) => ({ head, text }))] as const,
    ),
  )
}

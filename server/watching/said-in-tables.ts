import { type Kysely, sql } from 'kysely'
import type { WatchRow } from '#shared/api/set-watch.ts'
import { isNumber, isSameNumber, tidyCell, writtenUid } from '#shared/tables/case-reference.ts'
import { articleInCell, dayInColumn, nameInCell, namesMeet } from '#shared/tables/cells.ts'
import type { TableColumnKind } from '#shared/tables/column-kinds.ts'
import type { DB } from '../db/schema.ts'
import { columnTitle, meantRow, tableOf, texts, writtenCell } from '../sets/importing/read-rows.ts'
import { amongCases } from '../sets/items.ts'
import type { MeantRow } from '../tables/find-meant-cases.ts'
import { type CourtReader, readCourts } from '../tables/meant-courts.ts'
import type { WatchedCaseFacts, WatchedPerson, WatchedRow } from './judge-watched.ts'

/**
 * What table rows said that are watched by one of their texts (decision 0111): it is shown with the entry, and may make
 * a match doubtful.
 */
const rowsBehind = (db: Kysely<DB>, watch: readonly number[]) =>
  db
    .selectFrom('case_set_row as row')
    .innerJoin('case_set_import as import', 'import.id', 'row.import_id')
    .where(amongCases('row.watch_id', watch))
    .where('row.resolved_at', 'is not', null)
    .where('import.undone_at', 'is', null)
    .orderBy('row.id')
    .select(['row.watch_id', 'row.line', 'row.cells', 'import.heads', 'import.kinds'])

/** What tables said in addition to the watched text: shown with the row, never attributed to a case automatically. */
export async function saidInTables(
  db: Kysely<DB>,
  watch: readonly number[],
): Promise<Map<number, WatchRow['from_table']>> {
  const rows = await rowsBehind(db, watch)
    .innerJoin('case_set_watch as watched', 'watched.id', 'row.watch_id')
    .select(['watched.id', 'watched.text', 'watched.court', 'watched.article'])
    .select(sql<string | null>`watched.day::text`.as('day'))
    .execute()
  const said = rows.flatMap(({ id, cells, ...row }) => {
    const { heads, kinds } = tableOf(row)
    return texts.parse(cells).flatMap((cell, at) => {
      const [kind, text] = [kinds[at], writtenCell(cell)]
      const isTold = kind === undefined || kind === 'skip' || text === '' || isInRow(row, kind, text)
      return isTold ? [] : [{ id, head: columnTitle(heads, at), text }]
    })
  })
  return new Map(
    [...Map.groupBy(said, one => one.id)].map(
      ([id, own]) => [id, own.map(({ head, text }) => ({ head, text }))] as const,
    ),
  )
}
type Watched = Pick<WatchRow, 'text' | 'court' | 'article' | 'day'>
/** Whether the watch row has it already, as its text or in another field. */
function isInRow({ text, court, article, day }: Watched, kind: TableColumnKind, cell: string): boolean {
  if (kind === 'uid') return writtenUid(cell) === text
  if (kind === 'number' || kind === 'name') return tidyCell(cell) === text
  if (kind === 'court') return tidyCell(cell) === tidyCell(court)
  if (kind === 'article') return tidyCell(cell) === tidyCell(article)
  return kind === 'date' && day !== null && dayInColumn(cell) === day
}

type IsDoubted = (row: WatchedRow, one: WatchedCaseFacts) => boolean
/**
 * A case that differs from what the table said in addition to the watched text is never certain; nor when that could
 * not be parsed.
 */
export async function doubtsOfTables(db: Kysely<DB>, watch: readonly number[]): Promise<IsDoubted> {
  const rows = watch.length === 0 ? [] : await rowsBehind(db, [...new Set(watch)]).execute()
  const said = Map.groupBy(
    rows.map(({ watch_id, line, cells, ...table }) => ({
      watch_id,
      meant: meantRow(tableOf(table), { line, cells: texts.parse(cells) }),
    })),
    ({ watch_id }) => watch_id,
  )
  const readCourt = rows.length === 0 ? undefined : await readCourts(db)
  return (row, one) =>
    readCourt !== undefined && (said.get(row.id) ?? []).some(({ meant }) => isDoubtedBy(meant, row, one, readCourt))
}

function isDoubtedBy(said: MeantRow, { kind }: WatchedRow, one: WatchedCaseFacts, readCourt: CourtReader): boolean {
  const { references, court, name = '', article = '' } = said
  if (court !== '' && !readCourt(court).ids.includes(one.court_id)) return true
  if (references.some(text => isNumber(text) && !isSameNumber(text, one.case_number))) return true
  const uids = references.flatMap(text => writtenUid(text) ?? [])
  if (one.case_uid !== null && uids.some(uid => uid !== one.case_uid)) return true
  if (kind === 'name') return article !== '' && articleInCell(article) === undefined
  return name !== '' && one.people.length > 0 && !isOneOf(name, one.people)
}
function isOneOf(written: string, people: readonly WatchedPerson[]): boolean {
  const names = written.split(/[,;\n]/).flatMap(name => nameInCell(name) ?? [])
  return people.some(({ name }) => {
    const other = nameInCell(name)
    return (
      tidyCell(name).toLowerCase() === tidyCell(written).toLowerCase() ||
      (other !== undefined && names.some(own => namesMeet(own, other) !== undefined))
    )
  })
}

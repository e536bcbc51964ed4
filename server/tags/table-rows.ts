import type { TagRowInput } from '#shared/api/tags.ts'
import { maxListRows } from '#shared/api/today.ts'
import { tidyCell } from '#shared/tables/case-reference.ts'
import { headKind, referenceKinds, type TableColumnKind } from '#shared/tables/column-kinds.ts'
import { type CellTable, guessColumns, readHeads } from '#shared/tables/columns.ts'
import { UnreadableTable } from '../tables/table-limits.ts'

/** Table rows in the form of the tag and list calls. Pure. */
type Columns = ReadonlyMap<TableColumnKind, number>
const isReference = (columns: Columns): boolean => referenceKinds.some(kind => columns.has(kind))
const placesOf = (kinds: readonly TableColumnKind[]): Columns => new Map(kinds.map((kind, place) => [kind, place]))

/** Our own exports escape formulas with an apostrophe. */
const cellText = (text: string | undefined): string => (text ?? '').trim().replace(/^'(?=\S)/, '')

/** `line` counts from 1. @throws UnreadableTable with a sentence */
export function tagRowsOf(table: CellTable): TagRowInput[] {
  const { heads, first, headRows } = headOf(table)
  const isNamed = headRows > 0 && heads.some(head => headKind(head) !== undefined)
  const columns = isNamed
    ? placesOf(guessColumns(table, { heads, first, headRows }).map(({ kind }) => kind))
    : columnsByPlace(table[headOf(table).top]?.length ?? 0)
  if (!columns.has('tag')) throw new UnreadableTable('Не нашёлся столбец с метками: назовите его «Метки».')
  if (!isReference(columns)) throw new UnreadableTable(noCases)
  const rows: TagRowInput[] = []
  for (let at = isNamed ? first : headOf(table).top; at < table.length; at++) {
    const row = table[at] ?? []
    if (row.every(cell => cell.trim() === '')) continue
    // Unquoted «митинг; пикет» spills into cells without a header.
    const place = columns.get('tag') ?? 0
    const width = isNamed ? heads.length : columns.size
    const words = place === width - 1 ? row.slice(place) : [row[place]]
    rows.push({ line: at + 1, ...caseOf(columns, row), tag: words.map(cellText).filter(Boolean).join('; ') })
  }
  if (rows.length === 0) throw new UnreadableTable('Под заголовком нет ни одной строки.')
  return rows
}

type ListRow = Pick<TagRowInput, 'case' | 'court'>
/**
 * Cases by column; without known columns a row is a number or link, optionally followed by a court. @throws
 * UnreadableTable with a sentence
 */
export function listRowsOf(table: CellTable): ListRow[] {
  const read = headOf(table)
  const columns = placesOf(guessColumns(table, read).map(({ kind }) => kind))
  const isNamed = read.headRows > 0 && isReference(columns)
  const rows = table.slice(isNamed ? read.first : read.top).flatMap((row, n): (ListRow & { isUnread?: true })[] => {
    if (isNamed) {
      const found = caseOf(columns, row)
      return found.case === '' ? unreadRow(row) : [found]
    }
    const cells = row.map(cellText)
    const at = cells.findIndex(cell => /\d.*[-/]|[-/].*\d/.test(cell) && !otherNumber.test(cell))
    const court = at < 0 ? undefined : cells.slice(at + 1).find(cell => /\p{L}{3}/u.test(cell))
    // The first row may be a heading.
    if (at < 0) return n === 0 ? [] : unreadRow(row)
    return [{ case: cells[at] ?? '', court: court ?? '' }]
  })
  if (rows.every(row => row.isUnread))
    throw new UnreadableTable(isNamed || isReference(columns) ? 'Под заголовком нет ни одной строки.' : noCases)
  if (rows.length > maxListRows) throw new UnreadableTable(`Больше ${maxListRows} строк: разделите список.`)
  return rows.map(({ isUnread: _, ...row }) => row)
}
/** A row without a recognisable case stays as written and is reported as not found; an empty row is skipped. */
const unreadRow = (row: readonly string[]): (ListRow & { isUnread: true })[] => {
  const said = row.map(cellText).filter(Boolean).join(' ')
  return said === '' ? [] : [{ case: said.slice(0, longestCase), court: '', isUnread: true }]
}
const longestCase = 2_000

/** A day, a time or a phone number. «№ п/п» has only digits. */
const otherNumber = /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\+[\d\s()-]+)/

const headOf = (table: CellTable) => {
  const top = table.findIndex(row => row.some(cell => tidyCell(cell) !== ''))
  if (top < 0) throw new UnreadableTable('В таблице нет ни одной строки.')
  return { ...readHeads(table), top }
}
const noCases = 'Не нашёлся столбец с делами: назовите его «Дело», «Ссылка» или «Номер дела».'

/** A number alone needs its court; next to УИД it selects one of several cases. */
function caseOf(columns: Columns, row: readonly string[]): ListRow {
  const of = (kind: TableColumnKind): string => cellText(row[columns.get(kind) ?? -1])
  const known = of('id') || of('own_link') || of('link')
  if (known !== '') return { case: known, court: '' }
  const court = of('court')
  return { case: (court === '' ? of('uid') || of('number') : of('number') || of('uid')) || of('protocol'), court }
}

/** Without a header: case and tag, or number, court and tag. */
function columnsByPlace(width: number): Columns {
  if (width === 2) return placesOf(['number', 'tag'])
  if (width === 3) return placesOf(['number', 'court', 'tag'])
  throw new UnreadableTable('Непонятно, где что: назовите столбцы «Дело» (или «Номер дела» и «Суд») и «Метки».')
}

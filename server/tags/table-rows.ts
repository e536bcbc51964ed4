import type { TagRowInput } from '#shared/api/tags.ts'
import { maxListRows } from '#shared/api/today.ts'
import { exportColumns } from '#shared/domain/export-columns.ts'
import { maxTagRows } from '#shared/domain/limits.ts'

/** Rows of a table by their headers, those of our own exports among them. Pure. */
type Column = 'id' | 'own_link' | 'link' | 'number' | 'court' | 'tag'
const heads: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'дело', 'case', exportColumns.id.label],
  own_link: ['sm_url', exportColumns.sm_url.label],
  link: ['url', 'ссылка', 'адрес', exportColumns.url.label],
  number: ['case_number', 'номер', 'уид', 'case_uid', exportColumns.case_number.label],
  court: ['court', exportColumns.court.label],
  tag: ['tag', 'tags', 'метка', 'тег', 'теги', exportColumns.tags.label],
}
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
const columnByHead = new Map(
  Object.entries(heads).flatMap(([column, words]) => words.map(word => [plain(word), column] as const)),
)

export class UnreadableTable extends Error {}

/** Our own files escape with an apostrophe. */
const cellText = (text: string | undefined): string => (text ?? '').trim().replace(/^'(?=\S)/, '')

/** `line`: from 1. @throws UnreadableTable with a sentence */
export function tagRowsOf(table: readonly (readonly string[])[]): TagRowInput[] {
  const { head, first } = headOf(table)
  const named = namedColumns(head)
  if (named && !named.has('tag')) throw new UnreadableTable('Не нашёлся столбец с метками: назовите его «Метки».')
  if (named && !caseColumns.some(column => named.has(column))) throw new UnreadableTable(noCases)
  const columns = named ?? columnsByPlace(head.length)
  const rows: TagRowInput[] = []
  for (let at = named ? first + 1 : first; at < table.length; at++) {
    const row = table[at] ?? []
    const of = (column: Column): string => {
      const place = columns.get(column)
      return place === undefined ? '' : cellText(row[place])
    }
    if (row.every(cell => cell.trim() === '')) continue
    // Unquoted «митинг; пикет» spills into cells without a header.
    const place = columns.get('tag') ?? 0
    const words = place === head.length - 1 ? row.slice(place) : [row[place]]
    const tag = words.map(cellText).filter(Boolean).join('; ')
    rows.push({ line: at + 1, ...caseOf(of), tag: tag.slice(0, longest) })
    if (rows.length > maxTagRows)
      throw new UnreadableTable(`Больше ${maxTagRows} строк. Разделите таблицу на несколько.`)
  }
  if (rows.length === 0) throw new UnreadableTable('Под заголовком нет ни одной строки.')
  return rows
}

type ListRow = Pick<TagRowInput, 'case' | 'court'>
/** Cases by their columns; without known headers, a row is a number or a link and, after it, a court. @throws UnreadableTable with a sentence */
export function listRowsOf(table: readonly (readonly string[])[]): ListRow[] {
  const { head, first } = headOf(table)
  const columns = namedColumns(head)
  const isNamed = columns !== undefined && caseColumns.some(column => columns.has(column))
  const rows = table.slice(isNamed ? first + 1 : first).flatMap((row, n): (ListRow & { isUnread?: true })[] => {
    if (isNamed) {
      const found = ofOwnTable(column => cellText(row[columns.get(column) ?? -1]))
      return found.case === '' ? unreadRow(row) : [found]
    }
    const cells = row.map(cellText)
    const at = cells.findIndex(cell => /\d.*[-/]|[-/].*\d/.test(cell) && !otherNumber.test(cell))
    const court = at < 0 ? undefined : cells.slice(at + 1).find(cell => /\p{L}{3}/u.test(cell))
    // What stands above all may be a heading.
    if (at < 0) return n === 0 ? [] : unreadRow(row)
    return [{ case: (cells[at] ?? '').slice(0, longest), court: (court ?? '').slice(0, longest) }]
  })
  if (rows.every(row => row.isUnread))
    throw new UnreadableTable(isNamed ? 'Под заголовком нет ни одной строки.' : noCases)
  if (rows.length > maxListRows) throw new UnreadableTable(`Больше ${maxListRows} строк: разделите список.`)
  return rows.map(({ isUnread: _, ...row }) => row)
}
/** What names no case stays as it was written, to be told as not found; an empty row is none. */
const unreadRow = (row: readonly string[]): (ListRow & { isUnread: true })[] => {
  const said = row.map(cellText).filter(Boolean).join(' ')
  return said === '' ? [] : [{ case: said.slice(0, longest), court: '', isUnread: true }]
}

/** A day, an hour, a telephone. «№ п/п» has digits alone. */
const otherNumber = /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\+[\d\s()-]+)/

function headOf(table: readonly (readonly string[])[]): { head: readonly string[]; first: number } {
  const first = table.findIndex(row => row.some(cell => cell.trim() !== ''))
  const head = table[first]
  if (head === undefined) throw new UnreadableTable('В таблице нет ни одной строки.')
  return { head, first }
}

const caseColumns = ['id', 'own_link', 'link', 'number'] as const
const noCases = 'Не нашёлся столбец с делами: назовите его «Дело», «Ссылка» или «Номер дела».'
/** A number alone needs its court. */
const caseOf = (of: (column: Column) => string): ListRow => {
  const known = of('id') || of('own_link') || of('link')
  const court = known === '' ? of('court') : ''
  return { case: (known || of('number')).slice(0, longest), court: court.slice(0, longest) }
}
/** In a table of one's own, digits under «ID» or «Дело» may be its rows, not cases here: a number with its court says more. */
const ofOwnTable = (of: (column: Column) => string): ListRow =>
  caseOf(column => {
    const isOfRow = of('number') !== '' && (column === 'id' || column === 'own_link') && !/[-/]/.test(of(column))
    return isOfRow ? '' : of(column)
  })
/** Longer cells are refused with their line. */
const longest = 2_000

function namedColumns(head: readonly string[]): ReadonlyMap<string, number> | undefined {
  const columns = new Map<string, number>()
  for (const [place, text] of head.entries()) {
    const column = columnByHead.get(plain(cellText(text)))
    if (column !== undefined && !columns.has(column)) columns.set(column, place)
  }
  return columns.size === 0 ? undefined : columns
}

/** Without a header: case and tag, or number, court and tag. */
function columnsByPlace(width: number): ReadonlyMap<string, number> {
  if (width === 2)
    return new Map([
      ['number', 0],
      ['tag', 1],
    ])
  if (width === 3)
    return new Map([
      ['number', 0],
      ['court', 1],
      ['tag', 2],
    ])
  throw new UnreadableTable('Непонятно, где что: назовите столбцы «Дело» (или «Номер дела» и «Суд») и «Метки».')
}

import type { TagRowInput } from '#shared/api/tags.ts'
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
  const first = table.findIndex(row => row.some(cell => cell.trim() !== ''))
  const head = table[first]
  if (head === undefined) throw new UnreadableTable('В таблице нет ни одной строки.')
  const named = namedColumns(head)
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
    const known = of('id') || of('own_link') || of('link')
    const court = known === '' ? of('court') : ''
    rows.push({
      line: at + 1,
      case: (known || of('number')).slice(0, longest),
      court: court.slice(0, longest),
      tag: tag.slice(0, longest),
    })
    if (rows.length > maxTagRows)
      throw new UnreadableTable(`Больше ${maxTagRows} строк. Разделите таблицу на несколько.`)
  }
  if (rows.length === 0) throw new UnreadableTable('Под заголовком нет ни одной строки.')
  return rows
}
/** Longer cells are refused with their line. */
const longest = 2_000

function namedColumns(head: readonly string[]): ReadonlyMap<string, number> | undefined {
  const columns = new Map<string, number>()
  for (const [place, text] of head.entries()) {
    const column = columnByHead.get(plain(cellText(text)))
    if (column !== undefined && !columns.has(column)) columns.set(column, place)
  }
  if (columns.size === 0) return undefined
  if (!columns.has('tag')) throw new UnreadableTable('Не нашёлся столбец с метками: назовите его «Метки».')
  if (!['id', 'own_link', 'link', 'number'].some(column => columns.has(column)))
    throw new UnreadableTable('Не нашёлся столбец с делами: назовите его «Дело», «Ссылка» или «Номер дела».')
  return columns
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

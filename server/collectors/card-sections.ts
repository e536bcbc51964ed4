import type { Cheerio, CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'
import { columnLike, columnMeaning, labelMeaning } from './card-words.ts'
import type { CardSection } from './collector.ts'
import { absolute, headingText, multilineText, type Nodes, shownText, tableCells, tableRows } from './read-html.ts'

/**
 * Parses a tab of a card. Rows of two cells with a bold first one are fields, bold rows are headings, a row of one cell
 * is a title. A known heading before several cells starts a transposed table: each column is a person or an event.
 */
export function readSection($: CheerioAPI, container: Nodes, tab: string, base: URL | undefined): CardSection {
  const section: CardSection = { title: tab, fields: [], tables: [] }
  let isNamed = tab !== ''
  const readTable = (table: Cheerio<Element>): void => {
    let title = ''
    let columns: string[] | undefined
    // Cells that go on in the rows below them, by column.
    const spanning = new Map<number, { rows: number; said: string }>()
    const withSpanning = (cells: readonly Cheerio<Element>[]): string[] => {
      const said: string[] = []
      for (const own = cells.values(); ; ) {
        const above = spanning.get(said.length)
        if (above !== undefined) {
          if (above.rows === 1) spanning.delete(said.length)
          else above.rows -= 1
          said.push(above.said)
          continue
        }
        const cell = own.next().value
        if (cell === undefined) return said
        const rows = spanOf(cell, 'rowspan')
        const text = multilineText(cell)
        if (rows > 1) spanning.set(said.length, { rows: rows - 1, said: text })
        said.push(text)
      }
    }
    let turned: { columns: string[]; rows: string[][] } | undefined
    const rows = tableRows($, table).map(row => ({ row, cells: tableCells($, row) }))
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
    for (const { row, cells } of rows) {
      const told = turnedCells(cells, width)
      const nested = row.find('table').toArray()
      const [first, second] = cells
      if (first === undefined) continue
      // A title or a heading ends what a wrong `rowspan` would carry on.
      if (row.find('th').length > 0) spanning.clear()
      if (spanning.size > 0) {
        section.tables.at(-1)?.rows.push(withSpanning(cells))
        continue
      }
      if (nested.length > 0) {
        for (const inner of nested.filter(one => $(one).parentsUntil(row, 'table').length === 0)) readTable($(inner))
        columns = undefined
      } else if (cells.length === 1) {
        title = headingText(first).replace(/[-=\s]*(?:===|---)[-=\s]*/g, '')
        if (!isNamed && title !== '') section.title = title
        isNamed = true
        columns = undefined
      } else if (isHeading($, row, cells)) {
        columns = cells.map(headingText)
        section.tables.push({ title, columns, rows: [] })
      } else if (columns !== undefined) section.tables.at(-1)?.rows.push(withSpanning(cells))
      else if (told !== undefined) {
        const label = headingText(first)
        // A repeated label, or another number of people, starts a new table.
        if (turned === undefined || turned.rows.length !== told.length || turned.columns.includes(label)) {
          turned = { columns: [], rows: told.map(() => []) }
          section.tables.push({ title, ...turned })
        }
        turned.columns.push(label)
        for (const [at, said] of turned.rows.entries()) said.push(told[at] ?? '')
      } else if (second !== undefined && cells.length === 2) {
        const url = absolute(second.find('a[href]').first().attr('href'), base)
        section.fields.push({
          label: headingText(first).replace(/\s*:$/, ''),
          value: multilineText(second),
          ...(url === undefined ? {} : { url }),
        })
      } else section.tables.push({ title, columns: [], rows: [cells.map(multilineText)] })
    }
  }
  const tables = $(container).find('table')
  for (const table of tables.toArray()) {
    const isTop =
      $(table)
        .parents('table')
        .filter((_, outer) => tables.is(outer)).length === 0
    if (isTop && $(table).closest('.mobile-lawcase-item').length === 0) readTable($(table))
  }
  return section
}

const isBold = (cell: Cheerio<Element>): boolean =>
  cell.is('th') || (cell.find('b').length > 0 && headingText(cell) === shownText(cell.find('b').first()))

/** Cells of a transposed row. A spanning cell applies to each column only when the heading is about people. */
function turnedCells([first, ...cells]: readonly Cheerio<Element>[], width: number): string[] | undefined {
  if (first === undefined || width < 3 || !(first.is('th') || first.find('b, h2').length > 0)) return undefined
  const label = headingText(first)
  if (
    (columnMeaning(label) ?? columnLike(label)) === undefined ||
    cells.some(one => isBold(one) || one.find('h2').length > 0)
  )
    return undefined
  const isOfPeople = columnMeaning(label) !== undefined && labelMeaning(label) === undefined
  const told = cells.flatMap(cell => new Array<string>(isOfPeople ? spanOf(cell) : 1).fill(multilineText(cell)))
  return told.length === width - 1 && told.length > 1 && (isOfPeople || cells.every(cell => spanOf(cell) === 1))
    ? told
    : undefined
}
const spanOf = (cell: Cheerio<Element>, how: 'colspan' | 'rowspan' = 'colspan'): number => {
  const span = Number(cell.attr(how) ?? 1)
  return span > 1 && span <= 100 ? Math.trunc(span) : 1
}

/** Cells of a `thead`, bold cells, or only known headings. Two bold cells may also be a label and its value. */
function isHeading($: CheerioAPI, row: Cheerio<Element>, cells: readonly Cheerio<Element>[]): boolean {
  const said = cells.map(headingText).filter(text => text !== '')
  if (said.length < 2) return false
  if ($(row).parent().is('thead')) return true
  const known = said.filter(text => columnMeaning(text) !== undefined).length
  if (known >= 2 && known * 2 >= said.length) return true
  const [label = ''] = said
  const isLabelled = said.length === 2 && known < 2 && (labelMeaning(label) ?? columnMeaning(label)) !== undefined
  return !isLabelled && cells.filter(cell => headingText(cell) !== '').every(isBold)
}

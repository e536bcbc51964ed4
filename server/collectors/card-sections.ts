import type { Cheerio, CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'
import { isOthersRole, isRoleName } from './card-roles.ts'
import { columnLike, columnMeaning, labelMeaning, sectionLike, sectionMeaning } from './card-words.ts'
import type { CardSection } from './collector.ts'
import {
  absolute,
  headingText,
  multilineText,
  type Nodes,
  shownLines,
  shownText,
  tableCells,
  tableRows,
} from './read-html.ts'

/**
 * Parses a tab of a card. Rows of two cells with a bold first one are fields, bold rows are headings, a row of one cell
 * is a title. A known heading before several cells starts a transposed table: each column is a person or an event.
 */
export function readSection($: CheerioAPI, container: Nodes, tab: string, base: URL | undefined): CardSection {
  const section: CardSection = { title: tab, fields: [], tables: [] }
  let isNamed = tab !== ''
  const readTable = (table: Cheerio<Element>): void => {
    let title = ''
    /** A title until something stands under it: words alone in their row are noted rather than lost. */
    let alone: string | undefined
    const endTitle = (): void => {
      if (alone !== undefined && sectionMeaning(tab) !== 'acts') section.fields.push({ label: '', value: alone })
      alone = undefined
    }
    let columns: string[] | undefined
    let former: string[] | undefined
    let heads: Head[] = []
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
        said.push(text, ...new Array<string>(spanOf(cell) - 1).fill(''))
      }
    }
    let turned: { columns: string[]; rows: string[][] } | undefined
    const rows = tableRows($, table).map(row => ({ row, cells: tableCells($, row) }))
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
    for (const [at, { row, cells }] of rows.entries()) {
      const told = turnedCells(cells, width)
      const nested = row.find('table').toArray()
      const [first, second] = cells
      if (first === undefined) continue
      // A title or a heading ends what a wrong `rowspan` would carry on.
      if (row.find('th').length > 0 || (columns !== undefined && cells.length >= columns.length)) spanning.clear()
      if (spanning.size > 0) {
        section.tables.at(-1)?.rows.push(underHeads(withSpanning(cells), heads))
        continue
      }
      const isRow = columns !== undefined && cells.length > 1 && cells.length === columns.length
      const pairs = nested.length > 0 ? undefined : labelledPairs(cells)
      if (cells.length > 1 || nested.length > 0 || pairs !== undefined) alone = undefined
      if (nested.length > 0 && !isRow) {
        for (const inner of nested.filter(one => $(one).parentsUntil(row, 'table').length === 0)) readTable($(inner))
        columns = undefined
      } else if (pairs !== undefined) section.fields.push(...pairs)
      else if (cells.length === 1) {
        endTitle()
        title = headingText(first).replace(/[-=\s]*(?:===|---)[-=\s]*/g, '')
        if (isNamed && title !== '' && (sectionMeaning(title) ?? sectionLike(title)) === undefined) alone = title
        if (!isNamed && title !== '') section.title = title
        isNamed = true
        columns = undefined
      } else if (isHeading($, row, cells, rows[at + 1]?.cells[0], isRow)) {
        const above = heads.some(({ rows }) => rows > 1) && section.tables.at(-1)?.rows.length === 0 ? heads : []
        heads = headsUnder(above, cells)
        columns = heads.map(({ text }) => text)
        former = columns
        if (above.length > 0) section.tables.pop()
        section.tables.push({ title, columns, rows: [] })
      } else if (columns !== undefined) section.tables.at(-1)?.rows.push(underHeads(withSpanning(cells), heads))
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
      } else if (former !== undefined && former.length === cells.length) {
        // A title between the rows of a table.
        columns = former
        section.tables.push({ title, columns, rows: [underHeads(withSpanning(cells), heads)] })
      } else section.tables.push({ title, columns: [], rows: [cells.map(multilineText)] })
    }
    endTitle()
  }
  const tables = $(container).find('table')
  for (const table of tables.toArray()) {
    const isTop =
      $(table)
        .parents('table')
        .filter((_, outer) => tables.is(outer)).length === 0
    if (isTop && $(table).closest('.mobile-lawcase-item').length === 0) readTable($(table))
  }
  if (sectionMeaning(tab) !== 'acts') section.fields.push(...labelledLines($, container))
  const isOfCase = ({ columns, rows }: (typeof section.tables)[number]): boolean =>
    rows.length === 1 && columns.length > 1 && columns.every(column => labelMeaning(column) !== undefined)
  for (const { columns, rows } of section.tables.filter(isOfCase))
    section.fields.push(...columns.map((label, at) => ({ label, value: rows[0]?.[at] ?? '' })))
  section.tables = section.tables.filter(table => !isOfCase(table))
  return section
}

type Field = CardSection['fields'][number]
const isLabel = (text: string): boolean => labelMeaning(text) !== undefined

/** «Судья | Тестова А.А. | Дата поступления | 02.02.2026» in one row, «Дата поступления: 02.02.2026» in one cell. */
function labelledPairs(cells: readonly Cheerio<Element>[]): Field[] | undefined {
  const said = cells.map(cell => headingText(cell))
  if (said.length === 1) {
    const [, label = '', value = ''] = labelledLine.exec(said[0] ?? '') ?? []
    return isLabel(label) || isRoleName(label) || isOthersRole(label) ? [{ label, value }] : undefined
  }
  const [labels, values] = [0, 1].map(odd => said.filter((_, at) => at % 2 === odd))
  if (said.length < 4 || said.length % 2 === 1 || !labels?.every(isLabel) || values?.some(isLabel)) return undefined
  return labels.map((label, at) => ({ label, value: values?.[at] ?? '' }))
}
const labelledLine = /^([^:]{3,80}):\s*(\S.*)$/u

/** Beside the tables a label and its value are a line, or two. What has no label is noted as such. */
function labelledLines($: CheerioAPI, container: Nodes): Field[] {
  const fields: Field[] = []
  let open: string | undefined
  const beside = $(container).clone()
  beside.find('table, .mobile-lawcase-item').remove()
  for (const line of shownLines(beside)) {
    // Footnotes, and titles above a table.
    if (line.startsWith('*') || sectionMeaning(line) !== undefined) continue
    const [, label = open ?? '', value = line] = labelledLine.exec(line) ?? []
    // A label behind a label is the next one: the first has no value. «Решение» may be one.
    const isAlone = isLabel(line) && (open === undefined || labelMeaning(line) !== 'result')
    if (!isAlone) fields.push({ label, value })
    open = isAlone ? line : undefined
  }
  return fields
}

/** A heading with the number of columns under it, and of rows that it goes on in. */
type Head = { text: string; columns: number; rows: number }
/** A second row of headings stands under the wide ones of the first. */
function headsUnder(above: readonly Head[], cells: readonly Cheerio<Element>[]): Head[] {
  const own = cells.map(cell => ({ text: headingText(cell), columns: spanOf(cell), rows: spanOf(cell, 'rowspan') }))
  return above.length === 0 ? own : above.flatMap(head => (head.rows > 1 ? [head] : own.splice(0, head.columns)))
}
/** Cells under one wide heading are one: «Дата и время» over «12.03.2026» and «10:00». */
function underHeads(cells: readonly string[], heads: readonly Head[]): string[] {
  const width = heads.reduce((sum, { columns }) => sum + columns, 0)
  if (width === heads.length || cells.length < width) return [...cells]
  let at = 0
  const said = heads.map(({ columns }) => {
    at += columns
    return cells
      .slice(at - columns, at)
      .filter(Boolean)
      .join(' ')
  })
  return [...said, ...cells.slice(at)]
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

/**
 * Cells of a `thead`, bold cells, or only known headings. Two bold cells may also be a label and its value, a bold row under as many
 * headings is one that the site marks, the hearing of today, and one that begins with a role is a person.
 */
function isHeading(
  $: CheerioAPI,
  row: Cheerio<Element>,
  cells: readonly Cheerio<Element>[],
  below: Cheerio<Element> | undefined,
  isRow: boolean,
): boolean {
  const said = cells.map(headingText).filter(text => text !== '')
  if (said.length < 2) return false
  if ($(row).parent().is('thead')) return true
  const known = said.filter(text => columnMeaning(text) !== undefined).length
  if (known >= 2 && known * 2 >= said.length) return true
  const [label = '', value = ''] = said
  const isLabelled =
    said.length === 2 &&
    known < 2 &&
    (labelMeaning(label) ?? columnMeaning(label)) !== undefined &&
    !(isLabel(value) && below !== undefined && !isLabel(headingText(below)))
  const isPair = said.length === 2 && (below === undefined || isBold(below))
  if (known === 0 && (isRow || isPair || isRoleName(said[0] ?? ''))) return false
  return !isLabelled && cells.filter(cell => headingText(cell) !== '').every(isBold)
}

import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'

/** Cells that are merged downwards: a court that stands once beside five cases is the court of each of them. */
export type MergedDown = { column: number; from: number; until: number }

/** In one sheet of an Excel workbook, `at` in the order of its sheets; its reader gives the first cell alone its text. */
export function mergedInBook(bytes: Uint8Array, at: number): MergedDown[] {
  const read = (path: string): Uint8Array | undefined => unzipSync(bytes, { filter: ({ name }) => name === path })[path]
  const sheet = tagsOf(read('xl/workbook.xml'), 'sheet')[at]
  const links = tagsOf(read('xl/_rels/workbook.xml.rels'), 'Relationship')
  const target = links.find(({ Id }) => Id === sheet?.['r:id'])?.Target ?? ''
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  return tagsOf(read(path), 'mergeCell').flatMap(({ ref = '' }) => downwards(ref))
}

type Attributes = Readonly<Record<string, string>>
function tagsOf(xml: Uint8Array | undefined, tag: string): Attributes[] {
  const found: Attributes[] = []
  const parser = new Parser(
    { onopentag: (name, attributes) => void (name.replace(/^.*:/, '') === tag && found.push(attributes)) },
    { xmlMode: true },
  )
  parser.end(new TextDecoder().decode(xml))
  return found
}

const range = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/
function downwards(ref: string): MergedDown[] {
  const [, letters = '', from, until] = range.exec(ref) ?? []
  const merged = { column: columnOf(letters) - 1, from: Number(from) - 1, until: Number(until) }
  return merged.until - merged.from > 1 ? [merged] : []
}

/** «A» is 1. */
export const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

/** Rows that say nothing else stay blank: they are no rows of the table. */
export function fillDown(rows: string[][], merged: readonly MergedDown[]): void {
  const isSaid = rows.map(row => row.some(cell => cell.trim() !== ''))
  for (const { column, from, until } of merged) {
    const text = rows[from]?.[column] ?? ''
    for (const [at, row] of rows.slice(from + 1, text === '' ? 0 : until).entries())
      if (isSaid[from + 1 + at] && (row[column] ?? '').trim() === '') {
        while (row.length < column) row.push('')
        row[column] = text
      }
  }
}

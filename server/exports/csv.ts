import { type CellValue, type ColumnKind, listSeparator, type ValueOfKind } from '#shared/domain/export-columns.ts'

/**
 * A table as CSV for spreadsheet programs in Russian: UTF-8 with a byte order mark, `;` between cells, CRLF between lines
 * (RFC 4180), decimal commas. A text that a spreadsheet would take for a formula, a date or a number begins with an
 * apostrophe. Pure.
 */
export type Cell = string | number | boolean | null

/** One fast test: most cells need none of the following. */
const suspect = /[";\r\n\u00a0\0]|^[\s=+\-@＝＋－＠\d]|\s$/u
/** What Excel, LibreOffice and Google Sheets read as the beginning of a formula; they skip blanks before it. */
const formula = /^[\s\u00a0]*[=+\-@＝＋－＠]|^[\t\r\n]/u
const needsQuotes = /[";\r\n]|^\s|\s$/
/** Excel reads «1-12/2026» and «20.2» as dates, «007» and «1e5» as numbers, and rounds long ones. */
const misread = /^(?:\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|0\d+|\d{12,}|\d+e\d+)$/i

const byteOrderMark = '\uFEFF'

const written = (text: string, isSafe: (plain: string) => boolean): string => {
  if (!suspect.test(text)) return text
  // No-break spaces would prevent searches in the table.
  const plain = text.replaceAll('\u00a0', ' ').replaceAll('\0', '')
  const safe = isSafe(plain) ? plain : `'${plain}`
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const isNoFormula = (plain: string): boolean => !formula.test(plain)
const isText = (plain: string): boolean => isNoFormula(plain) && !misread.test(plain)

export const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? written(cell, isNoFormula) : cell === null ? '' : String(cell)
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** Yields a piece for each batch of lines, so that memory holds one batch. */
export async function* csvFile(
  heads: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  for await (const lines of batches) yield lines.map(csvLine).join('')
}

const number = (value: number): string => String(value).replace('.', ',')
const text = (value: string | null): string => (value === null ? '' : written(value, isText))
const joined = (values: readonly string[]): string => values.join(listSeparator)

const cells: { readonly [K in ColumnKind]: { write(value: ValueOfKind[K]): string } } = {
  number: { write: number },
  text: { write: text },
  day: { write: value => value ?? '' },
  flag: { write: yes => (yes ? 'да' : 'нет') },
  link: { write: value => (value === null ? '' : written(value, isNoFormula)) },
  texts: { write: values => (values.length === 0 ? '' : text(joined(values))) },
  amounts: { write: values => (values.length > 1 ? `"${joined(values.map(number))}"` : values.map(number).join('')) },
}

type Column = { label: string; kind: ColumnKind }
type Rows = readonly (readonly CellValue[])[]
export type RowBatches = AsyncIterable<Rows> | Iterable<Rows>

export async function* csvTable(columns: readonly Column[], batches: RowBatches): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ label }) => label))
  const writers: readonly { write(value: CellValue): string }[] = columns.map(({ kind }) => cells[kind])
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      let line = ''
      for (const [n, writer] of writers.entries()) line += (n > 0 ? ';' : '') + writer.write(row[n] ?? null)
      lines += `${line}\r\n`
    }
    yield lines
  }
}

/**
 * A table as CSV for those who open it in a table program: UTF-8 with its mark, `;` between cells, CRLF between lines
 * (RFC 4180). A cell of text that a table program would take for a formula begins with an apostrophe. Pure.
 */
export type Cell = string | number | boolean | null

/** What Excel, LibreOffice and Google Sheets read as the beginning of a formula; they skip blanks before it. */
const formula = /^[\s\u00a0]*[=+\-@＝＋－＠]|^[\t\r\n]/u
const needsQuotes = /[";\r\n]|^\s|\s$/

const byteOrderMark = '\uFEFF'

export const csvCell = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  // No-break spaces are for reading; in a table they would keep a search from finding.
  const plain = cell.replaceAll('\u00a0', ' ').replaceAll('\0', '')
  const safe = formula.test(plain) ? `'${plain}` : plain
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** The file, a piece for every batch of lines: nothing is held but the batch. */
export async function* csvFile(
  heads: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  for await (const lines of batches) yield lines.map(csvLine).join('')
}

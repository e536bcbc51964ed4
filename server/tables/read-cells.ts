import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { z } from 'zod'
import { maxTagRows } from '#shared/domain/limits.ts'
import { scanReferences } from '#shared/tables/case-reference.ts'
import { decodeText } from '../files/decode-text.ts'
import { fillDown, mergedInBook } from './merged-cells.ts'
import { isOds, readOds } from './read-ods.ts'
import { refuseHugeWorkbook } from './refuse-huge-workbook.ts'
import { longestCell, mostColumns, UnreadableTable } from './table-limits.ts'

/** A book of Excel or LibreOffice, CSV of any encoding, or a text in which cases are named. @throws UnreadableTable */
export async function readCells(bytes: Buffer): Promise<{ cells: string[][]; sheet: number; sheets: number }> {
  if (isOldExcel(bytes)) throw new UnreadableTable('Это старый формат Excel. Сохраните таблицу как XLSX или CSV.')
  const read = isZip(bytes) ? await readBook(bytes) : { cells: readText(bytes), sheet: 1, sheets: 1 }
  const rows = read.cells.filter(row => row.some(cell => cell.trim() !== '')).length
  // The head is a row as well.
  if (rows > maxTagRows + 1) throw new UnreadableTable(`Больше ${maxTagRows} строк. Разделите таблицу на несколько.`)
  if (read.cells.some(row => row.length > mostColumns))
    throw new UnreadableTable(`Больше ${mostColumns} столбцов. Оставьте в таблице нужные.`)
  return { ...read, cells: read.cells.map(row => row.map(cell => cell.slice(0, longestCell).toWellFormed())) }
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
const isOldExcel = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

/** Of its sheets the first in which anything is written. */
async function readBook(bytes: Buffer): Promise<{ cells: string[][]; sheet: number; sheets: number }> {
  refuseHugeWorkbook(bytes)
  if (isOds(bytes)) return readOds(bytes)
  // Of a sheet that is a chart the reader gives no rows, whatever its types say.
  const sheets = (await readWorkbook(bytes)).map(({ data }) => (data ?? []).map(row => row.map(cellOf)))
  const at = Math.max(sheets.findIndex(isWritten), 0)
  const cells = sheets[at] ?? []
  fillDown(cells, mergedInBook(bytes, at))
  return { cells, sheet: at + 1, sheets: sheets.length }
}
const isWritten = (rows: readonly string[][]): boolean => rows.some(row => row.some(cell => cell.trim() !== ''))
const cellOf = (cell: unknown): string => {
  const text =
    cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
  return text.replaceAll('\0', '')
}

function readText(bytes: Buffer): string[][] {
  const text = decodeText(bytes)
  if (text.includes('\0') || isOtherFile(text))
    throw new UnreadableTable('Это не таблица: нужен файл XLSX, ODS или CSV.')
  const delimiter = delimiterOf(text)
  // In prose, cases are what looks like one.
  const found = delimiter === undefined && isProse(text) ? scanReferences(text) : []
  if (found.length > 0) return found.map(written => [written])
  const options = { bom: true, delimiter: delimiter ?? ';', relax_column_count: true } as const
  try {
    return tableShape.parse(parse(text, { ...options, relax_quotes: true }))
  } catch {
    // A quotation mark that nothing closes is a letter like others.
    return tableShape.parse(parse(text, { ...options, quote: false }))
  }
}
/** Files of text that are no tables of it: their first lines would be taken for rows. */
const isOtherFile = (text: string): boolean => /^\s*(?:%PDF-|\{\\rtf|<!doctype|<html|<\?xml)/i.test(text)
const tableShape = z.array(z.array(z.string()))

const longestListLine = 80
const isProse = (text: string): boolean => {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  return lines.some(line => line.length > longestListLine || scanReferences(line).length > 1)
}

const sampled = 40
/** What parts most lines into as many cells. */
function delimiterOf(text: string): string | undefined {
  const lines = text
    .slice(0, 200_000)
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
    .slice(0, sampled)
  const [first = ''] = lines
  const fits = (delimiter: string): number => {
    const widths = lines.map(line => line.split(delimiter).length)
    const usual = Math.max(
      ...[
        ...Map.groupBy(
          widths.filter(width => width > 1),
          width => width,
        ).values(),
      ].map(same => same.length),
      0,
    )
    // What parts the head, parts the rest, however many cells a line leaves out.
    return usual + (first.includes(delimiter) ? sampled : 0) * (delimiter === ',' ? 0.5 : 1)
  }
  const [best] = ['\t', ';', ',']
    .map(delimiter => ({ delimiter, lines: fits(delimiter) }))
    .toSorted((a, b) => b.lines - a.lines)
  return best === undefined || best.lines * 2 < lines.length || isSentence(best.delimiter, lines)
    ? undefined
    : best.delimiter
}
/** Commas of a text part it unevenly. */
const isSentence = (delimiter: string, lines: readonly string[]): boolean => {
  if (delimiter !== ',') return false
  const widths = new Set(lines.map(line => line.split(',').length))
  return widths.size > 3 || (lines.length === 1 && /[.!?]\s/.test(lines[0] ?? ''))
}

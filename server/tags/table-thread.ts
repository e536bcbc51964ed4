import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { z } from 'zod'
import { decodeText } from '../files/decode-text.ts'
import { refuseHugeWorkbook } from './refuse-huge-workbook.ts'
import { listRowsOf, tagRowsOf, UnreadableTable } from './table-rows.ts'

/** A zip bomb must kill nothing but this thread. */
const { body, wanted } = z
  .object({ body: z.instanceof(Uint8Array), wanted: z.enum(['tags', 'list']) })
  .parse(workerData)
const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)

const isZip = (): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
const isOldExcel = (): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

async function readTable(): Promise<string[][]> {
  if (isOldExcel()) throw new UnreadableTable('Это старый формат Excel. Сохраните таблицу как XLSX или CSV.')
  if (isZip()) {
    refuseHugeWorkbook(bytes)
    return (await readSheet(bytes)).map(row => row.map(cellOf))
  }
  const text = decodeText(bytes)
  if (text.includes('\0')) throw new UnreadableTable('Это не таблица CSV и не книга XLSX.')
  return z
    .array(z.array(z.string()))
    .parse(parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true }))
}

const cellOf = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ''
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : typeof cell === 'string'
        ? cell
        : String(cell)

const delimiterOf = (text: string): string => {
  const line = text.slice(0, text.search(/\r|\n|$/))
  const parts = (delimiter: string): number => line.split(delimiter).length
  return [';', '\t', ','].toSorted((a, b) => parts(b) - parts(a))[0] ?? ';'
}

try {
  const table = await readTable()
  parentPort?.postMessage({ rows: wanted === 'tags' ? tagRowsOf(table) : listRowsOf(table) })
} catch (error) {
  const why = error instanceof UnreadableTable ? error.message : 'Таблица не читается: нужен файл CSV или XLSX.'
  parentPort?.postMessage({ error: why })
}

import { Unzip, UnzipInflate } from 'fflate'
import { maxTagRows } from '#shared/domain/limits.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { UnreadableTable } from './table-rows.ts'

/**
 * A workbook of a few kilobytes may say that it has a million rows or columns, or unpack into gigabytes; its reader would make them all. It is
 * unpacked here a little at a time, and refused as soon as it says so. Blank lines are not counted as rows of the table, hence twice as many.
 */
const mostRows = 2 * maxTagRows
const mostColumns = 500
const mostBytes = 200_000_000
/** Of the file; a byte of it is a thousand bytes at most. */
const step = 4_096

/** @throws UnreadableTable with a sentence */
export function refuseHugeWorkbook(bytes: Uint8Array, most = mostBytes): void {
  let unpacked = 0
  let refusal: string | undefined
  const unzip = new Unzip(file => {
    const sheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(file.name) ? new SheetSize() : undefined
    // What cannot be unpacked is told by the reader.
    file.ondata = (error, data) => {
      if (error) return
      unpacked += data.length
      refusal ??= unpacked > most ? 'Книга слишком велика.' : sheet?.refusal(data)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && refusal === undefined; at += step)
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  } catch {
    return
  }
  if (refusal !== undefined)
    throw new UnreadableTable(`${refusal} Скопируйте нужные строки в новую книгу с одним листом.`)
}

/** What a sheet says of its rows and columns, in pieces as they come. */
class SheetSize {
  #row = 0
  /** A tag that goes on in the next piece. */
  #rest = ''

  refusal(piece: Uint8Array): string | undefined {
    const text = this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    const end = text.lastIndexOf('<')
    this.#rest = end < 0 ? '' : text.slice(end, end + longestTag)
    for (const [, tag, attributes = ''] of text.slice(0, Math.max(end, 0)).matchAll(/<(?:\w+:)?(row|c)\b([^>]*)/g)) {
      const place = /(?:^|\s)r\s*=\s*["']([A-Z]*)(\d*)/.exec(attributes)
      this.#row = Number(place?.[2]) || (tag === 'row' ? this.#row + 1 : this.#row)
      if (this.#row > mostRows)
        return `На листе ${showNumber(this.#row)} строк или больше, а можно не больше ${showNumber(mostRows)}, считая пустые.`
      if (columnOf(place?.[1] ?? '') > mostColumns) return `На листе больше ${mostColumns} столбцов.`
    }
    return undefined
  }
}
const longestTag = 1_000

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

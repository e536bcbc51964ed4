import { Unzip, UnzipInflate } from 'fflate'
import { showNumber } from '#shared/domain/wording.ts'
import { columnOf } from './merged-cells.ts'
import { mostColumns, mostSheetRows as mostRows, UnreadableTable } from './table-limits.ts'

/**
 * A workbook of a few kilobytes may say that it has a million rows or columns, or unpack into gigabytes; its reader would make them all. It is
 * unpacked here a little at a time, and refused as soon as it says so.
 * Which of its files is a sheet is said by others of them, so that each is looked at; and what is not written as programs write it is refused,
 * for the reader may understand it otherwise.
 */
const mostBytes = 200_000_000
/** Of the file; a byte of it is a thousand bytes at most. */
const step = 4_096

/** @throws UnreadableTable with a sentence */
export function refuseHugeWorkbook(bytes: Uint8Array, most = mostBytes): void {
  let unpacked = 0
  let refusal: string | undefined
  const unzip = new Unzip(file => {
    const sheet = new SheetSize()
    file.ondata = (error, data) => {
      if (error) refusal ??= odd
      else {
        unpacked += data.length
        refusal ??= unpacked > most ? 'Книга слишком велика.' : sheet.refusal(data)
      }
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && refusal === undefined; at += step)
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  } catch {
    // The reader unpacks by another library, which takes more.
    refusal ??= odd
  }
  if (refusal !== undefined)
    throw new UnreadableTable(`${refusal} Скопируйте нужные строки в новую книгу с одним листом.`)
}
const odd = 'Книга записана необычно или испорчена.'

/** What a sheet says of its rows and columns, in pieces as they come. */
class SheetSize {
  #row = 0
  /** A tag that goes on in the next piece. */
  #rest = ''
  /** A picture, where letters meet by chance; undefined until its first bytes are there. */
  #isBinary: boolean | undefined

  refusal(piece: Uint8Array): string | undefined {
    const text = this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (text !== '') this.#isBinary ??= text.includes('\0') && !markup.test(text)
    if (this.#isBinary) return undefined
    const end = text.lastIndexOf('<')
    this.#rest = end < 0 ? '' : text.slice(end, end + longestTag)
    for (const [, tag, attributes = ''] of text.slice(0, Math.max(end, 0)).matchAll(rowOrCell)) {
      const places = placesIn(attributes)
      if (places === undefined) return odd
      if (tag === 'row' && places.length === 0) this.#row += 1
      for (const [, row] of places) this.#row = Math.max(this.#row, row)
      if (this.#row > mostRows)
        return `На листе ${showNumber(this.#row)} строк или больше, а можно не больше ${showNumber(mostRows)}, считая пустые.`
      if (places.some(([column]) => column > mostColumns)) return `На листе больше ${mostColumns} столбцов.`
    }
    return this.#rest.length === longestTag && this.#rest.search(rowOrCell) === 0 ? odd : undefined
  }
}
const longestTag = 1_000
const markup = /^(?:\xef\xbb\xbf)?\s*</
/** Up to the next tag. */
const rowOrCell = /<(?:[^\s<>/:]+:)?(row|c)(?=[\s/>])([^<]*)/g
const plainTag = /^((?:\s+[\w:.-]+\s*=\s*(?:"[^"&]*"|'[^'&]*'))*)\s*\/?>/
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const placeForm = /^([A-Z]{0,3})(\d{1,7})$/

/** Column and row of each `r`; undefined: not as programs write them. */
function placesIn(attributes: string): [column: number, row: number][] | undefined {
  const written = plainTag.exec(attributes)?.[1]
  if (written === undefined) return undefined
  const places: [number, number][] = []
  for (const [, name = '', quoted, apostrophed = ''] of written.matchAll(attribute)) {
    if (name.replace(/^[^:]*:/, '') !== 'r') continue
    const place = placeForm.exec(quoted ?? apostrophed)
    if (place === null) return undefined
    places.push([columnOf(place[1] ?? ''), Number(place[2])])
  }
  return places
}

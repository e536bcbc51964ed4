import { Unzip, UnzipInflate } from 'fflate'
import { Parser } from 'htmlparser2'
import { fillDown, type MergedDown } from './merged-cells.ts'
import { mostColumns, mostSheetRows, UnreadableTable } from './table-limits.ts'

/** A spreadsheet of LibreOffice (OpenDocument 1.3, part 3): of its first table with anything in it what is seen in the cells; a day as a day. */
export const isOds = (bytes: Buffer): boolean =>
  bytes.subarray(0, 200).includes('application/vnd.oasis.opendocument.spreadsheet')

const step = 65_536
export function readOds(bytes: Buffer): { cells: string[][]; sheet: number; sheets: number } {
  const sheet = new OdsSheet()
  const decoder = new TextDecoder()
  let failure: unknown
  const unzip = new Unzip(file => {
    if (file.name !== 'content.xml') return
    file.ondata = (error, data, isLast) => {
      if (error) failure ??= error
      else if (failure === undefined) sheet.parser.write(decoder.decode(data, { stream: !isLast }))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && failure === undefined; at += step)
    unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  if (failure !== undefined) throw failure
  sheet.parser.end()
  fillDown(sheet.rows, sheet.merged)
  return { cells: sheet.rows, sheet: sheet.sheet, sheets: sheet.sheets }
}

class OdsSheet {
  readonly rows: string[][] = []
  readonly merged: MergedDown[] = []
  sheet = 1
  sheets = 0
  #row: string[] = []
  #cell: { text: string[]; day: string | undefined; times: number; rows: number } | undefined
  #paragraph = 0
  #comment = 0
  /** Blank rows and cells wait for something to follow them: a sheet says that it has a million of them. */
  #blankRows = 0
  #blankCells = 0
  #repeats = 1

  readonly parser = new Parser(
    {
      onopentag: (name, attributes) => this.#open(name, attributes),
      onclosetag: name => this.#close(name),
      ontext: text => {
        if (this.#paragraph > 0 && this.#comment === 0) this.#add(text)
      },
    },
    { xmlMode: true },
  )

  #begin(): void {
    this.sheet = this.sheets
    this.#blankRows = 0
  }

  #add(text: string): void {
    this.#cell?.text.push(text)
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table:table') {
      this.sheets += 1
      if (this.rows.length === 0) this.#begin()
    }
    if (this.sheets !== this.sheet) return
    if (name === 'table:table-row') {
      this.#row = []
      this.#blankCells = 0
      this.#repeats = times(attributes['table:number-rows-repeated'])
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
      this.#cell = {
        text: [],
        day: attributes['office:date-value']?.slice(0, 10),
        times: times(attributes['table:number-columns-repeated']),
        rows: times(attributes['table:number-rows-spanned']),
      }
    else if (name === 'office:annotation') this.#comment += 1
    else if (name === 'text:p' && this.#comment === 0) {
      if (this.#cell !== undefined && this.#cell.text.length > 0) this.#add('\n')
      this.#paragraph += 1
    } else if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') this.#add(' ')
  }

  #close(name: string): void {
    if (this.sheets !== this.sheet) return
    if (name === 'office:annotation') this.#comment -= 1
    else if (name === 'text:p' && this.#comment === 0) this.#paragraph -= 1
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#endCell()
    else if (name === 'table:table-row') this.#endRow()
  }

  #endCell(): void {
    const { text, day, times: repeated, rows } = this.#cell ?? { text: [], day: undefined, times: 1, rows: 1 }
    this.#cell = undefined
    const written = day ?? text.join('').replaceAll('\0', '')
    if (written.trim() === '') {
      this.#blankCells += repeated
      return
    }
    if (this.#row.length + this.#blankCells + repeated > mostColumns)
      throw new UnreadableTable(`На листе больше ${mostColumns} столбцов. Оставьте в таблице нужные.`)
    for (; this.#blankCells > 0; this.#blankCells--) this.#row.push('')
    if (rows > 1) {
      const from = this.rows.length + this.#blankRows
      this.merged.push({ column: this.#row.length, from, until: from + rows })
    }
    for (let n = 0; n < repeated; n++) this.#row.push(written)
  }

  #endRow(): void {
    if (this.#row.length === 0) {
      this.#blankRows += this.#repeats
      return
    }
    if (this.rows.length + this.#blankRows + this.#repeats > mostSheetRows)
      throw new UnreadableTable(
        `На листе больше ${mostSheetRows} строк, считая пустые. Разделите таблицу на несколько.`,
      )
    for (; this.#blankRows > 0; this.#blankRows--) this.rows.push([])
    for (let n = 0; n < this.#repeats; n++) this.rows.push([...this.#row])
  }
}

const times = (said: string | undefined): number => Math.max(1, Number.parseInt(said ?? '1', 10) || 1)

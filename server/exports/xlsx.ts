import type { Readable } from 'node:stream'
import { daysBetween } from '#shared/domain/dates.ts'
import { type CellValue, type ColumnKind, listSeparator, type ValueOfKind } from '#shared/domain/export-columns.ts'
import type { RowBatches } from './csv.ts'
import { streamOf, zipped } from './zip.ts'

/**
 * A table as a workbook of Excel (ECMA-376), written as it is read: days are days, numbers numbers, texts are never computed.
 * The first sheet holds the rows, the second what they are. A zip ends with its list of contents: one cut short does not
 * open.
 */
type Column = { label: string; kind: ColumnKind; width: number }
/** In letters. */
export const columnWidths = { number: 12, text: 26, day: 14, flag: 12, link: 36, texts: 32, amounts: 14 } as const
export type AboutLine = readonly [label: string, text: string]
type Sheet = { title: string; columns: readonly Column[] }

export const xlsx = (
  { title, columns }: Sheet,
  batches: RowBatches,
  about: { title: string; lines: readonly AboutLine[] },
): Readable =>
  zipped([
    ...frame([title, about.title]),
    { path: 'xl/worksheets/sheet1.xml', body: streamOf(rowsSheet(columns, batches)) },
    { path: 'xl/worksheets/sheet2.xml', body: aboutSheet(about.lines) },
  ])

/** A cell of Excel holds no more. */
const longestText = 32_767
/** What XML cannot hold at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const special = /[&<>]/
/** Excel reads `_x0041_` as a letter. */
const escapeLike = /_(?=x[\da-f]{4}_)/gi

const cut = (value: string): string => (value.length > longestText ? `${value.slice(0, longestText - 1)}…` : value)
/** Escaped for any XML, not only for Excel. */
export const escapedXml = (value: string): string => {
  const plain = value.toWellFormed().replace(unwritable, '')
  return special.test(plain) ? plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : plain
}
export const xmlText = (value: string): string =>
  escapedXml(cut(value.toWellFormed().replace(unwritable, '')).replace(escapeLike, '_x005F_'))

/** Styles of the workbook, by their numbers in `styles` below. */
const [dayStyle, headStyle, wrapStyle] = [1, 2, 3]
const attribute = (style: number | undefined): string => (style === undefined ? '' : ` s="${style}"`)
const textCell = (at: string, value: string, style?: number): string =>
  value === ''
    ? ''
    : `<c r="${at}"${attribute(style)} t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
const numberCell = (at: string, value: number, style?: number): string =>
  `<c r="${at}"${attribute(style)}><v>${value}</v></c>`

const firstDay = '1899-12-30'
/** Excel's days before March 1900 are one off, for it takes 1900 for a leap year. */
const firstTrueDay = 61
const dayCell = (at: string, day: string): string => {
  const number = daysBetween(firstDay, day)
  return number >= firstTrueDay ? numberCell(at, number, dayStyle) : textCell(at, day)
}

const cells: { readonly [K in ColumnKind]: { write(at: string, value: ValueOfKind[K]): string } } = {
  number: { write: numberCell },
  text: { write: (at, value) => textCell(at, value ?? '') },
  day: { write: (at, value) => (value === null ? '' : dayCell(at, value)) },
  flag: { write: (at, yes) => textCell(at, yes ? 'да' : 'нет') },
  link: { write: (at, value) => textCell(at, value ?? '') },
  texts: { write: (at, values) => textCell(at, values.join(listSeparator)) },
  amounts: {
    write: (at, [first, ...others]) =>
      first === undefined
        ? ''
        : others.length === 0
          ? numberCell(at, first)
          : textCell(at, [first, ...others].join(listSeparator)),
  },
}

const letters = (n: number): string =>
  (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
export const xmlOpening = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const worksheet = (widths: readonly number[], view = ''): string =>
  `${xmlOpening}<worksheet xmlns="${main}">${view}<cols>${widths
    .map((width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`
/** The header row stays visible. */
const frozenHead =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

async function* rowsSheet(columns: readonly Column[], batches: RowBatches): AsyncGenerator<string> {
  const last = letters(columns.length - 1)
  yield worksheet(
    columns.map(({ width }) => width),
    frozenHead,
  )
  yield `<row r="1">${columns.map(({ label }, n) => textCell(`${letters(n)}1`, label, headStyle)).join('')}</row>`
  const writers: readonly { letter: string; write(at: string, value: CellValue): string }[] = columns.map(
    ({ kind }, n) => ({ letter: letters(n), write: cells[kind].write }),
  )
  let at = 1
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      at += 1
      let line = `<row r="${at}">`
      for (const [n, { letter, write }] of writers.entries()) line += write(letter + at, row[n] ?? null)
      lines += `${line}</row>`
    }
    yield lines
  }
  yield `</sheetData><autoFilter ref="A1:${last}${at}"/></worksheet>`
}

const aboutSheet = (lines: readonly AboutLine[]): string =>
  `${worksheet([28, 100])}${lines
    .map(([label, text], n) => {
      const at = n + 1
      return `<row r="${at}">${textCell(`A${at}`, label, headStyle)}${textCell(`B${at}`, text, wrapStyle)}</row>`
    })
    .join('')}</sheetData></worksheet>`

export const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const openPackages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const frame = (titles: readonly string[]): { path: string; body: string }[] => [
  {
    path: '[Content_Types].xml',
    body: `${xmlOpening}<Types xmlns="${openPackages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${titles
      .map((_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${types}.worksheet+xml"/>`)
      .join('')}</Types>`,
  },
  {
    path: '_rels/.rels',
    body: `${xmlOpening}<Relationships xmlns="${openPackages}/relationships"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    path: 'xl/workbook.xml',
    body: `${xmlOpening}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${titles
      .map((title, n) => `<sheet name="${xmlText(title)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
      .join('')}</sheets></workbook>`,
  },
  {
    path: 'xl/_rels/workbook.xml.rels',
    body: `${xmlOpening}<Relationships xmlns="${openPackages}/relationships">${titles
      .map(
        (_, n) =>
          `<Relationship Id="rId${n + 1}" Type="${officeRelations}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId${titles.length + 1}" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  },
  {
    path: 'xl/styles.xml',
    // Number format 14 is a day in the reader's own form.
    body: `${xmlOpening}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`,
  },
]

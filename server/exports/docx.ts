import type { Readable } from 'node:stream'
import { escapedXml, officeRelations, openPackages, xmlOpening } from './xlsx.ts'
import { streamOf, zipped } from './zip.ts'

/**
 * A table as a document of Word (ECMA-376) on landscape A4, written as it is read. The head of the table is repeated on every page, and a row
 * is never parted by one.
 */
type WordTable = {
  title: string
  /** Under the title. */
  lines: readonly string[]
  /** `share`: of the width of the page. */
  columns: readonly { label: string; share: number }[]
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
/** Twentieths of a point: A4 between margins of fifteen millimetres. */
const [pageWidth, pageHeight, margin] = [16_838, 11_906, 850]
const textWidth = pageWidth - 2 * margin

const run = (text: string, look = ''): string =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapedXml(text)}</w:t></w:r>`
const paragraph = (text: string, look = '', after = 0): string =>
  `<w:p><w:pPr><w:spacing w:after="${after}"/></w:pPr>${run(text, look)}</w:p>`
/** Lines of a text are paragraphs of their own. */
const cell = (text: string, width: number, look = ''): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${text
    .split('\n')
    .map(line => paragraph(line, look))
    .join('')}</w:tc>`
const bold = '<w:b/>'

export const wordFileOf = (table: WordTable, batches: AsyncIterable<readonly (readonly string[])[]>): Readable =>
  zipped([...frame, { path: 'word/document.xml', body: streamOf(documentOf(table, batches)) }])

async function* documentOf(
  { title, lines, columns }: WordTable,
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.floor((textWidth * share) / shares))
  yield `${xmlOpening}<w:document xmlns:w="${word}"><w:body>`
  yield paragraph(title, `${bold}<w:sz w:val="28"/>`, 80)
  for (const line of lines) yield paragraph(line, '', 80)
  yield `<w:tbl><w:tblPr><w:tblW w:w="${textWidth}" w:type="dxa"/><w:tblBorders>${[
    'top',
    'left',
    'bottom',
    'right',
    'insideH',
    'insideV',
  ]
    .map(side => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
    .join('')}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths
    .map(width => `<w:gridCol w:w="${width}"/>`)
    .join('')}</w:tblGrid>`
  yield `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${columns
    .map(({ label }, n) => cell(label, widths[n] ?? 0, bold))
    .join('')}</w:tr>`
  for await (const rows of batches)
    yield rows
      .map(
        row =>
          `<w:tr><w:trPr><w:cantSplit/></w:trPr>${widths.map((width, n) => cell(row[n] ?? '', width)).join('')}</w:tr>`,
      )
      .join('')
  // A table cannot be the last thing of a document.
  yield `</w:tbl>${paragraph('')}<w:sectPr><w:pgSz w:w="${pageWidth}" w:h="${pageHeight}" w:orient="landscape"/><w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="400" w:footer="400" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

const frame = [
  {
    path: '[Content_Types].xml',
    body: `${xmlOpening}<Types xmlns="${openPackages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  },
  {
    path: '_rels/.rels',
    body: `${xmlOpening}<Relationships xmlns="${openPackages}/relationships"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="word/document.xml"/></Relationships>`,
  },
  {
    path: 'word/_rels/document.xml.rels',
    body: `${xmlOpening}<Relationships xmlns="${openPackages}/relationships"><Relationship Id="rId1" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  },
  {
    path: 'word/styles.xml',
    body: `${xmlOpening}<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman" w:eastAsia="Times New Roman"/><w:sz w:val="22"/><w:lang w:val="ru-RU"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`,
  },
]

/** Minimal PDF files as programs write them; the words are invented. */
export type Shown = { text: string; x: number; y: number; size?: number; spacing?: number; width?: number }
type PdfPage = { shown?: readonly Shown[]; picture?: boolean; extra?: string }
type PdfFont = 'unicode' | 'unknown' | 'western'

const hex = (number: number): string => number.toString(16).padStart(4, '0')
/** Glyph codes of a font with a Unicode map; without one they mean nothing outside the font. */
const glyph = { unicode: (code: number) => code, unknown: (code: number) => code - 0x300 + 0x1100 }
const letterWidth = 0.5

const stream = (data: Buffer | string, entries = ''): Buffer => {
  const bytes = Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}
const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <0000> <ffff> endcodespacerange
3 beginbfrange <0020> <00ff> <0020> <0400> <04ff> <0400> <2010> <2122> <2010> endbfrange
1 beginbfchar <fb01> <00660069> endbfchar
endcmap end end`

const fonts: Readonly<Record<PdfFont, string>> = {
  unicode:
    '<< /Type /Font /Subtype /Type0 /BaseFont /T /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 4 0 R >>',
  unknown: '<< /Type /Font /Subtype /Type0 /BaseFont /T /Encoding /Identity-H /DescendantFonts [5 0 R] >>',
  western: `<< /Type /Font /Subtype /TrueType /BaseFont /Times /Encoding /WinAnsiEncoding /FirstChar 0 /LastChar 255
    /Widths [${Array(256).fill(500).join(' ')}] >>`,
}
const byte1251 = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, at) => at))].map((one, at) => [
    one,
    at,
  ]),
)
const coded = (text: string, font: PdfFont): string =>
  font === 'western'
    ? [...text].map(letter => (byte1251.get(letter) ?? 63).toString(16).padStart(2, '0')).join('')
    : [...text].map(letter => hex(glyph[font](letter.codePointAt(0) ?? 0))).join('')

export function pdf(
  pages: readonly PdfPage[],
  { font = 'unicode', trailer = '', count = pages.length }: { font?: PdfFont; trailer?: string; count?: number } = {},
): Buffer {
  const objects: (Buffer | string)[] = []
  const first = 8
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(' ')
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[2] = `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`
  objects[3] = fonts[font]
  objects[4] = stream(toUnicode)
  objects[5] =
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /T /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 6 0 R >>'
  objects[6] =
    '<< /Type /FontDescriptor /FontName /T /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>'
  objects[7] = stream(
    Buffer.alloc(4, 128),
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 ',
  )
  for (const [at, { shown = [], picture = false, extra = '' }] of pages.entries()) {
    const words = shown.map(
      ({ text, x, y, size = 12, spacing = 0 }) =>
        `BT /F1 ${size} Tf ${spacing} Tc 1 0 0 1 ${x} ${y} Tm <${coded(text, font)}> Tj ET`,
    )
    const drawn = picture ? 'q 500 0 0 800 0 0 cm /I1 Do Q' : ''
    objects[first + at * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /I1 7 0 R >> >> /Contents ${first + at * 2 + 1} 0 R ${extra} >>`
    objects[first + at * 2 + 1] = stream([drawn, ...words].join('\n'))
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [number, object] of objects.entries()) {
    if (object === undefined) continue
    offsets[number] = length
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const table = objects
    .map((_, number) => `${String(offsets[number] ?? 0).padStart(10, '0')} 00000 n \n`)
    .slice(1)
    .join('')
  return Buffer.concat([
    ...parts,
    Buffer.from(
      `xref\n0 ${objects.length}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  ])
}

const left = 70
const right = 525
/** Words typeset as by a word processor: indented paragraphs, justified lines, pages. Hyphenated on request. */
export function typeset(
  paragraphs: readonly string[],
  { size = 12, linesOfPage = Math.floor(700 / (size * 1.4)), numbered = true } = {},
): PdfPage[] {
  const lines: { text: string; x: number }[] = []
  const wide = size * letterWidth
  for (const paragraph of paragraphs) {
    let line = { text: '', x: left + 30 }
    for (const word of paragraph.split(' ')) {
      const longer = line.text === '' ? word : `${line.text} ${word}`
      if (line.text !== '' && line.x + longer.length * wide > right) {
        lines.push(line)
        line = { text: word, x: left }
      } else line.text = longer
    }
    lines.push(line)
  }
  const pages: PdfPage[] = []
  for (let at = 0; at < lines.length; at += linesOfPage) {
    const shown = lines
      .slice(at, at + linesOfPage)
      .map(({ text, x }, row): Shown => ({ text, x, y: 780 - row * size * 1.4, size }))
    if (numbered) shown.push({ text: String(pages.length + 1), x: 290, y: 30, size })
    pages.push({ shown })
  }
  return pages
}

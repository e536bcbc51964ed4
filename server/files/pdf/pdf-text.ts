import {
  getDocument,
  OPS,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  Util,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { bigramScore } from '../letter-bigrams.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import { type PdfLine, type PdfTextRun, pdfLines } from './lines.ts'
import { paragraphsOf } from './paragraphs.ts'

/** Old programs put windows-1251 bytes into fonts that call themselves western: told by how the words read then. */
function readableLetters(pages: readonly PdfLine[][]): PdfLine[][] {
  const read = pages.map(lines => (isWestern(textOfLines(lines)) ? lines.map(cyrillic) : lines))
  for (const [at, lines] of read.entries())
    if (isGibberish(textOfLines(lines))) throw new UnreadableFile('unreadable_letters', `page ${at + 1}`)
  return read
}

const textOfLines = (lines: readonly PdfLine[]): string => lines.map(({ text }) => text).join('\n')
const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

const isWordless = (pieces: readonly PdfTextRun[]): boolean =>
  count(pieces.map(({ text }) => text).join(' '), /[\p{L}\p{Co}]{3,}/gu) < 3

const isWestern = (text: string): boolean =>
  count(text, /[À-ÿ]/g) > 20 && count(text, /[À-ÿ]/g) > 10 * count(text, /[а-яё]/giu)
const byteOf = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
)
const cyrillicPage = new TextDecoder('windows-1251')
const cyrillic = (line: PdfLine): PdfLine => ({
  ...line,
  text: [...line.text]
    .map(letter => {
      const byte = byteOf.get(letter)
      return byte === undefined ? letter : cyrillicPage.decode(Uint8Array.of(byte))
    })
    .join(''),
})

const minLetters = 20
/** Decisions score about two per letter, shuffled letters below zero. */
const minRussian = 0.5
/** Share of characters that Russian texts do not have. */
const maxStrange = 0.02
function isGibberish(text: string): boolean {
  const all = count(text, /\S/g)
  if (all < minLetters) return false
  if (count(text, /[\p{Co}\p{Cc}\p{Cn}\ufffd\u00c0-\u036f\u0460-\u1fff\u2c00-\ufaff](?<!\s)/gu) > all * maxStrange)
    return true
  const { sum, letters } = bigramScore(text)
  const latin = count(text, /[a-z]/gi)
  return letters < latin || (letters >= minLetters && sum < letters * minRussian)
}

/**
 * The text of a PDF, a paragraph a line: PDF.js gives positions, lines, columns and paragraphs are built here. One scanned page makes the
 * file unreadable: half a decision says what the whole does not.
 */
const maxPages = 1_000
const maxPieces = 500_000

export async function pdfText(body: Buffer): Promise<string> {
  const loading = getDocument({
    data: Uint8Array.from(body),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 80_000_000,
  })
  try {
    return await textOf(await loading.promise)
  } catch (error) {
    if (error instanceof PasswordException) throw new UnreadableFile('encrypted', error.message)
    throw error
  } finally {
    await loading.destroy()
  }
}

async function textOf(file: PDFDocumentProxy): Promise<string> {
  if (file.numPages > maxPages) throw new UnreadableFile('too_large', `${file.numPages} pages`)
  const pages: PdfLine[][] = []
  const scanned: number[] = []
  let left = maxPieces
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number)
    const pieces = await piecesOf(page)
    left -= pieces.length
    if (left < 0) throw new UnreadableFile('too_large', `more than ${maxPieces} pieces of text`)
    if (isWordless(pieces) && (await isPicture(page))) scanned.push(number)
    pages.push(pdfLines(pieces))
    page.cleanup()
  }
  if (scanned.length === pages.length) throw new UnreadableFile('no_words', 'every page is a picture')
  if (scanned.length > 0) throw new UnreadableFile('partly_scanned', scanned.join(', '))
  return paragraphsOf(withoutRunningLines(readableLetters(pages)))
}

async function piecesOf(page: PDFPageProxy): Promise<PdfTextRun[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent({ includeMarkedContent: false })
  const pieces: (PdfTextRun & { upright: boolean })[] = []
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: number[] = Util.transform(transform, item.transform)
    const size = Math.hypot(c, d)
    if (!(size > 0) || ![x, y, size, item.width].every(Number.isFinite)) continue
    pieces.push({ text: item.str.normalize('NFC'), x, y, width: item.width, size, upright: a > Math.abs(b) })
  }
  // Rotated text is a stamp in the margin.
  return pieces.filter(({ upright }) => upright)
}

const pictures: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintSolidColorImageMask,
])
const isPicture = async (page: PDFPageProxy): Promise<boolean> =>
  (await page.getOperatorList()).fnArray.some(operator => pictures.has(operator))

/** Removes page numbers, headers and footers. A number is a page number only when it counts pages: «500» may end the text. */
function withoutRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const places = [0, -1] as const
  const numbered = pages.map(lines => lines.slice())
  for (const place of places) {
    const told = numbered.map(lines => pageNumber(lines.at(place)?.text))
    const shift = told.map((number, at) => (number === undefined ? undefined : number - at))
    for (const [at, lines] of numbered.entries())
      if (shift[at] !== undefined && (shift[at] === 1 || shift.filter(one => one === shift[at]).length > 2))
        lines.splice(place, 1)
  }
  for (const place of places) {
    const whole = numbered.map(lines => lines.at(place)?.text)
    const heads = whole.map(head => head?.replace(/\d+/g, '#'))
    const seen = new Set<string | undefined>()
    for (const [at, lines] of numbered.entries()) {
      const head = heads[at]
      const times = heads.filter(one => one === head).length
      if (head === undefined || times < 3 || times * 2 <= pages.length) continue
      const isCounted = whole.some((one, other) => heads[other] === head && one !== whole[at])
      if (isCounted || seen.has(head)) lines.splice(place, 1)
      seen.add(head)
    }
  }
  return numbered
}

const pageNumber = (text = ''): number | undefined => {
  const found =
    /^(?:[-–—]\s*)?(?:(?:стр(?:аница|\.)?|лист)\s*)?(\d{1,4})(?:\s*(?:из|\/)\s*\d{1,4})?(?:\s*[-–—])?$/iu.exec(text)
  return found === null ? undefined : Number(found[1])
}

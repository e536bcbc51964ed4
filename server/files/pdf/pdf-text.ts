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

/**
 * Old programs write windows-1251 bytes in fonts declared as windows-1252: pages full of accented letters are decoded
 * again.
 */
function readableLetters(pages: readonly PdfLine[][]): PdfLine[][] {
  const read = pages.map(lines => (isWestern(textOfLines(lines)) ? lines.map(cyrillic) : lines))
  for (const [at, lines] of read.entries())
    if (isGibberish(textOfLines(lines))) throw new UnreadableFile('unreadable_letters', `page ${at + 1}`)
  return read
}

const textOfLines = (lines: readonly PdfLine[]): string => lines.map(({ text }) => text).join('\n')
const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

const isWordless = (runs: readonly PdfTextRun[]): boolean =>
  count(runs.map(({ text }) => text).join(' '), /[\p{L}\p{Co}]{3,}/gu) < 3

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
/** Decisions score about two per letter, wrongly decoded letters below zero. */
const minScorePerLetter = 0.5
/** Share of characters that Russian texts do not have. */
const maxForeignShare = 0.02
function isGibberish(text: string): boolean {
  const all = count(text, /\S/g)
  if (all < minLetters) return false
  if (count(text, /[\p{Co}\p{Cc}\p{Cn}\ufffd\u00c0-\u036f\u0460-\u1fff\u2c00-\ufaff](?<!\s)/gu) > all * maxForeignShare)
    return true
  const { sum, letters } = bigramScore(text)
  const latin = count(text, /[a-z]/gi)
  return letters < latin || (letters >= minLetters && sum < letters * minScorePerLetter)
}

const maxPages = 1_000
const maxRuns = 500_000

/**
 * The text of a PDF, a line per paragraph. PDF.js gives positions; lines, columns and paragraphs are built here. One
 * scanned page makes the file unreadable: half a decision may say what the whole does not.
 */
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
  const scannedPages: number[] = []
  let left = maxRuns
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number)
    const runs = await runsOf(page)
    left -= runs.length
    if (left < 0) throw new UnreadableFile('too_large', `more than ${maxRuns} pieces of text`)
    if (isWordless(runs) && (await hasImage(page))) scannedPages.push(number)
    pages.push(pdfLines(runs))
    page.cleanup()
  }
  if (scannedPages.length === pages.length) throw new UnreadableFile('no_words', 'every page is a picture')
  if (scannedPages.length > 0) throw new UnreadableFile('partly_scanned', scannedPages.join(', '))
  return paragraphsOf(withoutRunningLines(readableLetters(pages)))
}

async function runsOf(page: PDFPageProxy): Promise<PdfTextRun[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent({ includeMarkedContent: false })
  const runs: (PdfTextRun & { upright: boolean })[] = []
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: number[] = Util.transform(transform, item.transform)
    const size = Math.hypot(c, d)
    if (!(size > 0) || ![x, y, size, item.width].every(Number.isFinite)) continue
    runs.push({ text: item.str.normalize('NFC'), x, y, width: item.width, size, upright: a > Math.abs(b) })
  }
  // Rotated text is a stamp in the margin.
  return runs.filter(({ upright }) => upright)
}

const imageOperators: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintSolidColorImageMask,
])
const hasImage = async (page: PDFPageProxy): Promise<boolean> =>
  (await page.getOperatorList()).fnArray.some(operator => imageOperators.has(operator))

/** Removes page numbers, headers and footers. A number that does not count pages stays: «500» may end the text. */
function withoutRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const edges = [0, -1] as const
  const numbered = pages.map(lines => lines.slice())
  for (const edge of edges) {
    const numbers = numbered.map(lines => pageNumber(lines.at(edge)?.text))
    const offsets = numbers.map((number, at) => (number === undefined ? undefined : number - at))
    for (const [at, lines] of numbered.entries())
      if (offsets[at] !== undefined && (offsets[at] === 1 || offsets.filter(one => one === offsets[at]).length > 2))
        lines.splice(edge, 1)
  }
  for (const edge of edges) {
    const texts = numbered.map(lines => lines.at(edge)?.text)
    const heads = texts.map(head => head?.replace(/\d+/g, '#'))
    const seen = new Set<string | undefined>()
    for (const [at, lines] of numbered.entries()) {
      const head = heads[at]
      const times = heads.filter(one => one === head).length
      if (head === undefined || times < 3 || times * 2 <= pages.length) continue
      const isNumbered = texts.some((one, other) => heads[other] === head && one !== texts[at])
      if (isNumbered || seen.has(head)) lines.splice(edge, 1)
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

import {
  getDocument,
  OPS,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  Util,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { UnreadableFile } from '../unreadable-file.ts'
import { isWordless, readableLetters } from './letters.ts'
import { type PdfLine, type PdfTextRun, pdfLines } from './lines.ts'
import { paragraphsOf } from './paragraphs.ts'
import { withoutRunningLines } from './running-lines.ts'

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

import { z } from 'zod'
import { decodeText } from './decode-text.ts'
import { rtfText } from './rtf-text.ts'
import { fileErrors, UnreadableFile } from './unreadable-file.ts'

/**
 * Reads the text of a decision file from a court (domain §6): a line per paragraph, tabs between cells, notes at the
 * end. The format is detected by the first bytes: names and headers are often wrong. A file that cannot be read is an
 * answer with the reason, never an exception.
 */
export const fileFormats = ['docx', 'doc', 'rtf', 'html', 'plain', 'pdf', 'archive', 'unknown'] as const
type FileFormat = (typeof fileFormats)[number]
export const decisionFile = z.union([
  z.object({ format: z.enum(fileFormats), text: z.string() }),
  z.object({ format: z.enum(fileFormats), error: z.enum(fileErrors), detail: z.string() }),
])
export type DecisionFile = z.infer<typeof decisionFile>

const maxFileBytes = 25_000_000
/** Against decompression bombs. */
const maxUnpackedBytes = 200_000_000

type Reader = (body: Buffer) => Promise<string>
/** Imported on demand: each file is read in a thread of its own, which loads only what its format needs. */
const readers: Readonly<Partial<Record<FileFormat, Reader>>> = {
  docx: async body => {
    const { default: mammoth } = await import('mammoth')
    const textOnly = {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      includeEmbeddedStyleMap: false,
      ignoreEmptyParagraphs: false,
    }
    return htmlText((await mammoth.convertToHtml({ buffer: body }, textOnly)).value)
  },
  doc: async body => {
    const { default: WordExtractor } = await import('word-extractor')
    const file = await new WordExtractor().extract(body)
    return [file.getBody(), file.getFootnotes(), file.getEndnotes()].filter(Boolean).join('\n')
  },
  rtf: rtfText,
  html: async body => htmlText(decodeText(body, declaredEncoding(body))),
  plain: async body => decodeText(body),
  pdf: async body => (await import('./pdf/pdf-text.ts')).pdfText(body),
}
const declaredEncoding = (body: Buffer): string | undefined =>
  /(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/i.exec(body.subarray(0, 4096).toString('latin1'))?.[1]

export async function readDecisionFile(bytes: Uint8Array): Promise<DecisionFile> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(body)
  if (body.length > maxFileBytes || unpackedSize(body, format) > maxUnpackedBytes)
    return { format, error: 'too_large', detail: `${body.length} bytes` }
  const reader = readers[format]
  if (!reader) return { format, error: 'unsupported', detail: printableStart(body) }
  try {
    const text = normalised(await reader(body))
    return /\p{L}{2}/u.test(text) ? { format, text } : { format, error: 'no_words', detail: `${body.length} bytes` }
  } catch (error) {
    if (error instanceof UnreadableFile) return { format, error: error.why, detail: error.message }
    return { format, error: 'broken', detail: error instanceof Error ? error.message : String(error) }
  }
}

const startsWith = (body: Buffer, bytes: string): boolean => body.subarray(0, bytes.length).toString('latin1') === bytes
const signatures: readonly (readonly [FileFormat, (body: Buffer) => boolean])[] = [
  ['docx', body => startsWith(body, 'PK\x03\x04') && body.includes('word/')],
  ['archive', body => startsWith(body, 'PK')],
  ['doc', body => startsWith(body, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['rtf', body => /^(?:\xef\xbb\xbf)?\s*\{\\rtf/.test(body.subarray(0, 100).toString('latin1'))],
  ['pdf', body => body.subarray(0, 1024).includes('%PDF-')],
  ['html', body => /<(?:!doctype|html|head|body|meta|\?xml)/i.test(body.subarray(0, 1000).toString('latin1'))],
  ['plain', isPlain],
]
export const formatOf = (body: Buffer): FileFormat => signatures.find(([, is]) => is(body))?.[0] ?? 'unknown'

function isPlain(body: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: only binary files have them
  return body.length > 0 && !/[\x00-\x08\x0e-\x1f\ufffe\uffff]/.test(decodeText(body.subarray(0, 4000)))
}

function unpackedSize(body: Buffer, format: FileFormat): number {
  if (format !== 'docx') return 0
  const entry = Buffer.from('PK\x01\x02', 'latin1')
  let size = 0
  for (let at = body.indexOf(entry); at !== -1; at = body.indexOf(entry, at + entry.length))
    if (at + 28 <= body.length) size += body.readUInt32LE(at + 24)
  return size
}

const printableStart = (body: Buffer): string =>
  body
    .subarray(0, 16)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '.')

const normalised = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Word stores fields and marks as control characters
    .replace(/[\x00-\x08\x0e-\x1f\u00ad\ufeff]/g, '')
    .replace(/[ \t\u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The text of an HTML document: a line per paragraph, tabs between cells, no scripts and no note marks. */
async function htmlText(html: string): Promise<string> {
  const { load } = await import('cheerio')
  const $ = load(html)
  $('script, style, head, template, noscript, sup > a[id^="footnote-ref"], sup > a[id^="endnote-ref"]').remove()
  $('a[href^="#footnote-ref"], a[href^="#endnote-ref"]').remove()
  $('*')
    .contents()
    .each((_, node) => {
      if (node.type === 'text') node.data = node.data.replace(/[ \t\r\n]+/g, ' ')
    })
  $('td p, th p, td div, th div').each((_, node) => {
    $(node).append(' ').replaceWith($(node).contents())
  })
  $('td, th').not(':last-child').append('\t')
  $('br').replaceWith('\n')
  $('p:empty').text(emptyParagraph)
  $(blockElements).append('\n').prepend('\n')
  return $.root()
    .text()
    .replace(/ *\t */g, '\t')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .replaceAll(emptyParagraph, '')
    .trim()
}
const emptyParagraph = '\u2060'
/** `w:p` is a paragraph of Word 2003 in XML. */
const blockElements =
  'p, div, li, tr, table, h1, h2, h3, h4, h5, h6, blockquote, pre, section, article, center, dt, dd, w\\:p'

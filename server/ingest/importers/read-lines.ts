import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode, Refusal } from '../../db/refusal.ts'
import { decodeText } from '../../files/decode-text.ts'

/**
 * Lines of a file, plain or gzip, in constant memory: a line longer than the limit is passed over and said so, never held
 * whole. `\n` and `\r\n` end a line; a mark of UTF-8 at the beginning is no part of it. Pieces of some lines are cut first, by
 * whoever reads the file; lines are read out of them where they are worked on, which may be another thread.
 */
export type Line = { number: number; size: number } & (
  | { text: string }
  /** `text`: as much of the line as can be shown. */
  | { reason: string; text: string }
)

/** Whole lines, in bytes of their own. */
export type Piece = {
  /** Number of the first line. */
  first: number
  count: number
  bytes: Uint8Array<ArrayBuffer>
  /** One line beyond the limit, this many bytes long: `bytes` are its beginning. */
  tooLong?: number
}
export const pieceLines = 1_000
const pieceBytes = 4 * 1024 * 1024

export const lineLimit = 8 * 1024 * 1024
const shownOfLong = 200
const newline = 10
const gzipMagic = Buffer.from([0x1f, 0x8b])
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])

/** `-` is standard input. */
export const openFile = (file: string, stdin: Readable): Readable =>
  file === '-' ? stdin : createReadStream(file, { highWaterMark: 1 << 20 })

/** Says what is wrong with a file before anything is read. @throws Refusal */
export async function refuseUnreadable(file: string): Promise<void> {
  if (file === '-') return
  try {
    const handle = await open(file)
    try {
      if ((await handle.stat()).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw unreadable(error, file, 0)
  }
}

/** `name` is what the messages call the source. */
export async function* readLines(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Line> {
  for await (const piece of readPieces(source, name)) yield* linesOf(piece)
}

export async function* readPieces(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Piece> {
  let first = 1
  /** Lines that ended and are not sent yet, and the beginning of the one that did not end. */
  let whole: Buffer[] = []
  let count = 0
  let size = 0
  let open: Buffer[] = []
  let openSize = 0
  const cut = (): Piece => {
    const piece = { first, count, bytes: ownBytes(whole) }
    first += count
    ;[whole, count, size] = [[], 0, 0]
    return piece
  }
  try {
    for await (const chunk of plainBytes(source)) {
      /** Where what is not taken yet begins, and the line at hand. */
      let taken = 0
      let from = 0
      const take = (until: number): void => {
        if (until > taken) whole.push(chunk.subarray(taken, until))
        taken = until
      }
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        const length = openSize + at - from
        if (length > lineLimit) {
          take(from)
          if (count > 0) yield cut()
          yield { first, count: 1, bytes: beginningOf([...open, chunk.subarray(from, at)]), tooLong: length }
          first += 1
          taken = at + 1
        } else {
          whole.push(...open)
          count += 1
          size += length + 1
          if (count >= pieceLines || size >= pieceBytes) {
            take(at + 1)
            yield cut()
          }
        }
        ;[open, openSize, from] = [[], 0, at + 1]
      }
      take(from)
      const rest = chunk.subarray(from)
      // What is beyond the limit is counted and let go.
      if (openSize <= lineLimit && rest.length > 0) open.push(rest)
      openSize += rest.length
      if (openSize > lineLimit) open = [Buffer.from(beginningOf(open))]
    }
  } catch (error) {
    if (count > 0) yield cut()
    throw unreadable(error, name, first - 1)
  }
  if (openSize > 0 && openSize <= lineLimit) {
    whole.push(...open)
    count += 1
  }
  if (count > 0) yield cut()
  if (openSize > lineLimit) yield { first, count: 1, bytes: beginningOf(open), tooLong: openSize }
}

/** In memory that can go to another thread without being copied. */
function ownBytes(parts: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
const beginningOf = (parts: readonly Buffer[]): Uint8Array<ArrayBuffer> =>
  ownBytes([Buffer.concat(parts.slice(0, 2)).subarray(0, shownOfLong)])

export function* linesOf({ first, count, bytes, tooLong }: Piece): Generator<Line> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (tooLong !== undefined) {
    const reason = `строка длиннее ${lineLimit / 1024 / 1024}\u00a0МБ`
    yield { number: first, size: tooLong, reason, text: new TextDecoder().decode(all) }
    return
  }
  // Told once for all of them.
  const isText = isUtf8(all)
  let from = 0
  for (let number = first; number < first + count; number++) {
    const found = all.indexOf(newline, from)
    const end = found < 0 ? all.length : found
    yield lineOf(number, all.subarray(from, end), isText)
    from = end + 1
  }
}

/** Tells gzip from plain by its first bytes. */
async function* plainBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < utf8Mark.length) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  if (head.subarray(0, gzipMagic.length).equals(gzipMagic)) {
    const gunzip = createGunzip()
    // What goes wrong on the way comes out of the iteration.
    pipeline(Readable.from(all(), { objectMode: false }), gunzip, () => undefined)
    yield* gunzip
  } else {
    if (head.subarray(0, utf8Mark.length).equals(utf8Mark)) head = head.subarray(utf8Mark.length)
    yield* all()
  }
}

function lineOf(number: number, whole: Buffer, isText: boolean): Line {
  const line = whole.at(-1) === 13 ? whole.subarray(0, -1) : whole
  if (isText || isUtf8(line)) return { number, size: whole.length, text: line.toString('utf8') }
  return {
    number,
    size: whole.length,
    reason: 'не UTF-8: сохраните файл в этой кодировке',
    // So that the line can be recognised.
    text: decodeText(line),
  }
}

function unreadable(error: unknown, name: string, lines: number): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'ENOENT') return new Refusal(`Файл не найден: ${name}.`)
  if (code === 'EISDIR') return new Refusal(`Это папка, а не файл: ${name}.`)
  if (code === 'EACCES' || code === 'EPERM') return new Refusal(`Нет права читать файл: ${name}.`)
  if (code === 'Z_BUF_ERROR')
    return new Refusal(`Архив обрывается после строки ${lines}: ${name}. Что прочитано до неё, загружено.`)
  if (code.startsWith('Z_'))
    return new Refusal(`Архив повреждён после строки ${lines}: ${name}. Что прочитано до неё, загружено.`)
  return error
}

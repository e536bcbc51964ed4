import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { peekHead } from '../../db/backup/compressed-file.ts'
import { errorCode, fileRefusal, Refusal } from '../../db/refusal.ts'
import { decodeText } from '../../files/decode-text.ts'

/**
 * Lines of a file, plain or gzip, in constant memory; a line beyond the limit is reported, never held whole. The reading thread cuts chunks; the
 * parsing thread splits them into lines.
 */
export type Line = { number: number; size: number } & ({ text: string } | { reason: string; text: string })

export type LineChunk = {
  first: number
  count: number
  bytes: Uint8Array<ArrayBuffer>
  /** Length of a single line beyond the limit; `bytes` are its beginning. */
  tooLong?: number
}
export const chunkLines = 1_000
const pieceBytes = 4 * 1024 * 1024

export const lineLimit = 8 * 1024 * 1024
const shownOfLong = 200
const newline = 10
const gzipMagic = Buffer.from([0x1f, 0x8b])
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])

export const openInput = (file: string, stdin: Readable): Readable =>
  file === '-' ? stdin : createReadStream(file, { highWaterMark: 1 << 20 })

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

export async function* readChunks(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<LineChunk> {
  let first = 1
  let whole: Buffer[] = []
  let count = 0
  let size = 0
  let open: Buffer[] = []
  let openSize = 0
  const cut = (): LineChunk => {
    const piece = { first, count, bytes: ownBytes(whole) }
    first += count
    ;[whole, count, size] = [[], 0, 0]
    return piece
  }
  try {
    for await (const chunk of plainBytes(source)) {
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
          if (count >= chunkLines || size >= pieceBytes) {
            take(at + 1)
            yield cut()
          }
        }
        ;[open, openSize, from] = [[], 0, at + 1]
      }
      take(from)
      const rest = chunk.subarray(from)
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

/** In a buffer that can be transferred to another thread without copying. */
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

export function* linesOfChunk({ first, count, bytes, tooLong }: LineChunk): Generator<Line> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (tooLong !== undefined) {
    const reason = `строка длиннее ${lineLimit / 1024 / 1024}\u00a0МБ`
    yield { number: first, size: tooLong, reason, text: new TextDecoder().decode(all) }
    return
  }
  const isText = isUtf8(all)
  let from = 0
  for (let number = first; number < first + count; number++) {
    const found = all.indexOf(newline, from)
    const end = found < 0 ? all.length : found
    yield lineOf(number, all.subarray(from, end), isText)
    from = end + 1
  }
}

/** Detects gzip by its first bytes and drops the UTF-8 byte order mark. */
async function* plainBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, all } = await peekHead(source, utf8Mark.length)
  if (head.subarray(0, gzipMagic.length).equals(gzipMagic)) {
    const gunzip = createGunzip()
    pipeline(Readable.from(all, { objectMode: false }), gunzip, () => undefined)
    yield* gunzip
  } else {
    // The head is yielded separately.
    let left = head.subarray(0, utf8Mark.length).equals(utf8Mark) ? utf8Mark.length : 0
    for await (const chunk of all) {
      yield chunk.subarray(left)
      left = 0
    }
  }
}

function lineOf(number: number, whole: Buffer, isText: boolean): Line {
  const line = whole.at(-1) === 13 ? whole.subarray(0, -1) : whole
  if (isText || isUtf8(line)) return { number, size: whole.length, text: line.toString('utf8') }
  return { number, size: whole.length, reason: 'не UTF-8: сохраните файл в этой кодировке', text: decodeText(line) }
}

function unreadable(error: unknown, name: string, lines: number): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'Z_BUF_ERROR')
    return new Refusal(`Архив обрывается после строки ${lines}: ${name}. Что прочитано до неё, загружено.`)
  if (code.startsWith('Z_'))
    return new Refusal(`Архив повреждён после строки ${lines}: ${name}. Что прочитано до неё, загружено.`)
  return fileRefusal(error, name) ?? error
}

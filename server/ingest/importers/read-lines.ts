import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode, Refusal } from '../../db/refusal.ts'

/**
 * Lines of a file, plain or gzip, in constant memory: a line longer than the limit is passed over and said so, never held
 * whole. `\n` and `\r\n` end a line; a mark of UTF-8 at the beginning is no part of it.
 */
export type Line = { number: number; size: number } & (
  | { text: string }
  /** `text`: as much of the line as can be shown. */
  | { reason: string; text: string }
)

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
  let number = 0
  let pieces: Buffer[] = []
  let size = 0
  const end = (): Line => {
    number += 1
    const line = lineOf(number, pieces, size)
    pieces = []
    size = 0
    return line
  }
  try {
    for await (const chunk of plainBytes(source)) {
      let from = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        if (size <= lineLimit) pieces.push(chunk.subarray(from, at))
        size += at - from
        yield end()
        from = at + 1
      }
      // What is beyond the limit is counted and let go.
      if (size <= lineLimit) pieces.push(chunk.subarray(from))
      size += chunk.length - from
    }
  } catch (error) {
    throw unreadable(error, name, number)
  }
  if (size > 0) yield end()
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

function lineOf(number: number, pieces: readonly Buffer[], size: number): Line {
  if (size > lineLimit) {
    const start = Buffer.concat(pieces.slice(0, 1)).subarray(0, shownOfLong)
    const limit = lineLimit / 1024 / 1024
    return { number, size, reason: `строка длиннее ${limit}\u00a0МБ`, text: new TextDecoder().decode(start) }
  }
  const bytes = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  const line = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes
  if (isUtf8(line)) return { number, size, text: line.toString('utf8') }
  return {
    number,
    size,
    reason: 'не UTF-8: сохраните файл в этой кодировке',
    // The other encoding of Russian texts, so that the line can be recognised.
    text: new TextDecoder('windows-1251').decode(line),
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

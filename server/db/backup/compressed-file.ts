import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { PassThrough, pipeline as piped, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { errorCode, fileRefusal, Refusal } from '../refusal.ts'

/** Written aside, flushed and renamed: it exists whole or not at all. Compressed as its name says. */
const ownersOnly = 0o600
const chunkSize = 1 << 20

const packers: readonly { ending: string; pack: () => NodeJS.ReadWriteStream }[] = [
  { ending: '.gz', pack: () => createGzip({ level: 3, chunkSize }) },
  { ending: '.zst', pack: () => createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 3 } }) },
]

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Refusal(`Файл уже есть: ${file}. Назовите другой или уберите его.`)
}

/** @throws Refusal when the place cannot be written to */
export async function writeCompressed(file: string, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
  refuseExisting(file)
  const unfinished = `${file}.part`
  const remove = (): void => rmSync(unfinished, { force: true })
  signal?.addEventListener('abort', remove, { once: true })
  try {
    const target = createWriteStream(unfinished, { mode: ownersOnly, flush: true, highWaterMark: chunkSize })
    const packer = packers.find(({ ending }) => file.endsWith(ending))?.pack() ?? new PassThrough()
    await pipeline(Readable.from(bytes, { objectMode: false }), packer, target, { signal })
    refuseExisting(file)
    await rename(unfinished, file)
  } catch (error) {
    remove()
    throw unwritable(error, file)
  } finally {
    signal?.removeEventListener('abort', remove)
  }
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'Папки для файла нет',
  ENOTDIR: 'Папки для файла нет',
  EACCES: 'Нет права писать сюда',
  EPERM: 'Нет права писать сюда',
  EROFS: 'Сюда не пишется',
  ENOSPC: 'На диске не хватило места',
}
const unwritable = (error: unknown, file: string): unknown => {
  const sentence = sentences[errorCode(error) ?? '']
  return sentence === undefined ? error : new Refusal(`${sentence}: ${file}.`, { cause: error })
}

const gzipMagic = Buffer.from([0x1f, 0x8b])
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** The first `length` bytes, fewer when there are no more, and all bytes with these in front. */
export async function peekHead(
  source: AsyncIterable<Buffer>,
  length: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < length) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  const everything = async function* (): AsyncGenerator<Buffer> {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { head, all: everything() }
}

/** Read once and in order, so that a pipe will do. @throws Refusal */
export async function* readCompressed(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: chunkSize })
  try {
    const { head, all } = await peekHead(source, zstdMagic.length)
    const unpacker = unpackerOf(head)
    if (unpacker !== undefined) piped(Readable.from(all, { objectMode: false }), unpacker, () => undefined)
    yield* unpacker ?? all
  } catch (error) {
    throw unreadable(error, file)
  } finally {
    source.destroy()
  }
}

const unpackerOf = (head: Buffer) => {
  if (head.subarray(0, gzipMagic.length).equals(gzipMagic)) return createGunzip({ chunkSize })
  if (head.subarray(0, zstdMagic.length).equals(zstdMagic)) return createZstdDecompress({ chunkSize })
  return undefined
}

function unreadable(error: unknown, file: string): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'Z_BUF_ERROR') return new Refusal(`Файл обрывается: ${file}.`)
  if (code.startsWith('Z_') || code.startsWith('ZSTD_')) return new Refusal(`Файл обрывается или повреждён: ${file}.`)
  return fileRefusal(error, file) ?? error
}

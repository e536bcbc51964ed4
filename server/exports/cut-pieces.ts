import type { FileHandle } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import { namelessFile } from '../http/downloads.ts'
import { zipped } from './zip.ts'

/** Zips, each with a whole table that repeats the header row. A workbook cannot be cut. */
type Pieces = { folder: string; name: string; format: ExportFormat; beside: { path: string; body: string } }
export type FilePart = { name: string; read: () => AsyncIterable<Uint8Array>; close?: () => Promise<void> }

/** A piece may exceed its size by the last rows, the header row and the file `beside`. */
const slack = 4_000_000
const deflated = promisify(deflateRaw)
const chunk = 256 * 1024
const [lineFeed, quote] = [0x0a, 0x22]

/** Writes pieces to unlinked files in `folder`, which disappear when they are closed; undefined when the format cannot be cut. */
export async function cutIntoPieces(
  file: AsyncIterable<Buffer>,
  { folder, name, format, beside }: Pieces,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<FilePart[] | undefined> {
  if (format === 'xlsx') return undefined
  const full = Math.max(limit - slack, limit / 2)
  const pieces: OpenPiece[] = []
  let head: Buffer | undefined
  let piece: OpenPiece | undefined
  let isQuoted = false
  let length = 0
  let rest: Buffer = Buffer.alloc(0)
  const quoted = format === 'csv'
  const put = async (bytes: Buffer): Promise<void> => {
    if (bytes.length === 0) return
    if (piece === undefined) {
      piece = await openPiece(folder, name, beside)
      pieces.push(piece)
      if (pieces.length > 1 && head !== undefined) await piece.write(head)
    }
    await piece.write(bytes)
  }
  try {
    for await (const data of file) {
      signal.throwIfAborted()
      for (let from = 0; from < data.length; from += chunk) {
        const next = data.subarray(from, from + chunk)
        const bytes: Buffer = rest.length === 0 ? next : Buffer.concat([rest, next])
        // Rows end at line feeds outside quotes; the rest waits for the next chunk.
        let end = 0
        for (let at = rest.length; at < bytes.length; at++) {
          if (quoted && bytes[at] === quote) isQuoted = !isQuoted
          else if (bytes[at] === lineFeed && !isQuoted) {
            if (quoted && head === undefined) head = Buffer.from(bytes.subarray(0, at + 1))
            end = at + 1
          }
        }
        const rows = bytes.subarray(0, end)
        await put(rows)
        // Compressed separately to be measured: how much the zip has output varies, and every attempt must cut at the same rows.
        length += (await deflated(rows, { level: 1 })).length
        rest = Buffer.from(bytes.subarray(end))
        if (piece !== undefined && length >= full) {
          await piece.end()
          piece = undefined
          length = 0
        }
      }
    }
    await put(rest)
    await piece?.end()
  } catch (error) {
    await Promise.all(pieces.map(({ close }) => close()))
    throw error
  }
  return pieces.map(({ read, close }, index) => ({
    name: pieces.length === 1 ? `${name}.zip` : `${name}.часть-${index + 1}-из-${pieces.length}.zip`,
    read,
    close,
  }))
}

type OpenPiece = Required<Pick<FilePart, 'read' | 'close'>> & {
  write: (bytes: Buffer) => Promise<void>
  end: () => Promise<void>
}

async function openPiece(folder: string, name: string, beside: Pieces['beside']): Promise<OpenPiece> {
  const file = await namelessFile(folder)
  const body = new PassThrough({ highWaterMark: chunk })
  // Streams of the file itself would keep it open until they are destroyed.
  const packed = pipeline(zipped([beside, { path: name, body }]), async bytes => {
    for await (const some of bytes) await file.appendFile(some)
  })
  // Thrown by the next `write` or `end`.
  packed.catch(() => undefined)
  return {
    write: async bytes => {
      if (!body.write(bytes)) await Promise.race([new Promise(resolve => body.once('drain', resolve)), packed])
    },
    end: async () => {
      body.end()
      await packed
    },
    read: () => bytesOf(file),
    close: async () => {
      // Without an error, `packed` would never settle for an unfinished piece.
      body.destroy(new Error('The piece was given up'))
      await packed.catch(() => undefined)
      await file.close()
    },
  }
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunk), 0, chunk, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

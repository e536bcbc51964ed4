import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import { zipped } from './zip.ts'

/** Zips, each of them a whole table with its own head, cut between rows. A workbook cannot be cut. */
export type Pieces = { folder: string; name: string; format: ExportFormat; beside: { path: string; body: string } }
export type FilePart = { path: string; name: string }

/** What a packer holds back of what it was given: a piece may be longer by so much. */
const slack = 4_000_000
const chunk = 256 * 1024
const [lineFeed, quote] = [0x0a, 0x22]

/** Pieces in order, begun anew every time; undefined when the format cannot be cut. */
export async function cutIntoPieces(
  file: string,
  { folder, name, format, beside }: Pieces,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<FilePart[] | undefined> {
  if (format === 'xlsx') return undefined
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const full = Math.max(limit - slack, limit / 2)
  let head: Buffer | undefined
  let piece: OpenPiece | undefined
  let number = 0
  let isQuoted = false
  let rest: Buffer = Buffer.alloc(0)
  const quoted = format === 'csv'
  const put = async (bytes: Buffer): Promise<void> => {
    if (bytes.length === 0) return
    if (piece === undefined) {
      number += 1
      piece = openPiece(join(folder, String(number).padStart(4, '0')), name, beside)
      if (number > 1 && head !== undefined) await piece.write(head)
    }
    await piece.write(bytes)
  }
  for await (const data of createReadStream(file, { highWaterMark: chunk, signal })) {
    const bytes: Buffer = rest.length === 0 ? data : Buffer.concat([rest, data])
    // Rows end at line feeds outside quotes; what is behind the last of them waits for the next chunk.
    let end = 0
    for (let at = rest.length; at < bytes.length; at++) {
      if (quoted && bytes[at] === quote) isQuoted = !isQuoted
      else if (bytes[at] === lineFeed && !isQuoted) {
        if (quoted && head === undefined) head = Buffer.from(bytes.subarray(0, at + 1))
        end = at + 1
      }
    }
    await put(bytes.subarray(0, end))
    rest = Buffer.from(bytes.subarray(end))
    if (piece !== undefined && (await piece.size()) >= full) {
      await piece.close()
      piece = undefined
    }
  }
  await put(rest)
  await piece?.close()
  const paths = (await readdir(folder)).toSorted()
  return paths.map((path, index) => ({
    path: join(folder, path),
    name: paths.length === 1 ? `${name}.zip` : `${name}.часть-${index + 1}-из-${paths.length}.zip`,
  }))
}

type OpenPiece = { write: (bytes: Buffer) => Promise<void>; size: () => Promise<number>; close: () => Promise<void> }

function openPiece(path: string, name: string, beside: Pieces['beside']): OpenPiece {
  const body = new PassThrough({ highWaterMark: chunk })
  const out = createWriteStream(path, { mode: 0o600 })
  const packed = pipeline(zipped([beside, { path: name, body }]), out)
  // Told at the next step.
  packed.catch(() => undefined)
  return {
    write: async bytes => {
      if (!body.write(bytes)) await Promise.race([new Promise(resolve => body.once('drain', resolve)), packed])
    },
    size: async () => (await stat(path).catch(() => ({ size: 0 }))).size,
    close: async () => {
      body.end()
      await packed
    },
  }
}

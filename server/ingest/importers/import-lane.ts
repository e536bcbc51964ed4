import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { CaseRecord } from '../case-record.ts'
import type { IngestResult } from '../ingest.ts'
import { ingestBatch } from '../ingest-many.ts'
import { linesOf, type Piece } from './read-lines.ts'
import { readLine } from './read-record.ts'

/**
 * Who brings pieces of files in: first reads them, and says of which cases they are and what cannot be read; then, when told
 * that it is their turn, writes them. A lane does several at a time: while one waits for the database, another is being read.
 */
export type FilePiece = Piece & { file: string }
export type RejectedLine = { file: string; line: number; reason: string; text: string }
export type Opened = { keys: readonly string[]; rejected: readonly RejectedLine[]; write(): Promise<Written> }
export type Written = { counts: Record<IngestResult['outcome'], number>; refused: readonly RejectedLine[] }
export type Lane = { open(pieces: readonly FilePiece[]): Promise<Opened>; close(): Promise<void> }

type Item = { record: CaseRecord; origin: string; file: string; line: number; text: string }

/** In this very thread, over the connections of `db`. */
export const ownLane = (db: Kysely<DB>): Lane => ({
  open: async pieces => {
    const { items, rejected } = readPieces(pieces)
    return { keys: items.map(({ record }) => record.source_key), rejected, write: () => write(db, items) }
  },
  close: async () => undefined,
})

function readPieces(pieces: readonly FilePiece[]): { items: Item[]; rejected: RejectedLine[] } {
  const items: Item[] = []
  const rejected: RejectedLine[] = []
  for (const piece of pieces)
    for (const line of linesOf(piece)) {
      const { number, text } = line
      if ('reason' in line) rejected.push({ file: piece.file, line: number, reason: line.reason, text })
      else if (text.trim() !== '') {
        const read = readLine(text)
        if ('reason' in read) rejected.push({ file: piece.file, line: number, reason: read.reason, text })
        else items.push({ ...read, file: piece.file, line: number, text })
      }
    }
  return { items, rejected }
}

async function write(db: Kysely<DB>, items: readonly Item[]): Promise<Written> {
  const counts = { new: 0, changed: 0, same: 0 }
  const refused: RejectedLine[] = []
  for (const [origin, part] of ofOneOrigin(items))
    await ingestBatch(db, part, {
      origin,
      onResults: results => {
        for (const { outcome } of results) counts[outcome] += 1
      },
      onRefused: ({ item: { file, line, text }, reason }) => void refused.push({ file, line, reason, text }),
    })
  return { counts, refused }
}

/** Neighbours that came from one kind of source. */
function* ofOneOrigin(items: readonly Item[]): Generator<[origin: string, part: readonly Item[]]> {
  for (let from = 0; from < items.length; ) {
    const origin = items[from]?.origin ?? ''
    const next = items.findIndex((item, at) => at > from && item.origin !== origin)
    const until = next < 0 ? items.length : next
    yield [origin, items.slice(from, until)]
    from = until
  }
}

import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { shareAny } from '../ingest-many.ts'
import { type FilePiece, type Lane, ownLane, type RejectedLine } from './import-lane.ts'
import { openFile, pieceLines, readPieces, refuseUnreadable } from './read-lines.ts'
import { RejectedFile } from './rejected-file.ts'
import { piecesAtOnce, threadedLane } from './threaded-lane.ts'

/**
 * Files of cases into the database: the product's own NDJSON and registry exports, plain or gzip, of any size in constant
 * memory. Every line that is not blank is new, changed, same or rejected; what is rejected is written down with the
 * number of its line and the reason. A long file is shared among threads; what is written is the same.
 */
export type Summary = { new: number; changed: number; same: number; rejected: number; rejectedPath?: string }
export type ImportOptions = {
  /** Where rejected lines go; without it, next to the file they come from. */
  rejectedPath?: string | undefined
  /** After every batch and every rejected line. */
  onProgress?: (summary: Readonly<Summary>) => void
  stdin?: Readable
  /** Address of the database `db`: with it, other threads may help. */
  url?: string | undefined
}

/** A thread costs about a second of a processor to start: from this many lines on it is worth that. */
const linesForThreads = 3 * pieceLines
/** The database needs as much of a processor as the reading does. */
const mostThreads = Math.min(3, Math.floor(availableParallelism() / 2))

/** `-` among the files is standard input. */
export async function importFiles(
  db: Kysely<DB>,
  files: readonly string[],
  { rejectedPath, onProgress, stdin = process.stdin, url }: ImportOptions = {},
): Promise<Summary> {
  const summary: Summary = { new: 0, changed: 0, same: 0, rejected: 0 }
  for (const file of files) await refuseUnreadable(file)
  const rejected = new RejectedFile(rejectedPath, files)
  const reject = async (lines: readonly RejectedLine[]): Promise<void> => {
    for (const line of lines) {
      summary.rejected += 1
      await rejected.add(line)
      onProgress?.(summary)
    }
  }
  const lanes = new Lanes(db, url)
  /** What is being written, and the cases it is about. */
  const writing = new Map<Promise<void>, ReadonlySet<string>>()
  // The first thing to go wrong stops the whole at the next step; nothing is left unawaited.
  const failures: unknown[] = []

  /** Settles `granted` as soon as the next may go on. */
  const bring = async (lane: Lane, pieces: FilePiece[], before: Promise<void>, granted: () => void): Promise<void> => {
    const opened = await lane.open(pieces)
    await before
    if (failures.length > 0) return
    await reject(opened.rejected)
    // Two readings of one case keep their order: the later one waits until the earlier one is in.
    const keys = new Set(opened.keys)
    while ([...writing.values()].some(others => shareAny(keys, others))) await Promise.race(writing.keys())
    if (failures.length > 0) return
    const work = opened
      .write()
      .then(async ({ counts, refused }) => {
        for (const outcome of ['new', 'changed', 'same'] as const) summary[outcome] += counts[outcome]
        onProgress?.(summary)
        await reject(refused)
      })
      .catch(error => void failures.push(error))
      .finally(() => writing.delete(work))
    writing.set(work, keys)
    granted()
    await work
  }

  let before = Promise.resolve()
  try {
    for await (const pieces of gathered(files, stdin)) {
      const lane = await lanes.next()
      if (failures.length > 0) break
      const { promise, resolve } = Promise.withResolvers<void>()
      const work = bring(lane, pieces, before, resolve)
        .catch(error => void failures.push(error))
        .finally(resolve)
      lanes.busy(lane, work)
      before = promise
    }
  } finally {
    // Also when the source broke off: what was read before is whole.
    await lanes.close()
    await rejected.close()
    if (rejected.path !== undefined) summary.rejectedPath = rejected.path
  }
  if (failures.length > 0) throw failures[0]
  return summary
}

export const nameOf = (file: string): string => (file === '-' ? 'стандартный ввод' : file)

/** As much as makes a batch, of one file or of several small ones. */
async function* gathered(files: readonly string[], stdin: Readable): AsyncGenerator<FilePiece[]> {
  let pieces: FilePiece[] = []
  let lines = 0
  try {
    for (const file of files)
      for await (const piece of readPieces(openFile(file, stdin), nameOf(file))) {
        if (pieces.length > 0 && lines + piece.count > pieceLines) {
          yield pieces
          ;[pieces, lines] = [[], 0]
        }
        pieces.push({ ...piece, file })
        lines += piece.count
      }
  } catch (error) {
    if (pieces.length > 0) yield pieces
    throw error
  }
  if (pieces.length > 0) yield pieces
}

/** This thread, and others once there is enough to do. */
class Lanes {
  readonly #works = new Map<Lane, Set<Promise<void>>>()
  readonly #url: string | undefined
  #given = 0

  constructor(db: Kysely<DB>, url: string | undefined) {
    this.#url = url
    this.#works.set(ownLane(db), new Set())
  }
  /** The one with the least to do, as soon as there is one with little. */
  async next(): Promise<Lane> {
    this.#given += 1
    if (this.#url !== undefined && this.#given * pieceLines > linesForThreads && this.#works.size <= mostThreads)
      this.#works.set(threadedLane(this.#url), new Set())
    for (;;) {
      const [lane, works] = [...this.#works].reduce((one, other) => (other[1].size < one[1].size ? other : one))
      if (works.size < piecesAtOnce) return lane
      await Promise.race([...this.#works.values()].flatMap(set => [...set]))
    }
  }
  busy(lane: Lane, work: Promise<void>): void {
    const works = this.#works.get(lane)
    works?.add(work)
    void work.finally(() => works?.delete(work))
  }
  /** When all is done. */
  async close(): Promise<void> {
    await Promise.all([...this.#works.values()].flatMap(works => [...works]))
    await Promise.all([...this.#works.keys()].map(lane => lane.close()))
  }
}

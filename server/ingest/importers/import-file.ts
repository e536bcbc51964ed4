import { constants } from 'node:fs'
import { access, type FileHandle, open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { errorCode, Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { type FileChunk, type Importer, localImporter, type RejectedLine } from './importer.ts'
import { chunkLines, openInput, readChunks, refuseUnreadable } from './read-lines.ts'
import { batchesInFlight, threadImporter } from './thread-importer.ts'

/**
 * Imports files of cases (own NDJSON and registry exports, plain or gzip) in constant memory. Every non-blank line is new, changed, same or rejected
 * with a reason. Long files are split between threads.
 */
export type Summary = { new: number; changed: number; same: number; rejected: number; rejectedPath?: string }
type ImportOptions = {
  rejectedPath?: string | undefined
  onProgress?: (summary: Readonly<Summary>) => void
  stdin?: Readable
  url?: string | undefined
}

const linesForThreads = 3 * chunkLines
const maxThreads = Math.min(3, Math.floor(availableParallelism() / 2))

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
  const pool = new ImporterPool(db, url)
  const writing = new Map<Promise<void>, ReadonlySet<string>>()
  // The first failure stops the others at their next step; all are awaited.
  const failures: unknown[] = []

  const importBatch = async (
    importer: Importer,
    chunks: FileChunk[],
    before: Promise<void>,
    onWriting: () => void,
  ): Promise<void> => {
    const parsed = await importer.parse(chunks)
    await before
    if (failures.length > 0) return
    await reject(parsed.rejected)
    // Two records of one case are written in order.
    const keys = new Set(parsed.keys)
    while (writing.values().some(others => !keys.isDisjointFrom(others))) await Promise.race(writing.keys())
    if (failures.length > 0) return
    const work = parsed
      .write()
      .then(async ({ counts, refused }) => {
        for (const outcome of ['new', 'changed', 'same'] as const) summary[outcome] += counts[outcome]
        onProgress?.(summary)
        await reject(refused)
      })
      .catch(error => void failures.push(error))
      .finally(() => writing.delete(work))
    writing.set(work, keys)
    onWriting()
    await work
  }

  let before = Promise.resolve()
  try {
    for await (const chunks of batchesOf(files, stdin)) {
      const importer = await pool.next()
      if (failures.length > 0) break
      const { promise, resolve } = Promise.withResolvers<void>()
      const work = importBatch(importer, chunks, before, resolve)
        .catch(error => void failures.push(error))
        .finally(resolve)
      pool.track(importer, work)
      before = promise
    }
  } finally {
    await pool.close()
    await rejected.close()
    if (rejected.path !== undefined) summary.rejectedPath = rejected.path
  }
  if (failures.length > 0) throw failures[0]
  return summary
}

export const nameOf = (file: string): string => (file === '-' ? 'стандартный ввод' : file)

async function* batchesOf(files: readonly string[], stdin: Readable): AsyncGenerator<FileChunk[]> {
  let chunks: FileChunk[] = []
  let lines = 0
  try {
    for (const file of files)
      for await (const chunk of readChunks(openInput(file, stdin), nameOf(file))) {
        if (chunks.length > 0 && lines + chunk.count > chunkLines) {
          yield chunks
          ;[chunks, lines] = [[], 0]
        }
        chunks.push({ ...chunk, file })
        lines += chunk.count
      }
  } catch (error) {
    if (chunks.length > 0) yield chunks
    throw error
  }
  if (chunks.length > 0) yield chunks
}

/** This thread, and worker threads for larger inputs. */
class ImporterPool {
  readonly #works = new Map<Importer, Set<Promise<void>>>()
  readonly #url: string | undefined
  #given = 0

  constructor(db: Kysely<DB>, url: string | undefined) {
    this.#url = url
    this.#works.set(localImporter(db), new Set())
  }
  async next(): Promise<Importer> {
    this.#given += 1
    if (this.#url !== undefined && this.#given * chunkLines > linesForThreads && this.#works.size <= maxThreads)
      this.#works.set(threadImporter(this.#url), new Set())
    for (;;) {
      const [importer, works] = [...this.#works].reduce((one, other) => (other[1].size < one[1].size ? other : one))
      if (works.size < batchesInFlight) return importer
      await Promise.race([...this.#works.values()].flatMap(set => [...set]))
    }
  }
  track(importer: Importer, work: Promise<void>): void {
    const works = this.#works.get(importer)
    works?.add(work)
    void work.finally(() => works?.delete(work))
  }
  async close(): Promise<void> {
    await Promise.all([...this.#works.values()].flatMap(works => [...works]))
    await Promise.all([...this.#works.keys()].map(importer => importer.close()))
  }
}

class RejectedFile {
  readonly #path: string | undefined
  #handle: FileHandle | undefined
  #opened: string | undefined
  #last: Promise<void> = Promise.resolve()

  readonly #inputs: ReadonlySet<string>
  /** Without a path: next to the file of the first rejected line. @throws Refusal if it would overwrite an input */
  constructor(path: string | undefined, inputs: readonly string[]) {
    this.#path = path
    this.#inputs = new Set(inputs.map(input => resolve(input)))
    if (path !== undefined && this.#inputs.has(resolve(path)))
      throw new Refusal(`Файл для отвергнутых строк — один из загружаемых: ${path}. Укажите другой.`)
  }
  get path(): string | undefined {
    return this.#opened
  }
  add(rejected: RejectedLine): Promise<void> {
    this.#last = this.#last.then(async () => {
      this.#handle ??= await this.#open(rejected.file)
      await this.#handle.write(`${JSON.stringify(rejected)}\n`)
    })
    return this.#last
  }
  async close(): Promise<void> {
    try {
      await this.#last
    } finally {
      await this.#handle?.close()
    }
  }
  async #open(input: string): Promise<FileHandle> {
    this.#opened = this.#path ?? (await this.#beside(input))
    try {
      return await open(this.#opened, 'w')
    } catch (error) {
      throw new Refusal(
        `Отвергнутые строки некуда записать: ${this.#opened} (${errorCode(error) ?? 'неизвестная ошибка'}). Укажите файл ключом --rejected.`,
      )
    }
  }

  /** In the current folder if the input's is read-only. Never the name of an input. */
  async #beside(input: string): Promise<string> {
    const folder = input === '-' ? '.' : dirname(resolve(input))
    const isOpen = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
    const name = join(isOpen ? folder : '.', input === '-' ? 'stdin' : basename(input))
    for (let number = 1; ; number++) {
      const path = `${name}.rejected${number === 1 ? '' : `-${number}`}.ndjson`
      if (!this.#inputs.has(resolve(path))) return isOpen && input !== '-' ? path : resolve(path)
    }
  }
}

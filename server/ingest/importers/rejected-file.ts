import { constants } from 'node:fs'
import { access, type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode, Refusal } from '../../db/refusal.ts'

/** Rejected lines, as NDJSON `{ file, line, reason, text }`: made when the first one comes, so that no file means none. */
export type Rejected = { file: string; line: number; reason: string; text: string }

export class RejectedFile {
  readonly #path: string | undefined
  #handle: FileHandle | undefined
  #opened: string | undefined
  /** Writes follow each other. */
  #last: Promise<void> = Promise.resolve()

  /** Without a path, it lies next to the file that the first rejected line is in. */
  constructor(path: string | undefined) {
    this.#path = path
  }
  /** Where it is; absent while nothing was rejected. */
  get path(): string | undefined {
    return this.#opened
  }
  add(rejected: Rejected): Promise<void> {
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
    this.#opened = this.#path ?? (await beside(input))
    try {
      return await open(this.#opened, 'w')
    } catch (error) {
      throw new Refusal(
        `Отвергнутые строки некуда записать: ${this.#opened} (${errorCode(error) ?? 'неизвестная ошибка'}). Укажите файл ключом --rejected.`,
      )
    }
  }
}

/** The folder of the input may be closed to us: then the current one. */
async function beside(input: string): Promise<string> {
  const name = `${input === '-' ? 'stdin' : basename(input)}.rejected.ndjson`
  const folder = input === '-' ? '.' : dirname(resolve(input))
  try {
    await access(folder, constants.W_OK)
    return join(folder, name)
  } catch {
    return resolve(name)
  }
}

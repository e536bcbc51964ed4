import { constants } from 'node:fs'
import { access, type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode, Refusal } from '../../db/refusal.ts'
import type { RejectedLine } from './importer.ts'

export class RejectedFile {
  readonly #path: string | undefined
  #handle: FileHandle | undefined
  #opened: string | undefined
  #last: Promise<void> = Promise.resolve()

  readonly #inputs: ReadonlySet<string>
  /** Without a path, next to the file of the first rejected line. @throws Refusal when it would overwrite an input */
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

  /** In the current folder where the input's is read-only. Never the name of an input. */
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

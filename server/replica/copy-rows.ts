import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted } from './duckdb-file.ts'
import type { CopiedTable } from './tables.ts'

/**
 * Rows from PostgreSQL to DuckDB go through files: neither side spells values out in JavaScript, memory holds none of them,
 * and who is served meanwhile does not wait. The file is removed by whoever asked for it.
 */
export type RowFile = Disposable & { path: string; isEmpty: boolean }

export async function toFile(source: pg.Client, folder: string, name: string, select: string): Promise<RowFile> {
  const path = join(folder, `${name}.csv`)
  const out = createWriteStream(path)
  const remove = (): void => rmSync(path, { force: true })
  try {
    await pipeline(source.query(copyTo(`copy (${select}) to stdout (format csv)`)), out)
  } catch (error) {
    remove()
    throw error
  }
  return { path, isEmpty: out.bytesWritten === 0, [Symbol.dispose]: remove }
}

/** An empty text is quoted, what is absent is not. */
const form = `auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false`

/** What DuckDB is asked for the rows of a file with. */
export const fromFile = ({ path }: RowFile, columns: CopiedTable['columns']): string => {
  const types = columns.map(({ name, type }) => `${quoted(name)}: ${quoted(type)}`).join(', ')
  return `select * from read_csv(${quoted(path)}, columns = {${types}}, ${form})`
}

/** What is asked of PostgreSQL, and what becomes of it. */
export type Taking = { name: string; select: string; take: (file: RowFile) => Promise<unknown> }

/** One after another: PostgreSQL writes the next file while DuckDB reads the last. There are two files at a time. */
export async function takeInTurn(source: pg.Client, folder: string, all: Iterable<Taking>): Promise<void> {
  let taking: Promise<unknown> = Promise.resolve()
  try {
    for (const { name, select, take } of all) {
      const file = await toFile(source, folder, name, select)
      const last = taking
      taking = last.then(() => take(file)).finally(() => file[Symbol.dispose]())
      // Told where it is waited for.
      taking.catch(() => undefined)
      await last
    }
  } finally {
    await taking
  }
}

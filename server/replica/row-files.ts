import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { sqlString } from './duckdb-file.ts'
import type { CopiedTable } from './tables.ts'

/**
 * Rows are transferred from PostgreSQL to DuckDB through CSV files, so that no values are parsed in JavaScript or held in
 * memory, and the event loop stays free. The caller removes a file.
 */
export type RowFile = Disposable & { path: string; isEmpty: boolean }

async function writeRows(source: pg.Client, folder: string, name: string, select: string): Promise<RowFile> {
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

/** PostgreSQL quotes an empty text, but not null. */
const csvOptions = `auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false`

export const selectFrom = ({ path }: RowFile, columns: CopiedTable['columns']): string => {
  const types = columns.map(({ name, type }) => `${sqlString(name)}: ${sqlString(type)}`).join(', ')
  return `select * from read_csv(${sqlString(path)}, columns = {${types}}, ${csvOptions})`
}

/** `select`: for PostgreSQL; `insert`: into DuckDB. */
export type RowTransfer = { name: string; select: string; insert: (file: RowFile) => Promise<unknown> }

/** In order. PostgreSQL writes the next file while DuckDB reads the previous one: at most two exist at a time. */
export async function pipeRows(source: pg.Client, folder: string, transfers: Iterable<RowTransfer>): Promise<void> {
  let inserting: Promise<unknown> = Promise.resolve()
  try {
    for (const { name, select, insert } of transfers) {
      const file = await writeRows(source, folder, name, select)
      const previous = inserting
      inserting = previous.then(() => insert(file)).finally(() => file[Symbol.dispose]())
      // Reported where it is awaited.
      inserting.catch(() => undefined)
      await previous
    }
  } finally {
    await inserting
  }
}

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted } from './duckdb-file.ts'
import type { CopiedTable } from './tables.ts'

/**
 * Rows of one query of PostgreSQL into one table of DuckDB, through a file: neither side spells values out in JavaScript,
 * memory holds none of them, and whoever is served meanwhile does not wait.
 */
export async function copyRows(
  from: pg.Client,
  to: DuckDBConnection,
  folder: string,
  { columns, select }: Pick<CopiedTable, 'columns' | 'select'>,
  into: string,
): Promise<void> {
  const path = join(folder, `${into}.csv`)
  try {
    await pipeline(from.query(copyTo(`copy (${select}) to stdout (format csv)`)), createWriteStream(path))
    const types = columns.map(({ name, type }) => `${quoted(name)}: ${quoted(type)}`).join(', ')
    // An empty text is quoted, what is absent is not.
    await to.run(`insert into ${into} select * from read_csv(${quoted(path)}, columns = {${types}}, auto_detect = false,
      header = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false)`)
  } finally {
    await rm(path, { force: true })
  }
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { makeTables } from './duckdb-file.ts'
import { caseTables, directoryTables } from './tables.ts'

/** Everything, as it stands in PostgreSQL at one moment. */
export async function load(from: pg.Client, to: DuckDBConnection, folder: string): Promise<void> {
  await makeTables(to)
  await from.query('begin isolation level repeatable read read only')
  try {
    for (const table of [...directoryTables, ...caseTables]) await copyRows(from, to, folder, table, table.name)
  } finally {
    await from.query('rollback')
  }
}

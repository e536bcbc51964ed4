import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { type Checkpoint, checkpointTable, writeCheckpoint } from './checkpoint.ts'
import { clusteredTables, recluster } from './cluster.ts'
import { pipeRows, type RowTransfer } from './row-files.ts'
import { insertRows, readTables } from './row-sets.ts'
import {
  type CopiedTable,
  copiedTables,
  dictionaries,
  directoryTables,
  functions,
  storedColumns,
  views,
} from './tables.ts'

/** Limits memory, whatever the number of cases. */
const casesPerTransfer = 250_000

/** Copies everything from one snapshot of PostgreSQL into an empty file. */
export async function load(
  source: pg.Client,
  copy: DuckDBConnection,
  folder: string,
  known: Pick<Checkpoint, 'id' | 'token'>,
): Promise<Checkpoint> {
  await makeTables(copy)
  await source.query('begin isolation level repeatable read read only')
  try {
    const { rows } = await source.query<{ snapshot: string; first: number; last: number }>(
      `select pg_current_snapshot()::text as snapshot, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
      from court_case`,
    )
    const [{ snapshot, first, last } = { snapshot: '', first: 0, last: 0 }] = rows
    await pipeRows(source, folder, transfers(copy, first, last))
    for (const table of clusteredTables) await recluster(copy, table)
    // Last, since a file without a checkpoint counts as incomplete.
    const checkpoint = { ...known, snapshot, unordered: 0 }
    await writeCheckpoint(copy, checkpoint)
    await copy.run('checkpoint')
    return checkpoint
  } finally {
    await source.query('rollback')
  }
}

function* transfers(copy: DuckDBConnection, first: number, last: number): Generator<RowTransfer> {
  const transfer = (table: CopiedTable, name: string, select: string): RowTransfer => ({
    name,
    select,
    insert: file => insertRows(copy, table, file),
  })
  for (const table of directoryTables) yield transfer(table, table.name, table.select)
  for (let from = first, number = 0; from <= last; from += casesPerTransfer, number++)
    for (const table of readTables)
      yield transfer(
        table,
        `${table.name}-${number}`,
        `${table.select} where ${table.caseColumn} between ${from} and ${from + casesPerTransfer - 1}`,
      )
}

async function makeTables(copy: DuckDBConnection): Promise<void> {
  for (const table of copiedTables)
    await copy.run(
      `create table ${table.name} (${storedColumns(table)
        .map(({ name, type }) => `"${name}" ${type}`)
        .join(', ')})`,
    )
  for (const statement of [...dictionaries, ...views, ...functions, checkpointTable]) await copy.run(statement)
}

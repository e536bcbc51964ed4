import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { type Checkpoint, checkpointTable, writeCheckpoint } from './checkpoint.ts'
import { clusteredTables, recluster } from './cluster.ts'
import { pipeRows, type RowTransfer } from './row-files.ts'
import { insertRows, readTables } from './row-sets.ts'
import {
  type CopiedTable,
  columnsThere,
  copiedTables,
  dictionaries,
  directoryTables,
  functions,
  views,
} from './tables.ts'

/**
 * A copy of everything as it stands in PostgreSQL at one moment. Memory holds a range of cases, whatever their number.
 */
const casesAtOnce = 250_000

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
    // Last of all: a file without it is no copy.
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
  for (let from = first, number = 0; from <= last; from += casesAtOnce, number++)
    for (const table of readTables)
      yield transfer(
        table,
        `${table.name}-${number}`,
        `${table.select} where ${table.caseColumn} between ${from} and ${from + casesAtOnce - 1}`,
      )
}

/** Empty, under the names of PostgreSQL. */
async function makeTables(copy: DuckDBConnection): Promise<void> {
  for (const table of copiedTables)
    await copy.run(
      `create table ${table.name} (${columnsThere(table)
        .map(({ name, type }) => `"${name}" ${type}`)
        .join(', ')})`,
    )
  for (const statement of [...dictionaries, ...views, ...functions, checkpointTable]) await copy.run(statement)
}

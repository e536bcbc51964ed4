import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { type Taking, takeInTurn } from './copy-rows.ts'
import { makeTables } from './duckdb-file.ts'
import { layInOrder, orderedTables } from './lie-in-order.ts'
import { keepPlace, type Place, register } from './place.ts'
import { readTables, takeRows } from './row-sets.ts'
import { type CopiedTable, directoryTables } from './tables.ts'

/**
 * A copy of everything as it stands in PostgreSQL at one moment. Memory holds a stretch of cases, whatever their number;
 * PostgreSQL writes the next one while DuckDB reads the last.
 */
const casesAtOnce = 250_000

export async function load(source: pg.Client, copy: DuckDBConnection, folder: string): Promise<Place> {
  const known = await register(source)
  await makeTables(copy)
  await source.query('begin isolation level repeatable read read only')
  try {
    const { rows } = await source.query<{ snapshot: string; first: number; last: number }>(
      `select pg_current_snapshot()::text as snapshot, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
      from court_case`,
    )
    const [{ snapshot, first, last } = { snapshot: '', first: 0, last: 0 }] = rows
    await takeInTurn(source, folder, takings(copy, first, last))
    for (const table of orderedTables) await layInOrder(copy, table)
    // Last of all: a file without it is no copy.
    const place = { ...known, snapshot, behind: 0 }
    await keepPlace(copy, place)
    await copy.run('checkpoint')
    return place
  } finally {
    await source.query('rollback')
  }
}

function* takings(copy: DuckDBConnection, first: number, last: number): Generator<Taking> {
  const taking = (table: CopiedTable, name: string, select: string): Taking => ({
    name,
    select,
    take: file => takeRows(copy, table, file),
  })
  for (const table of directoryTables) yield taking(table, table.name, table.select)
  for (let from = first, number = 0; from <= last; from += casesAtOnce, number++)
    for (const table of readTables)
      yield taking(
        table,
        `${table.name}-${number}`,
        `${table.select} where ${table.caseColumn} between ${from} and ${from + casesAtOnce - 1}`,
      )
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { type Taking, takeInTurn } from './copy-rows.ts'
import { makeTables } from './duckdb-file.ts'
import { keepPlace, type Place, register } from './place.ts'
import { readTables, takeRows } from './row-sets.ts'
import { type CopiedTable, directoryTables } from './tables.ts'

/**
 * A copy of everything as it stands in PostgreSQL at one moment. Memory holds a stretch of cases, whatever their number;
 * PostgreSQL writes the next one while DuckDB reads the last.
 */
const casesAtOnce = 250_000

/** Cases lie by the day they came, the latest first: what is asked for most is at the front, and a span of days is one piece. */
const inOrder = 'order by entry_date desc nulls last, id desc'
/** Child tables that are asked about by days of their own. */
const inOrderOf: Readonly<Record<string, string>> = { case_event: 'event_date' }

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
    await copy.run('create table arriving as select * from court_case')
    await takeInTurn(source, folder, takings(copy, first, last))
    await copy.run(`insert into court_case from arriving ${inOrder}`)
    await copy.run('drop table arriving')
    for (const [table, order] of Object.entries(inOrderOf)) await layInOrder(copy, table, order)
    // Last of all: a file without it is no copy.
    const place = { ...known, snapshot }
    await keepPlace(copy, place)
    await copy.run('checkpoint')
    return place
  } finally {
    await source.query('rollback')
  }
}

async function layInOrder(copy: DuckDBConnection, table: string, order: string): Promise<void> {
  await copy.run(`create table in_order as select * from ${table} order by ${order}`)
  await copy.run(`drop table ${table}`)
  await copy.run(`alter table in_order rename to ${table}`)
}

function* takings(copy: DuckDBConnection, first: number, last: number): Generator<Taking> {
  const taking = (table: CopiedTable, name: string, select: string): Taking => ({
    name,
    select,
    take: file => takeRows(copy, table, file, 'arriving'),
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

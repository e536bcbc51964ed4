import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { fromFile, type Taking, takeInTurn } from './copy-rows.ts'
import { keepPlace, type Place } from './place.ts'
import { readTables, takeRows } from './row-sets.ts'
import { directoryTables } from './tables.ts'
import { idsWritten, type Written } from './written.ts'

/** One look at PostgreSQL, and whatever it takes for the copy to be as PostgreSQL was at that look. */
export type Followed = { source: pg.Client; copy: DuckDBConnection; folder: string; place: Place }

/**
 * Takes into the copy what was written: rows of the cases as they are now for rows as they were, all of it and the place in
 * one transaction of the copy. Doing it twice does no harm. `announced` is waited for before the end.
 */
export async function takeIn(
  { source, copy, folder, place }: Followed,
  written: Written,
  to: Place,
  announced: () => Promise<void>,
): Promise<void> {
  await copy.run('begin transaction')
  try {
    await takeInTurn(source, folder, takings(copy, place.snapshot, written))
    await announced()
    await keepPlace(copy, to)
    await copy.run('commit')
  } catch (error) {
    await copy.run('rollback').catch(() => undefined)
    throw error
  }
}

function* takings(copy: DuckDBConnection, from: string, { cases, directories }: Written): Generator<Taking> {
  if (cases !== undefined) {
    const isSeveral = 'count' in cases
    if (isSeveral)
      yield {
        name: 'ids',
        select: idsWritten(from),
        take: file => copy.run(`create or replace temp table written as ${fromFile(file, idColumn)}`),
      }
    for (const table of readTables) {
      const { name, select, caseColumn, setColumn } = table
      const stretch = isSeveral ? '' : `${caseColumn} between ${cases.first} and ${cases.last}`
      yield {
        name,
        select: `${select} where ${isSeveral ? `${caseColumn} in (${idsWritten(from)})` : stretch}`,
        take: async file => {
          const here = isSeveral ? `${caseColumn} in (select id from written)` : stretch
          // Sets of rows are no case's own.
          if (setColumn === undefined) await copy.run(`delete from ${name} where ${here}`)
          await takeRows(copy, table, file)
        },
      }
    }
  }
  for (const { name, columns, select } of directoryTables)
    if (directories.includes(name))
      yield {
        name,
        select,
        take: async file => {
          await copy.run(`delete from ${name}`)
          await copy.run(`insert into ${name} ${fromFile(file, columns)}`)
        },
      }
}
const idColumn = [{ name: 'id', type: 'INTEGER' }] as const

import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { fromFile, toFile } from './copy-rows.ts'
import { keepPlace, type Place } from './place.ts'
import { takeRows } from './row-sets.ts'
import { caseTables, directoryTables } from './tables.ts'
import { idsWritten, type Written } from './written.ts'

/**
 * Takes into the copy what was written: rows of the cases as they are now for rows as they were, all of it and the place in
 * one transaction of the copy. Doing it twice does no harm.
 */
export async function takeIn(
  source: pg.Client,
  copy: DuckDBConnection,
  folder: string,
  from: string,
  { cases, directories }: Written,
  to: Place,
  announced: () => Promise<void>,
): Promise<void> {
  const steps: (() => Promise<void>)[] = []
  const files: Disposable[] = []
  try {
    if (cases !== undefined && 'count' in cases) {
      const ids = await toFile(source, folder, 'ids', idsWritten(from))
      files.push(ids)
      steps.push(async () => {
        await copy.run(`create or replace temp table written as ${fromFile(ids, [{ name: 'id', type: 'INTEGER' }])}`)
      })
    }
    if (cases !== undefined)
      for (const table of caseTables) {
        const { name, select, caseColumn, setColumn } = table
        const [here, there] =
          'count' in cases
            ? [`${caseColumn} in (select id from written)`, `${caseColumn} in (${idsWritten(from)})`]
            : Array.from({ length: 2 }, () => `${caseColumn} between ${cases.first} and ${cases.last}`)
        const file = await toFile(source, folder, name, `${select} where ${there}`)
        files.push(file)
        steps.push(async () => {
          // Sets of rows are no case's own.
          if (setColumn === undefined) await copy.run(`delete from ${name} where ${here}`)
          await takeRows(copy, table, file)
        })
      }
    for (const { name, columns, select } of directoryTables) {
      if (!directories.includes(name)) continue
      const file = await toFile(source, folder, name, select)
      files.push(file)
      steps.push(async () => {
        await copy.run(`delete from ${name}`)
        await copy.run(`insert into ${name} ${fromFile(file, columns)}`)
      })
    }
    await announced()
    await copy.run('begin transaction')
    try {
      for (const step of steps) await step()
      await keepPlace(copy, to)
      await copy.run('commit')
    } catch (error) {
      await copy.run('rollback').catch(() => undefined)
      throw error
    }
  } finally {
    for (const file of files) file[Symbol.dispose]()
  }
}

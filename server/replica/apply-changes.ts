import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { type ChangeSet, changedIds } from './change-set.ts'
import { type Checkpoint, writeCheckpoint } from './checkpoint.ts'
import { inTransaction } from './cluster.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { pipeRows, type RowTransfer, selectFrom } from './row-files.ts'
import { insertRows, readTables } from './row-sets.ts'
import { directoryTables } from './tables.ts'

export type Replication = {
  source: pg.Client
  copy: DuckDBConnection
  folder: string
  checkpoint: Checkpoint
  /** What readers have been answered. */
  answers?: KeptAnswers
}

/**
 * Replaces rows of changed cases as they were by rows as they are now, together with the checkpoint in one transaction of the copy.
 * Doing it twice does no harm. `announced` is awaited before the commit.
 */
export const applyChanges = (
  { source, copy, folder, checkpoint }: Replication,
  changes: ChangeSet,
  next: Checkpoint,
  announced: () => Promise<void>,
): Promise<void> =>
  inTransaction(copy, async () => {
    await pipeRows(source, folder, transfers(copy, checkpoint.snapshot, changes))
    await announced()
    await writeCheckpoint(copy, next)
  })

function* transfers(copy: DuckDBConnection, since: string, { cases, directories }: ChangeSet): Generator<RowTransfer> {
  if (cases !== undefined) {
    const isList = 'count' in cases
    if (isList)
      yield {
        name: 'ids',
        select: changedIds(since),
        insert: file => copy.run(`create or replace temp table written as ${selectFrom(file, idColumn)}`),
      }
    for (const table of readTables) {
      const { name, select, caseColumn, setColumn } = table
      const range = isList ? '' : `${caseColumn} between ${cases.first} and ${cases.last}`
      yield {
        name,
        select: `${select} where ${isList ? `${caseColumn} in (${changedIds(since)})` : range}`,
        insert: async file => {
          const here = isList ? `${caseColumn} in (select id from written)` : range
          // Sets of rows are no case's own.
          if (setColumn === undefined) await copy.run(`delete from ${name} where ${here}`)
          await insertRows(copy, table, file)
        },
      }
    }
  }
  for (const { name, columns, select } of directoryTables)
    if (directories.includes(name))
      yield {
        name,
        select,
        insert: async file => {
          await copy.run(`delete from ${name}`)
          await copy.run(`insert into ${name} ${selectFrom(file, columns)}`)
        },
      }
}
const idColumn = [{ name: 'id', type: 'INTEGER' }] as const

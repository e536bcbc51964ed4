import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { type ChangeSet, changedIds, hasChanges, readChangeSet } from './change-set.ts'
import { announcedSnapshot, announceToken, type Checkpoint, writeCheckpoint } from './checkpoint.ts'
import { clusteredTables, inTransaction, isFragmented, recluster } from './cluster.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { pruning } from './prune.ts'
import { pipeRows, type RowTransfer, selectFrom } from './row-files.ts'
import { insertRows, readTables } from './row-sets.ts'
import { directoryTables } from './tables.ts'

/** The copy cannot catch up and has to be loaded again. */
export class CopyOutdated extends Error {}

/** Interval in which the checkpoint is announced without changes, so that PostgreSQL can prune what the copy has read. */
const heartbeat = 60_000
/**
 * After a longer pause (the machine was asleep), the copy first checks that PostgreSQL has not pruned its changes
 * (prune.ts).
 */
const maxPollGap = 3_600_000
const maxRangeOfCases = 1_000_000

/** Times of the last poll, announcement and pruning; number of tables already reclustered. */
export type Progress = { polled: number; announced: number; pruned: number; clustered: number }

export async function catchUp(replication: Replication, progress: Progress): Promise<void> {
  const { source, checkpoint } = replication
  if (Date.now() - progress.polled > maxPollGap) await tellCheckpoint(replication)
  progress.polled = Date.now()
  const { snapshot, found } = await hasChanges(source, checkpoint.snapshot)
  const now = Date.now()
  const isAnnouncementDue = found || now - progress.announced >= heartbeat
  if (found) await replicate(replication)
  else {
    checkpoint.snapshot = snapshot
    await reclusterOne(replication, progress)
    if (isAnnouncementDue) await tellCheckpoint(replication)
  }
  if (isAnnouncementDue) progress.announced = now
  if (now - progress.pruned < heartbeat) return
  for (const statement of pruning) await source.query(statement)
  progress.pruned = now
}

/** @throws CopyOutdated when PostgreSQL does not know this copy */
export async function tellCheckpoint({ source, copy, checkpoint }: Replication): Promise<void> {
  await announce(source, checkpoint, checkpoint.token)
  await writeCheckpoint(copy, checkpoint)
}

/**
 * To be called on each new connection, which may lead to a promoted standby that lacks recent transactions. Continues
 * from the snapshot last announced there: ids of lost transactions are reused, so the copy’s own snapshot would hide new
 * ones.
 * @throws CopyOutdated when the copy contains lost transactions
 */
export async function resume({ source, copy, checkpoint }: Replication): Promise<void> {
  const place = await announcedSnapshot(source, checkpoint)
  if (place === undefined) throw new CopyOutdated('PostgreSQL does not know this copy')
  checkpoint.snapshot = place
  await writeCheckpoint(copy, checkpoint)
}
async function announce(source: Replication['source'], checkpoint: Checkpoint, token: string): Promise<void> {
  if (!(await announceToken(source, checkpoint, token))) throw new CopyOutdated('PostgreSQL does not know this copy')
}

/** Reclusters one table per idle poll, so that changes do not wait for all tables. */
async function reclusterOne({ copy, checkpoint }: Replication, progress: Progress): Promise<void> {
  if (progress.clustered === 0 && !(await isFragmented(copy, checkpoint.unordered))) return
  const table = clusteredTables[progress.clustered++]
  if (table !== undefined) return recluster(copy, table)
  progress.clustered = 0
  checkpoint.unordered = 0
  await writeCheckpoint(copy, checkpoint)
}

const countOfCases = ({ cases }: ChangeSet): number =>
  cases === undefined ? 0 : 'count' in cases ? cases.count : cases.last - cases.first + 1

async function replicate(replication: Replication): Promise<void> {
  const { source, checkpoint, answers } = replication
  await source.query('begin isolation level repeatable read read only')
  let isOpen = true
  const end = async (): Promise<void> => {
    if (isOpen) await source.query('rollback')
    isOpen = false
  }
  try {
    const changes = await readChangeSet(source, checkpoint.snapshot)
    const { everything, cases, snapshot } = changes
    if (everything) throw new CopyOutdated('All cases were written')
    if (cases !== undefined && 'first' in cases && cases.last - cases.first > maxRangeOfCases)
      throw new CopyOutdated('It is faster to make the copy anew')
    const unordered = checkpoint.unordered + countOfCases(changes)
    const next: Checkpoint = { id: checkpoint.id, token: randomUUID(), snapshot, unordered }
    await applyChanges(replication, changes, next, async () => {
      await end()
      await announce(source, checkpoint, next.token)
      answers?.beginChange()
    })
    Object.assign(checkpoint, next)
  } finally {
    answers?.endChange()
    await end()
  }
}

type Replication = {
  source: pg.Client
  copy: DuckDBConnection
  folder: string
  checkpoint: Checkpoint
  /** Cleared when a change is applied. */
  answers?: KeptAnswers
}

/**
 * Replaces the rows of changed cases, together with the checkpoint in one transaction of the copy. Idempotent.
 * `announced` is awaited before the commit.
 */
const applyChanges = (
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
          const condition = isList ? `${caseColumn} in (select id from written)` : range
          // Sets of rows are shared with other cases.
          if (setColumn === undefined) await copy.run(`delete from ${name} where ${condition}`)
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

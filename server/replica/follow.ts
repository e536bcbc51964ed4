import { randomUUID } from 'node:crypto'
import { applyChanges, type Replication } from './apply-changes.ts'
import { type ChangeSet, hasChanges, readChangeSet } from './change-set.ts'
import { announceToken, type Checkpoint, writeCheckpoint } from './checkpoint.ts'
import { clusteredTables, isFragmented, recluster } from './cluster.ts'
import { pruning } from './prune.ts'

/** The copy cannot be brought up to date: it is made anew. */
export class CopyOutdated extends Error {}

/** The checkpoint is told now and then although nothing was written, so that PostgreSQL need not keep what the copy has read. */
const heartbeat = 60_000
/** A machine may sleep: after so long it is asked first whether PostgreSQL still keeps what the copy has not read (prune.ts). */
const longestSleep = 3_600_000
const mostCasesAtOnce = 1_000_000

/** When the copy last polled, told its checkpoint and pruned; how many tables of a fragmented copy are clustered by now. */
export type Progress = { polled: number; told: number; pruned: number; clustered: number }

export async function catchUp(replication: Replication, progress: Progress): Promise<void> {
  const { source, checkpoint } = replication
  if (Date.now() - progress.polled > longestSleep) await tellCheckpoint(replication)
  progress.polled = Date.now()
  const { snapshot, found } = await hasChanges(source, checkpoint.snapshot)
  const now = Date.now()
  const isDue = found || now - progress.told >= heartbeat
  if (found) await replicate(replication)
  else {
    checkpoint.snapshot = snapshot
    await reclusterOne(replication, progress)
    if (isDue) await tellCheckpoint(replication)
  }
  if (isDue) progress.told = now
  if (now - progress.pruned < heartbeat) return
  for (const statement of pruning) await source.query(statement)
  progress.pruned = now
}

/** @throws CopyOutdated when PostgreSQL does not know this copy */
export async function tellCheckpoint({ source, copy, checkpoint }: Replication): Promise<void> {
  await announce(source, checkpoint, checkpoint.token)
  await writeCheckpoint(copy, checkpoint)
}
async function announce(source: Replication['source'], checkpoint: Checkpoint, token: string): Promise<void> {
  if (!(await announceToken(source, checkpoint, token))) throw new CopyOutdated('PostgreSQL does not know this copy')
}

/** A table a poll, when there are no changes: those that come meanwhile do not wait for all tables. */
async function reclusterOne({ copy, checkpoint }: Replication, progress: Progress): Promise<void> {
  if (progress.clustered === 0 && !(await isFragmented(copy, checkpoint.unordered))) return
  const table = clusteredTables[progress.clustered++]
  if (table !== undefined) return recluster(copy, table)
  progress.clustered = 0
  checkpoint.unordered = 0
  await writeCheckpoint(copy, checkpoint)
}

const countOf = ({ cases }: ChangeSet): number =>
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
    if (cases !== undefined && 'first' in cases && cases.last - cases.first > mostCasesAtOnce)
      throw new CopyOutdated('It is faster to make the copy anew')
    const unordered = checkpoint.unordered + countOf(changes)
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

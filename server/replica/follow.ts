import { randomUUID } from 'node:crypto'
import { isStrewn, layInOrder, orderedTables } from './lie-in-order.ts'
import { announce, keepPlace, type Place } from './place.ts'
import { pruning } from './prune.ts'
import { type Followed, takeIn } from './take-in.ts'
import { isAnythingWritten, readWritten, type Written } from './written.ts'

/** The copy cannot be brought up to date: it is to be made anew. */
export class Outdated extends Error {}

/** Where the copy is is said again now and then although nothing was written, so that PostgreSQL need not keep what it has read. */
const every = 60_000

/** A machine may sleep: who looks after so long asks first whether PostgreSQL still keeps what it has not read (prune.ts). */
const sleep = 3_600_000

/** `done`: when the copy last looked and said where it is, when what all have read was removed, and how many tables are laid in order by now. */
export async function catchUp(followed: Followed, done: Done): Promise<void> {
  const { source, place } = followed
  if (Date.now() - done.looked > sleep) await say(followed)
  done.looked = Date.now()
  const { snapshot, found } = await isAnythingWritten(source, place.snapshot)
  const now = Date.now()
  if (found) await takeWritten(followed)
  else {
    place.snapshot = snapshot
    await layStrewn(followed, done)
  }
  if (!found && now - done.said >= every) await say(followed)
  if (found || now - done.said >= every) done.said = now
  if (now - done.pruned < every) return
  for (const statement of pruning) await source.query(statement)
  done.pruned = now
}

export type Done = { looked: number; said: number; pruned: number; laid: number }

/** @throws Outdated when PostgreSQL does not know this copy */
export async function say({ source, copy, place }: Followed): Promise<void> {
  if (!(await announce(source, place, place.token))) throw new Outdated('PostgreSQL does not know this copy')
  await keepPlace(copy, place)
}

/** When nothing is waiting to be taken in; a table a look, so that what is written meanwhile does not wait for all of them. */
async function layStrewn({ copy, place }: Followed, done: Done): Promise<void> {
  if (done.laid === 0 && !(await isStrewn(copy, place.behind))) return
  const table = orderedTables[done.laid++]
  if (table !== undefined) return layInOrder(copy, table)
  done.laid = 0
  place.behind = 0
  await keepPlace(copy, place)
}

const countOf = ({ cases }: Written): number =>
  cases === undefined ? 0 : 'count' in cases ? cases.count : cases.last - cases.first + 1

const mostAtOnce = 1_000_000

async function takeWritten(followed: Followed): Promise<void> {
  const { source, place } = followed
  await source.query('begin isolation level repeatable read read only')
  let isOpen = true
  const end = async (): Promise<void> => {
    if (isOpen) await source.query('rollback')
    isOpen = false
  }
  try {
    const written = await readWritten(source, place.snapshot)
    if (written.everything) throw new Outdated('All cases were written')
    if (
      written.cases !== undefined &&
      'first' in written.cases &&
      written.cases.last - written.cases.first > mostAtOnce
    )
      throw new Outdated('Sooner made anew, a stretch at a time')
    const behind = place.behind + countOf(written)
    const next: Place = { id: place.id, token: randomUUID(), snapshot: written.snapshot, behind }
    await takeIn(followed, written, next, async () => {
      await end()
      if (!(await announce(source, place, next.token))) throw new Outdated('PostgreSQL does not know this copy')
    })
    Object.assign(place, next)
  } finally {
    await end()
  }
}

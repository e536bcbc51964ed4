import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { announce, keepPlace, type Place, prune } from './place.ts'
import { takeIn } from './take-in.ts'
import { isAnythingWritten, readWritten } from './written.ts'

/** One look at PostgreSQL, and whatever it takes for the copy to be as PostgreSQL was at that look. */
export type Followed = { source: pg.Client; copy: DuckDBConnection; folder: string; place: Place }

/** The copy cannot be brought up to date: it is to be made anew. */
export class Outdated extends Error {}

/** What nobody asked for is said again now and then, so that PostgreSQL need not keep it. */
const saidEvery = 60_000

export async function catchUp(followed: Followed, said: { at: number }): Promise<void> {
  const { source, place } = followed
  const { snapshot, found } = await isAnythingWritten(source, place.snapshot)
  if (found) await takeWritten(followed)
  else {
    place.snapshot = snapshot
    if (Date.now() - said.at < saidEvery) return
    await say(followed)
    await prune(source)
  }
  said.at = Date.now()
}

/** @throws Outdated when PostgreSQL does not know this copy */
export async function say({ source, copy, place }: Followed): Promise<void> {
  if (!(await announce(source, place, place.token))) throw new Outdated('PostgreSQL does not know this copy')
  await keepPlace(copy, place)
}

async function takeWritten({ source, copy, folder, place }: Followed): Promise<void> {
  await source.query('begin isolation level repeatable read read only')
  let isOpen = true
  const end = async (): Promise<void> => {
    if (isOpen) await source.query('rollback')
    isOpen = false
  }
  try {
    const written = await readWritten(source, place.snapshot)
    if (written.everything) throw new Outdated('All cases were written')
    const next: Place = { id: place.id, token: randomUUID(), snapshot: written.snapshot }
    await takeIn(source, copy, folder, place.snapshot, written, next, async () => {
      await end()
      if (!(await announce(source, place, next.token))) throw new Outdated('PostgreSQL does not know this copy')
    })
    Object.assign(place, next)
  } finally {
    await end()
  }
}

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type pg from 'pg'
import { today } from '#shared/domain/relative-dates.ts'
import type { CopyEngine } from '../cases/engine/engine.ts'
import { sessionOfDay } from '../db/as-of/as-of.ts'
import type { DB } from '../db/schema.ts'
import { copyEngine } from './copy-engine.ts'
import { type CopyFile, openCopyFile } from './copy-file.ts'
import { copyMemory } from './copy-memory.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { KeptAnswers } from './kept-answers.ts'
import { load } from './load.ts'
import type { ReplicaOptions } from './open-replica.ts'
import { copySource, sourceSettings } from './source.ts'

/**
 * Copies of the database as it was at the end of a requested day, which do not follow changes; PostgreSQL answers until
 * a copy is loaded. Memory limits their number (copy-memory.ts). Each is reloaded after some hours, since directories
 * show current names; the old copy answers meanwhile if there is room for both. A decision to forget somebody, or a
 * removed case, changes all days (db/as-of/edition.ts): copies of an earlier edition are not used. A new copy is not
 * replaced by another day for some minutes: a node with room for one, asked about two days, would only load.
 */
type DayCopy = { engine: CopyEngine; close: () => Promise<void>; askedAt: number; madeAt: number; edition: number }

const maxAgeMs = 6 * 3_600_000
const minAgeMs = 10 * 60_000
const retryDelayMs = 60_000
const editionPollMs = 1_000

/** `edition`: reads the current edition of the database. */
export function copiesOfDays({
  url,
  folder,
  memoryShare,
  threads = availableParallelism(),
  edition: editionNow,
  onError,
}: ReplicaOptions & { edition: () => Promise<number> }) {
  const { ofDay: memoryLimit, days: maxCopies } = copyMemory(memoryShare)
  const root = ownFolder(join(folder, 'days'))
  const copies = new Map<string, DayCopy>()
  let loading: Promise<unknown> | undefined
  let checkingEdition: Promise<unknown> = Promise.resolve()
  let retryAt = 0
  let isStopped = false

  const drop = async (day: string, copy = copies.get(day)): Promise<void> => {
    if (copies.get(day) === copy) copies.delete(day)
    await copy?.close()
  }
  const dropBefore = async (edition: number): Promise<void> => {
    for (const [day, copy] of copies) if (copy.edition < edition) await drop(day, copy)
  }
  const loadDay = async (day: string): Promise<Pick<DayCopy, 'engine' | 'close'>> => {
    const dayFolder = join(root, day)
    mkdirSync(dayFolder, { recursive: true })
    const source = copySource(url, 'copy of a day')
    const file = await openCopyFile(dayFolder, { memoryLimit, threads })
    try {
      await source.connect()
      await source.query(sourceSettings)
      await source.query(sessionOfDay, [day])
      await refuseUnfinishedDay(source)
      await load(source, file.copy, file.folder, { id: day, token: day })
      await file.copy.run(`create macro now() as timestamptz '${await endOfDay(source)}'`)
    } catch (error) {
      file.remove()
      throw error
    } finally {
      await source.end().catch(() => undefined)
    }
    const db = readers(file)
    const engine = copyEngine(db, error => onError?.(error))
    const close = async (): Promise<void> => {
      await db.destroy()
      file.remove()
    }
    // Agrees with any snapshot of PostgreSQL: the day is over for both.
    return { engine: { ...engine, atSnapshot: (_, work) => engine.transaction(work) }, close }
  }
  /** The least recently used copies, to be dropped before another is loaded. */
  const surplus = (edition: number): [day: string, DayCopy][] =>
    [...copies]
      .filter(([, copy]) => copy.edition >= edition)
      .toSorted(([, copy], [, other]) => other.askedAt - copy.askedAt)
      .slice(maxCopies - 1)
  const replace = async (day: string, edition: number): Promise<void> => {
    await dropBefore(edition)
    for (const [other, copy] of surplus(edition)) await drop(other, copy)
    const loaded = await loadDay(day)
    const previous = copies.get(day)
    copies.set(day, { ...loaded, edition, madeAt: Date.now(), askedAt: Date.now() })
    await previous?.close()
  }

  const timer = setInterval(() => {
    if (copies.size > 0) checkingEdition = editionNow().then(dropBefore).catch(noop)
  }, editionPollMs)
  timer.unref()

  return {
    /** Undefined: no copy is loaded yet, or the day is not over. `day`: `YYYY-MM-DD`. */
    on: (day: string, edition: number): CopyEngine | undefined => {
      const now = Date.now()
      if (isStopped || maxCopies === 0 || day >= today()) return undefined
      const copy = copies.get(day)
      const isCurrent = copy !== undefined && copy.edition >= edition
      const isFull = surplus(edition).some(([other, copy]) => other !== day && now - copy.madeAt < minAgeMs)
      // One at a time: loading takes a processor.
      if (loading === undefined && now >= retryAt && !isFull && !(isCurrent && now - copy.madeAt < maxAgeMs))
        loading = replace(day, edition)
          .catch((error: unknown) => {
            onError?.(error)
            retryAt = now + retryDelayMs
          })
          .finally(() => {
            loading = undefined
          })
      if (!isCurrent) return undefined
      copy.askedAt = now
      return copy.engine
    },
    /** Resolves when nothing is being loaded. */
    settled: async (): Promise<void> => {
      await loading
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await Promise.all([loading, checkingEdition])
      for (const day of [...copies.keys()]) await drop(day)
      rmSync(root, { recursive: true, force: true })
    },
  }
}
const noop = (): void => undefined

/** Returns the folder of this process, and removes folders of dead processes. */
function ownFolder(all: string): string {
  mkdirSync(all, { recursive: true })
  for (const name of readdirSync(all))
    if (!isRunning(Number(name))) rmSync(join(all, name), { recursive: true, force: true })
  return join(all, String(process.pid))
}
function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch {
    return false
  }
}

const readers = (file: CopyFile): Kysely<DB> =>
  new Kysely<DB>({
    dialect: duckdbDialect(file.instance, { connections: 2, answers: new KeptAnswers(), onBroken: () => undefined }),
  })

/** Transactions begun before midnight are versioned as of the day on which they began. */
async function refuseUnfinishedDay(source: pg.Client): Promise<void> {
  const { rowCount } = await source.query(`
    select from pg_stat_activity
    where backend_type = 'client backend' and coalesce(xact_start, pg_catalog.now()) <= as_of.now()
    union all select where pg_catalog.now() <= as_of.now()`)
  if (rowCount !== 0) throw new Error('the day of the copy is not over yet')
}

async function endOfDay(source: pg.Client): Promise<string> {
  const { rows } = await source.query<{ at: string }>('select as_of.now()::text as at')
  return rows[0]?.at ?? ''
}

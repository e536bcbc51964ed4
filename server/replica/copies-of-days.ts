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
 * Copies of the database as it was at the end of a requested day, which do not follow changes; PostgreSQL answers until a copy is loaded. Memory limits
 * their number (copy-memory.ts). Each is reloaded after some hours, since directories show current names; the old copy answers meanwhile if there is
 * room for both. A decision to forget somebody, or a removed case, changes all days (db/as-of/edition.ts): copies of an earlier edition are not used.
 * A new copy is not replaced by another day for some minutes: a node with room for one, asked about two days, would only load.
 */
type OfDay = { engine: CopyEngine; close: () => Promise<void>; askedAt: number; madeAt: number; edition: number }

const maxAgeMs = 6 * 3_600_000
const leastAgeMs = 10 * 60_000
const retryDelayMs = 60_000
const betweenLooks = 1_000

/** `edition`: that of the database now. */
export function copiesOfDays({
  url,
  folder,
  memoryShare,
  threads = availableParallelism(),
  edition: editionNow,
  onError,
}: ReplicaOptions & { edition: () => Promise<number> }) {
  const { ofDay: memoryLimit, days: atOnce } = copyMemory(memoryShare)
  const root = rootIn(join(folder, 'days'))
  const held = new Map<string, OfDay>()
  let loading: Promise<unknown> | undefined
  let looking: Promise<unknown> = Promise.resolve()
  let restUntil = 0
  let isStopped = false

  const drop = async (day: string, one = held.get(day)): Promise<void> => {
    if (held.get(day) === one) held.delete(day)
    await one?.close()
  }
  const dropBefore = async (edition: number): Promise<void> => {
    for (const [day, one] of held) if (one.edition < edition) await drop(day, one)
  }
  const make = async (day: string): Promise<Pick<OfDay, 'engine' | 'close'>> => {
    const own = join(root, day)
    mkdirSync(own, { recursive: true })
    const source = copySource(url, 'copy of a day')
    const file = await openCopyFile(own, { memoryLimit, threads })
    try {
      await source.connect()
      await source.query(sourceSettings)
      await source.query(sessionOfDay, [day])
      await refuseUnended(source)
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
    // Whatever the snapshot of PostgreSQL is: the day is over for both.
    return { engine: { ...engine, atSnapshot: (_, work) => engine.transaction(work) }, close }
  }
  /** The least recently used copies, to be dropped before another is loaded. */
  const surplus = (edition: number): [day: string, OfDay][] =>
    [...held]
      .filter(([, one]) => one.edition >= edition)
      .toSorted(([, one], [, other]) => other.askedAt - one.askedAt)
      .slice(atOnce - 1)
  const replace = async (day: string, edition: number): Promise<void> => {
    await dropBefore(edition)
    for (const [other, one] of surplus(edition)) await drop(other, one)
    const made = await make(day)
    const former = held.get(day)
    held.set(day, { ...made, edition, madeAt: Date.now(), askedAt: Date.now() })
    await former?.close()
  }

  const timer = setInterval(() => {
    if (held.size > 0) looking = editionNow().then(dropBefore).catch(noop)
  }, betweenLooks)
  timer.unref()

  return {
    /** Undefined: there is none yet, or the day is not over. `day`: `YYYY-MM-DD`. */
    on: (day: string, edition: number): CopyEngine | undefined => {
      const now = Date.now()
      if (isStopped || atOnce === 0 || day >= today()) return undefined
      const known = held.get(day)
      const isCurrent = known !== undefined && known.edition >= edition
      const isFull = surplus(edition).some(([other, one]) => other !== day && now - one.madeAt < leastAgeMs)
      // One at a time: loading takes a processor.
      if (loading === undefined && now >= restUntil && !isFull && !(isCurrent && now - known.madeAt < maxAgeMs))
        loading = replace(day, edition)
          .catch((error: unknown) => {
            onError?.(error)
            restUntil = now + retryDelayMs
          })
          .finally(() => {
            loading = undefined
          })
      if (!isCurrent) return undefined
      known.askedAt = now
      return known.engine
    },
    /** Resolves when nothing is being loaded. */
    settled: async (): Promise<void> => {
      await loading
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await Promise.all([loading, looking])
      for (const day of [...held.keys()]) await drop(day)
      rmSync(root, { recursive: true, force: true })
    },
  }
}
const noop = (): void => undefined

/** A folder of this process; folders of dead processes are removed. */
function rootIn(all: string): string {
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
async function refuseUnended(source: pg.Client): Promise<void> {
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

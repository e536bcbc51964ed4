import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { today } from '#shared/domain/relative-dates.ts'
import type { CopyEngine } from '../cases/engine/engine.ts'
import { sessionOfDay } from '../db/as-of/as-of.ts'
import { databaseClientOptions } from '../db/client-options.ts'
import type { DB } from '../db/schema.ts'
import { copyEngine } from './copy-engine.ts'
import { type CopyFile, openCopyFile } from './copy-file.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { KeptAnswers } from './kept-answers.ts'
import { load } from './load.ts'
import type { ReplicaOptions } from './open-replica.ts'

/**
 * Copies of the base as it was at the end of days that somebody asks of. A day that is over does not change: its copy is loaded once, aside, and follows
 * nothing; until it is there PostgreSQL answers. A few are held, and each is loaded anew after some hours, for a case that was removed is
 * removed from every day. A decision to forget somebody changes every day at once: a copy of another edition answers nothing.
 */
type OfDay = {
  day: string
  engine?: CopyEngine
  close: () => Promise<void>
  askedAt: number
  madeAt: number
  edition: number
}

const mostDays = 3
const longestUse = 6 * 3_600_000
const afterFailure = 60_000

export function copiesOfDays({
  url,
  folder,
  memoryLimit = '512MiB',
  threads = availableParallelism(),
  onError,
}: ReplicaOptions) {
  const root = rootIn(join(folder, 'days'))
  const held = new Map<string, OfDay>()
  let loading: Promise<unknown> | undefined
  let isStopped = false

  const drop = async (one: OfDay): Promise<void> => {
    held.delete(one.day)
    await one.close()
  }
  const make = async (one: OfDay): Promise<void> => {
    const own = join(root, one.day)
    mkdirSync(own, { recursive: true })
    const source = new pg.Client({ ...databaseClientOptions(url), application_name: 'sudmonitor copy of a day' })
    source.on('error', () => undefined)
    const file = await openCopyFile(own, { memoryLimit, threads })
    const remove = (): void => file.remove()
    try {
      await source.connect()
      await source.query(`set timezone = 'UTC'; set datestyle = 'iso'; set jit = off; set statement_timeout = 0`)
      await source.query(sessionOfDay, [one.day])
      await refuseUnended(source)
      await load(source, file.copy, file.folder, { id: one.day, token: one.day })
      await file.copy.run(`create macro now() as timestamptz '${await endOfDay(source)}'`)
      const db = readers(file)
      const engine = copyEngine(db, error => onError?.(error))
      // Whatever the snapshot of PostgreSQL is: the day is over for both.
      one.engine = { ...engine, atSnapshot: (_, work) => engine.transaction(work) }
      one.close = async () => {
        await db.destroy()
        remove()
      }
    } catch (error) {
      remove()
      throw error
    } finally {
      await source.end().catch(() => undefined)
    }
    if (isStopped || held.get(one.day) !== one) await one.close()
  }

  return {
    /** Undefined: there is none yet, or the day is not over. `day`: `YYYY-MM-DD`. */
    on: (day: string, edition = 0): CopyEngine | undefined => {
      if (isStopped || day >= today()) return undefined
      const known = held.get(day)
      const now = Date.now()
      if (known !== undefined && known.edition === edition && now - known.madeAt < longestUse) {
        known.askedAt = now
        return known.engine
      }
      // One at a time: loading takes a processor.
      if (loading !== undefined) return undefined
      const one: OfDay = { day, close: async () => undefined, askedAt: now, madeAt: now, edition }
      const others = [...held.values()].toSorted((left, right) => left.askedAt - right.askedAt)
      const stale = others.filter(other => other.edition !== edition)
      const leaving = [...(known ? [known] : []), ...stale, ...others.slice(0, Math.max(0, held.size + 1 - mostDays))]
      loading = (async () => {
        for (const other of new Set(leaving)) await drop(other)
        held.set(day, one)
        await make(one)
      })()
        .catch((error: unknown) => {
          onError?.(error)
          // Asked again later.
          one.madeAt = now - longestUse + afterFailure
        })
        .finally(() => {
          loading = undefined
        })
      return undefined
    },
    /** Resolves when nothing is being loaded. */
    settled: async (): Promise<void> => {
      await loading
    },
    stop: async () => {
      isStopped = true
      await loading
      for (const one of [...held.values()]) await drop(one)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A folder of this process; those of processes that are no more are removed. */
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

/** What was begun before midnight is written as of the day that it began on. */
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

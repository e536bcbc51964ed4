import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { readInstallation, writeInstallation } from './installation.ts'
import type { DB } from './schema.ts'

/** Cached in the database for all processes. While it is recalculated, the stale value is returned after a short wait. */
type CachedValue<T> = { counts: T; at: Date }
type CachedCountOptions<T> = {
  key: string
  schema: z.ZodType<T>
  count: (db: Kysely<DB>) => Promise<T>
  /** Lifetime in milliseconds, depending on how long the count took. */
  serves: (took: number) => number
}
type CacheRead<T> = { longestWait?: number | undefined; isCurrent?: (counts: T) => boolean }

const usualWait = 1_500
const beside = z.object({ counts: z.unknown(), at: z.coerce.date(), took: z.number().default(0) })

export function cachedCount<T>({ key, schema, count, serves }: CachedCountOptions<T>) {
  const running = new WeakMap<Kysely<DB>, Promise<CachedValue<T>>>()

  async function countOnce(db: Kysely<DB>): Promise<CachedValue<T>> {
    const began = performance.now()
    const counts = await count(db)
    const [at, took] = [new Date(), Math.round(performance.now() - began)]
    await writeInstallation(db, key, { counts, at, took })
    return { counts, at }
  }
  const newest = (db: Kysely<DB>): Promise<CachedValue<T>> => {
    const known = running.get(db)
    if (known !== undefined) return known
    const counted = countOnce(db).finally(() => running.delete(db))
    running.set(db, counted)
    return counted
  }
  async function older(db: Kysely<DB>): Promise<(CachedValue<T> & { took: number }) | undefined> {
    const kept = beside.safeParse(await readInstallation(db, key)).data
    const counts = schema.safeParse(kept?.counts)
    return kept && counts.success ? { counts: counts.data, at: kept.at, took: kept.took } : undefined
  }

  return async (db: Kysely<DB>, { longestWait = usualWait, isCurrent }: CacheRead<T> = {}): Promise<CachedValue<T>> => {
    const kept = await older(db)
    if (kept === undefined || isCurrent?.(kept.counts) === false) return newest(db)
    if (Date.now() - kept.at.getTime() < serves(kept.took)) return kept
    const newer = newest(db)
    newer.catch(() => undefined)
    const waiting = new AbortController()
    try {
      return await Promise.race([newer, pause(longestWait, kept, { signal: waiting.signal })])
    } finally {
      waiting.abort()
    }
  }
}

export const inRepeatableRead = <T>(
  db: Kysely<DB>,
  longest: string,
  work: (trx: Kysely<DB>) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      await sql`select set_config('statement_timeout', ${longest}, true)`.execute(trx)
      return work(trx)
    })

import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

/**
 * A count that takes long, kept in the database for all processes and counted anew when it has served its time. Who asks while
 * newer ones are being counted gets the older ones with their moment. One count at a time a process, however many ask.
 */
export type Kept<T> = { counts: T; at: Date }
export type KeptCount<T> = {
  /** In `installation`. */
  key: string
  schema: z.ZodType<T>
  count: (db: Kysely<DB>) => Promise<T>
  /** Milliseconds for which it serves, by how many it took. */
  serves: (took: number) => number
}
export type Asking<T> = {
  /** Milliseconds that newer counts are waited for when older ones are at hand. */
  patience?: number | undefined
  /** Older ones that are known to be wrong are not told. */
  isCurrent?: (counts: T) => boolean
}

const usualPatience = 1_500
const beside = z.object({ counts: z.unknown(), at: z.coerce.date(), took: z.number().default(0) })

export function keptCount<T>({ key, schema, count, serves }: KeptCount<T>) {
  const running = new WeakMap<Kysely<DB>, Promise<Kept<T>>>()

  async function countOnce(db: Kysely<DB>): Promise<Kept<T>> {
    const began = performance.now()
    const counts = await count(db)
    const [at, took] = [new Date(), Math.round(performance.now() - began)]
    const value = JSON.stringify({ counts, at, took })
    await db
      .insertInto('installation')
      .values({ key, value })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return { counts, at }
  }
  const newest = (db: Kysely<DB>): Promise<Kept<T>> => {
    const known = running.get(db)
    if (known !== undefined) return known
    const counted = countOnce(db).finally(() => running.delete(db))
    running.set(db, counted)
    return counted
  }
  async function older(db: Kysely<DB>): Promise<(Kept<T> & { took: number }) | undefined> {
    const row = await db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
    const kept = beside.safeParse(row?.value).data
    const counts = schema.safeParse(kept?.counts)
    return kept && counts.success ? { counts: counts.data, at: kept.at, took: kept.took } : undefined
  }

  return async (db: Kysely<DB>, { patience = usualPatience, isCurrent }: Asking<T> = {}): Promise<Kept<T>> => {
    const kept = await older(db)
    if (kept === undefined || isCurrent?.(kept.counts) === false) return newest(db)
    if (Date.now() - kept.at.getTime() < serves(kept.took)) return kept
    const newer = newest(db)
    // Whatever happens to a count that nobody waits for: the next one who asks begins anew.
    newer.catch(() => undefined)
    const waiting = new AbortController()
    try {
      return await Promise.race([newer, pause(patience, kept, { signal: waiting.signal })])
    } finally {
      waiting.abort()
    }
  }
}

/** All of one moment, and not for ever. */
export const atOneMoment = <T>(db: Kysely<DB>, longest: string, work: (trx: Kysely<DB>) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      await sql`select set_config('statement_timeout', ${longest}, true)`.execute(trx)
      return work(trx)
    })

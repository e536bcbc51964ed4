import { normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { tooMany } from './errors.ts'

/** Limits per address (per network for IPv6); counted in the database for all processes. */
export const limitRates = (db: Kysely<DB>): RateLimitPluginOptions => ({
  global: false,
  enableDraftSpec: true,
  store: storeOf(db),
  errorResponseBuilder: (_, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
})

/** `name` separates the counters of different calls. */
export const perMinute = (name: string, max: number, sentence: string) => ({
  max,
  groupId: ` ${name}`,
  timeWindow: 60_000,
  errorResponseBuilder: (_: unknown, { ttl }: { ttl: number }) => tooMany(Math.ceil(ttl / 1000), sentence),
})

export const networkOf = (address: string): string => normalizeIP(address)

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void

const storeOf = (db: Kysely<DB>) =>
  class {
    incr(key: string, answer: Answer, timeWindow: number): void {
      countInWindow(db, `window:${key}`, timeWindow).then(
        result => answer(null, result),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      )
    }
    child(): this {
      return this
    }
  }

async function countInWindow(
  db: Kysely<DB>,
  key: string,
  milliseconds: number,
): Promise<{ current: number; ttl: number }> {
  const window = sql`${milliseconds}::integer * interval '1 millisecond'`
  const isOver = sql`attempt.began_at + ${window} <= clock_timestamp()`
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into attempt (key, count) values (${key}, 1)
    on conflict (key) do update set
      count = case when ${isOver} then 1 else attempt.count + 1 end,
      began_at = case when ${isOver} then clock_timestamp() else attempt.began_at end,
      last_at = clock_timestamp()
    returning count as current,
      greatest(0, extract(epoch from began_at + ${window} - clock_timestamp()) * 1000)::integer as ttl`.execute(db)
  return rows[0] ?? { current: 1, ttl: milliseconds }
}

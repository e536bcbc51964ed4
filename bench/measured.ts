import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { insertAccount } from '../server/accounts/accounts.ts'
import type { Account } from '../server/accounts/sessions.ts'
import type { Scope } from '../server/cases/predicates.ts'
import type { DB } from '../server/db/schema.ts'

/** Times of one thing done again and again, in milliseconds; of no milliseconds, once. What takes very long is asked less often. */
const leastRounds = 5
const mostTimesLonger = 10
const mostRounds = 60

/** `millisecondsEach`: at most this long for each row of the table. */
export type Telling = { millisecondsEach: number; say: (line: string) => void }

export type Percentiles = { p50: number; p95: number }
export const measured = async (work: () => Promise<unknown>, milliseconds: number): Promise<Percentiles> =>
  percentiles((await timesOf(work, milliseconds)).times)

/** `cpu`: what tells the milliseconds of work until now (`cpuOf`). */
export async function measuredWithCpu(
  work: () => Promise<unknown>,
  milliseconds: number,
  cpu: () => Promise<number>,
): Promise<{ wall: Percentiles; cpu: Percentiles }> {
  const { times, worked } = await timesOf(work, milliseconds, cpu)
  return { wall: percentiles(times), cpu: percentiles(worked) }
}

async function timesOf(work: () => Promise<unknown>, milliseconds: number, cpu = async () => 0) {
  // Warm: what is measured is the second asking, not the first.
  if (milliseconds > 0) await work()
  const times: number[] = []
  const worked: number[] = []
  const start = performance.now()
  const takes = (): number => performance.now() - start
  while (
    times.length === 0 ||
    (times.length < leastRounds && takes() < milliseconds * mostTimesLonger) ||
    (times.length < mostRounds && takes() < milliseconds)
  ) {
    const before = await cpu()
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
    worked.push((await cpu()) - before)
  }
  return { times, worked }
}

/**
 * Milliseconds of work until now of this process and of those of PostgreSQL that answer it, where Linux tells them: other work makes them no
 * more. A process of PostgreSQL that has ended is counted no more: what several do for one query together is not told.
 */
export async function cpuOf(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(db)
  const { user, system } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + workOf(pid), (user + system) / 1e3)
}
function workOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
export const tenths = new Intl.NumberFormat('ru', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** The head of a table: what is measured, and columns of figures. */
export const tableHead = (...columns: readonly string[]): string =>
  `\n| ${columns.join(' | ')} |\n|---|${'--:|'.repeat(columns.length - 1)}`
/** Two cells of a table. */
export const shown = ({ p50, p95 }: Percentiles): string => `| ${tenths.format(p50)} | ${tenths.format(p95)} |`

/** Who asks in all measurements: an account that sees everything. */
export const everyone: Scope = { accountId: null, regions: 'all' }
export const reader = { tags: false }

/** An account to ask with, which nobody can sign in to. */
export async function newcomerIn(db: Kysely<DB>, regions: number[] | null = null): Promise<Account> {
  const account = await insertAccount(db, { username: `bench-${randomUUID()}`, regions }, 'none')
  if (account === undefined) throw new Error('A random name is taken')
  return account
}

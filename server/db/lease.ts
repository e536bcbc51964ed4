import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Mutual exclusion for longer than a transaction: a row that expires by the database's clock and is renewed by its holder (decision 0119). A
 * session-level advisory lock would stay with a pooler's connection after its holder has died.
 */
export type Lease = {
  /** Aborted when the lease is lost: work under it has to stop. */
  signal: AbortSignal
  /**
   * To be called as the last statement of a transaction that only the holder may commit: until it ends nobody else gets the lease. @throws LeaseLost
   */
  confirm: (trx: Transaction<DB>) => Promise<void>
}
export class LeaseLost extends Error {}

type Terms = { /** Milliseconds. */ term?: number; renewEvery?: number }
const usual = { term: 60_000, renewEvery: 15_000 }
const betweenAttempts = 500

/** Undefined: another process holds the lease. A killed holder keeps it until it expires. */
export async function withLease<T>(
  db: Kysely<DB>,
  name: string,
  work: (lease: Lease) => Promise<T>,
  terms: Terms = {},
): Promise<T | undefined> {
  const row: Row = { db, name, holder: randomUUID(), ...usual, ...terms }
  const asked = performance.now()
  return (await take(row)) ? hold(row, asked, work) : undefined
}

/** Waits for the lease. The former holder may have done the work already. @throws when `signal` is aborted */
export async function withAwaitedLease<T>(
  db: Kysely<DB>,
  name: string,
  work: (lease: Lease) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const row: Row = { db, name, holder: randomUUID(), ...usual }
  for (;;) {
    const asked = performance.now()
    if (await take(row)) return hold(row, asked, work)
    await pause(betweenAttempts, undefined, signal && { signal })
  }
}

type Row = Required<Terms> & { db: Kysely<DB>; name: string; holder: string }
const untilThen = ({ term }: Row) => sql`clock_timestamp() + interval '1 millisecond' * ${term}::float8`

async function take(row: Row): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, held_until) values (${row.name}, ${row.holder}, ${untilThen(row)})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
      where lease.held_until < clock_timestamp()
    returning name`.execute(row.db)
  return rows.length > 0
}

/** Succeeds after expiry too, unless another process has taken the lease. */
async function renew(row: Row): Promise<boolean> {
  const { rows } = await sql`
    update lease set held_until = ${untilThen(row)} where name = ${row.name} and holder = ${row.holder}
    returning name`.execute(row.db)
  return rows.length > 0
}

async function confirm(trx: Transaction<DB>, { name, holder }: Row): Promise<void> {
  const { rows } = await sql`
    select from lease where name = ${name} and holder = ${holder} and held_until > clock_timestamp() for share`.execute(
    trx,
  )
  if (rows.length === 0) throw new LeaseLost(`the lease «${name}» was lost`)
}

/** `asked`: when the lease was requested. Its term may have begun any time since. */
async function hold<T>(row: Row, asked: number, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { db, name, holder, term, renewEvery } = row
  const lost = new AbortController()
  const over = new AbortController()
  const lose = (): void => lost.abort(new LeaseLost(`the lease «${name}» was lost`))
  // If renewal gets no answer, the lease is given up before another process can take it.
  let silence: NodeJS.Timeout | undefined
  const heldSince = (moment: number): void => {
    clearTimeout(silence)
    const left = moment + term - renewEvery - performance.now()
    if (left > 0) silence = setTimeout(lose, left).unref()
    else lose()
  }
  heldSince(asked)
  const keepRenewing = async (): Promise<void> => {
    const either = AbortSignal.any([over.signal, lost.signal])
    for (;;) {
      await pause(renewEvery, undefined, { signal: either, ref: false }).catch(() => undefined)
      if (either.aborted) return
      const askedAgain = performance.now()
      const isOurs = await renew(row).catch(() => undefined)
      if (isOurs === false) lose()
      else if (isOurs && !over.signal.aborted) heldSince(askedAgain)
    }
  }
  void keepRenewing()
  try {
    return await work({ signal: lost.signal, confirm: trx => confirm(trx, row) })
  } finally {
    over.abort()
    clearTimeout(silence)
    // If it cannot be released, it expires.
    const givenBack = db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
    await Promise.race([givenBack.catch(() => undefined), pause(releaseTimeoutMs, undefined, { ref: false })])
  }
}
const releaseTimeoutMs = 5_000

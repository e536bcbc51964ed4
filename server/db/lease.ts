import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './schema.ts'

/**
 * What one process at a time may do for longer than a transaction lasts: a row that expires by the database's clock and is renewed while its holder
 * works (decision 0119). A lock of the session would stay with a connection of the pooler when its holder has gone.
 */
export type Lease = {
  /** Aborted when it is lost: whoever worked under it stops. */
  signal: AbortSignal
  /** The last statement of a transaction that only the holder may commit: until it ends nobody else gets the lease. @throws LeaseLost */
  confirm: (trx: Transaction<DB>) => Promise<void>
}
export class LeaseLost extends Error {}

type Terms = { /** Milliseconds. */ term?: number; renewEvery?: number }
const usual = { term: 60_000, renewEvery: 15_000 }
const betweenAttempts = 500

/** Undefined: another process holds it. One that was killed holds it until it expires. */
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

/** Waits until nobody holds it: whoever held it may have done the work. @throws when `signal` ends the waiting */
export async function inTurn<T>(
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

/** Also when it has expired, as long as nobody else has taken it. */
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

/** `asked`: when it was asked for. An answer may be as late as the database likes, and the term began before it. */
async function hold<T>(row: Row, asked: number, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { db, name, holder, term, renewEvery } = row
  const lost = new AbortController()
  const over = new AbortController()
  const lose = (): void => lost.abort(new LeaseLost(`the lease «${name}» was lost`))
  // A database that is away or frozen renews nothing: it is given up before another can have it.
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
    // One that cannot be given back expires.
    const givenBack = db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
    await Promise.race([givenBack.catch(() => undefined), pause(releaseTimeoutMs, undefined, { ref: false })])
  }
}
const releaseTimeoutMs = 5_000

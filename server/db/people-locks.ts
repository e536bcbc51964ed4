import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './schema.ts'

/** Held while people are merged, split or forgotten: one such change at a time. */
export async function lockPeople(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mergeLock})`.execute(trx)
}
const mergeLock = 7_302_001

/** Held while records are written: a decision waits for what is being written, and what is written later knows the decision. */
const forgettingLock = 7_302_065
export async function lockForgetting(trx: Kysely<DB>, mode: 'write' | 'decide'): Promise<void> {
  const lock = mode === 'decide' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
  await sql`select ${lock}(${forgettingLock})`.execute(trx)
}

/** Of decisions to forget people (decision 0088): another number after each and each one undone. */
export async function decisionsSoFar(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) + count(undone_at) as count from forgetting`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * In the transaction that writes: no decision comes between until it ends. False: one has come since the records were masked, or what is
 * stored was read, which has to be done again.
 */
export async function areStillMasked(trx: Transaction<DB>, { asOf }: { asOf: number }): Promise<boolean> {
  await lockForgetting(trx, 'write')
  return (await decisionsSoFar(trx)) === asOf
}

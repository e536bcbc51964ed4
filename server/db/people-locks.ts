import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './schema.ts'

/** Serialises merging, splitting and forgetting of people. */
export async function lockPeople(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mergeLock})`.execute(trx)
}
const mergeLock = 7_302_001

/** Shared while records are written, exclusive while a decision to forget is made: a decision waits for running writes, and later writes see it. */
const forgettingLock = 7_302_065
export async function lockForgetting(trx: Kysely<DB>, mode: 'write' | 'decide'): Promise<void> {
  const lock = mode === 'decide' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
  await sql`select ${lock}(${forgettingLock})`.execute(trx)
}

/** Generation of decisions to forget people (decision 0088): changes with each decision and each one undone. */
export async function forgettingGeneration(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) + count(undone_at) as count from forgetting`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Locks out new decisions until the writing transaction ends. False: the generation is no longer `asOf`, so records were masked, or stored data read,
 * by earlier decisions, and that has to be repeated.
 */
export async function isForgettingUnchanged(trx: Transaction<DB>, { asOf }: { asOf: number }): Promise<boolean> {
  await lockForgetting(trx, 'write')
  return (await forgettingGeneration(trx)) === asOf
}

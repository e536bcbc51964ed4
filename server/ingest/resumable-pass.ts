import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { readInstallation, writeInstallation } from '../db/installation.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'

/**
 * A pass over all cases in the background, a transaction a batch. It resumes after the last id it read, one process at a time, and does
 * nothing once this version of it has read all.
 */
type Pass = { key: string; version: string | number; lock: number }
export type PassProgress = { read: number; changed: number }
/** `last`: the last id of the batch; null: there is no more. */
type Batch = PassProgress & { last: number | null }

const cursor = z.object({ version: z.union([z.string(), z.number()]), after: z.number().nullable() })

export async function resumePass(
  db: Kysely<DB>,
  pass: Pass,
  readBatch: (trx: Transaction<DB>, after: number) => Promise<Batch>,
  isStopped: () => boolean,
): Promise<PassProgress> {
  const sum: PassProgress = { read: 0, changed: 0 }
  while (!isStopped()) {
    const { read, changed } = await retryTransaction(() =>
      db.transaction().execute(trx => advance(trx, pass, readBatch)),
    )
    if (read === 0) break
    sum.read += read
    sum.changed += changed
  }
  return sum
}

async function advance(
  trx: Transaction<DB>,
  { key, version, lock }: Pass,
  readBatch: (trx: Transaction<DB>, after: number) => Promise<Batch>,
): Promise<PassProgress> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  const known = cursor.safeParse(await readInstallation(trx, key)).data
  const after = known?.version === version ? known.after : 0
  if (after === null) return { read: 0, changed: 0 }
  const { last, ...progress } = await readBatch(trx, after)
  await writeInstallation(trx, key, { version, after: last })
  return progress
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { readInstallation, writeInstallation } from '../db/installation.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'

/**
 * A background pass over all cases, one transaction for each batch. It resumes after its checkpoint, runs in one process at a time, and does nothing
 * once its present version is complete.
 */
type Pass = { key: string; version: string | number; lock: number }
export type PassProgress = { read: number; changed: number }
/** `last`: last id of the batch; null: the end. */
type Batch = PassProgress & { last: number | null }
type ReadBatch = (trx: Transaction<DB>, after: number) => Promise<Batch>

const cursor = z.object({ version: z.union([z.string(), z.number()]), after: z.number().nullable() })

export async function resumePass(
  db: Kysely<DB>,
  pass: Pass,
  readBatch: ReadBatch,
  isStopped: () => boolean,
): Promise<PassProgress> {
  const sum: PassProgress = { read: 0, changed: 0 }
  while (!isStopped()) {
    const { read, changed } = await advancePass(db, pass, readBatch)
    if (read === 0) break
    sum.read += read
    sum.changed += changed
  }
  return sum
}

/** The checkpoint, an id; null: this version of the pass is complete. */
export async function passCursor(db: Kysely<DB>, { key, version }: Pass): Promise<number | null> {
  const known = cursor.safeParse(await readInstallation(db, key)).data
  return known?.version === version ? known.after : 0
}

/** Processes one batch, in a transaction that excludes other processes of the pass. */
export const advancePass = (db: Kysely<DB>, pass: Pass, readBatch: ReadBatch): Promise<PassProgress> =>
  retryTransaction(() =>
    db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(${pass.lock})`.execute(trx)
      const after = await passCursor(trx, pass)
      if (after === null) return { read: 0, changed: 0 }
      const { last, ...progress } = await readBatch(trx, after)
      await writeInstallation(trx, pass.key, { version: pass.version, after: last })
      return progress
    }),
  )

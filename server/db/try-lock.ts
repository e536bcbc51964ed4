import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Undefined: another process holds this lock. A process that dies gives it back with its connection. */
export const withTryLock = <T>(db: Kysely<DB>, lock: number, work: () => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async held => {
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${lock}) as ours`.execute(held)
    if (!rows[0]?.ours) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(held)
    }
  })

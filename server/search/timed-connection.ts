import { type ControlledTransaction, type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * One connection and one transaction for the statements of several groups, in sequence: with a transaction each, half
 * of the round trips would be for transactions. A failure or timeout ends it; the next caller begins another.
 */
export type TimedConnection = {
  /** The time limit of each statement. */
  seconds: number
  within: <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>
  end: () => Promise<void>
}

export function timedConnection(db: Kysely<DB>, seconds: number): TimedConnection {
  let open: ControlledTransaction<DB> | undefined
  const begin = async (): Promise<ControlledTransaction<DB>> => {
    const begun = await db.startTransaction().setAccessMode('read only').execute()
    open = begun
    await sql`select set_config('statement_timeout', ${String(Math.ceil(seconds * 1000))}, true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(begun)
    return begun
  }
  // A lost connection has nothing to roll back.
  const giveUp = async (): Promise<void> => {
    const given = open
    open = undefined
    await given
      ?.rollback()
      .execute()
      .catch(() => undefined)
  }
  return {
    seconds,
    within: async work => {
      try {
        return await work(open ?? (await begin()))
      } catch (error) {
        await giveUp()
        throw error
      }
    },
    end: giveUp,
  }
}

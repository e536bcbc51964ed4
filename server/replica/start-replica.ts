import type { Kysely } from 'kysely'
import type { CopyNow, CopyOn } from '../cases/engine/engine.ts'
import { editionOfDays } from '../db/as-of/edition.ts'
import type { DB } from '../db/schema.ts'
import type { CopyState } from '../http/feature.ts'
import { copyEngine } from './copy-engine.ts'
import type { ReplicaOptions } from './open-replica.ts'
import { startPruning } from './prune.ts'

/** The copy as the server uses it. If it cannot be opened, the server runs without it. */
export type StartedReplica = {
  now: CopyNow
  /** For the state of the database at the end of a day. */
  on?: CopyOn
  state?: () => CopyState
  /** Resolves when everything committed by now can be read. */
  caughtUp?: () => Promise<void>
  stop: () => Promise<void>
}

export const startWithoutReplica = (db: Kysely<DB>, fail: (error: unknown) => void): StartedReplica => ({
  now: () => undefined,
  stop: startPruning(db, throttled(fail)),
})

/** `fail` receives errors, at most one a minute. */
export async function startReplica(
  db: Kysely<DB>,
  options: Omit<ReplicaOptions, 'onError'>,
  fail: (error: unknown) => void,
): Promise<StartedReplica> {
  const onError = throttled(fail)
  try {
    // DuckDB is a native library that does not exist for every platform.
    const [{ openReplica }, { copiesOfDays }] = await Promise.all([
      import('./open-replica.ts'),
      import('./copies-of-days.ts'),
    ])
    const replica = openReplica({ ...options, onError })
    const now: CopyNow = () => {
      const reader = replica.reader()
      return reader && copyEngine(reader, onError, replica.isBehind)
    }
    const days = copiesOfDays({ ...options, edition: () => editionOfDays(db), onError })
    return {
      now,
      on: days.on,
      state: () => replica.state(),
      caughtUp: () => replica.caughtUp(),
      stop: async () => void (await Promise.all([days.stop(), replica.stop()])),
    }
  } catch (error) {
    onError(error)
    return { ...startWithoutReplica(db, fail), state: () => missing }
  }
}

const missing: CopyState = { state: 'away', lag: null }

const reportIntervalMs = 60_000
function throttled(report: (error: unknown) => void): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return error => {
    if (performance.now() - reportedAt < reportIntervalMs) return
    reportedAt = performance.now()
    report(error)
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { resolvePeople } from './resolve-people.ts'

/** While the server runs, people are looked for on whatever has come in since; nothing new costs one look at an index. */
const everyMilliseconds = 60_000

/** Begins at once; answers how to stop. A failure is told, and tried again at the next turn. */
export function keepResolved(db: Kysely<DB>, onError: (error: unknown) => void): () => Promise<void> {
  let stopped = false
  let running: Promise<void> | undefined
  const run = (): void => {
    running ??= resolvePeople(db, { isStopped: () => stopped })
      .then(() => undefined, onError)
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, everyMilliseconds)
  timer.unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { setClocks } from './set-clocks.ts'

const everyMilliseconds = 60_000

/** Sets clocks at once and then once a minute, whatever has become due; answers how to stop. A failure is told and tried again. */
export function keepClocks(db: Kysely<DB>, onError: (error: unknown) => void): () => Promise<void> {
  let stopping = false
  let running: Promise<unknown> = Promise.resolve()
  const set = (): void => {
    running = running.then(() => setClocks(db, { isStopped: () => stopping })).catch(onError)
  }
  set()
  const timer = setInterval(set, everyMilliseconds)
  timer.unref()
  return async () => {
    stopping = true
    clearInterval(timer)
    await running
  }
}

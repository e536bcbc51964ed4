import { waitForPendingCalls } from '../api/client.ts'
import { waitOutOutage } from '../api/connection.ts'

/**
 * After a release old chunks are gone: the page reloads, at most once a minute (§2, §9), and only if the server
 * answers.
 */
const chunkReloadPause = 60_000
const key = 'chunkReloadedAt'

type Memory = Pick<Storage, 'getItem' | 'setItem'>
/** Whether to reload now; records it. Without storage it cannot be recorded, so nothing is reloaded. */
export const mayReload = (memory: Memory, now: number): boolean => {
  try {
    const before = Number(memory.getItem(key) ?? Number.NaN)
    if (now - before < chunkReloadPause && now >= before) return false
    memory.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}

/** Handles a chunk that failed to load. `reload`: leaves the page. */
export const recoverChunk =
  ({ memory, reload }: { memory: Memory; reload: () => void }) =>
  async (): Promise<'try again' | 'give up'> => {
    if (await waitOutOutage()) return 'try again'
    // Calls in flight have finished by then.
    await waitForPendingCalls()
    if (!mayReload(memory, Date.now())) return 'give up'
    reload()
    // Never resolves: nothing is shown in the moment before the page unloads.
    return new Promise(() => {})
  }

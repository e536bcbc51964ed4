import { untilSent } from '../api/client.ts'
import { waitOutOutage } from '../api/connection.ts'

/** After a release old chunks are gone: the page reloads, at most once a minute (§2, §9), and only from a server that answers. */
const chunkReloadPause = 60_000
const key = 'chunkReloadedAt'

type Memory = Pick<Storage, 'getItem' | 'setItem'>
/** Whether to reload now; remembers that it did. Without storage nothing can be remembered, and nothing is reloaded. */
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

/** For a chunk that has not come. `reload`: leaves the page. */
export const recoverChunk =
  ({ memory, reload }: { memory: Memory; reload: () => void }) =>
  async (): Promise<'try again' | 'give up'> => {
    if (await waitOutOutage()) return 'try again'
    // What was being sent to the server, it has by then.
    await untilSent()
    if (!mayReload(memory, Date.now())) return 'give up'
    reload()
    // Nothing is said of it in the moment before the page goes.
    return new Promise(() => {})
  }

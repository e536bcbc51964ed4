/** After a release old chunks are gone: the page reloads, at most once a minute (§2, §9). */
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

export const reloadOnChunkFailure = (): void => {
  window.addEventListener('vite:preloadError', event => {
    if (!mayReload(sessionStorage, Date.now())) return
    event.preventDefault()
    window.location.reload()
  })
}

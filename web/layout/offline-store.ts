import { offlineStore } from '../api/session.ts'

/**
 * The entry that tells the worker whose session a cache belongs to (the same in web/public/sw.js); without it the cache
 * has no owner.
 */
const mark = '/offline-session'
/** The worker deletes a cache that it sees before the entry is written. */
const mostTries = 3

/** The cache of this session. `isNew`: earlier responses are not in it. Undefined when signed out meanwhile. */
export async function openOfflineStore(
  isSignedIn: () => boolean,
): Promise<{ store: Cache; isNew: boolean } | undefined> {
  let isNew = false
  for (let tries = 0; tries <= mostTries && isSignedIn(); tries += 1) {
    const store = await caches.open(offlineStore)
    if (await store.match(mark)) return { store, isNew }
    await caches.delete(offlineStore)
    if (!isSignedIn()) return
    isNew = true
    const made = await caches.open(offlineStore)
    await made.put(mark, new Response(crypto.randomUUID()))
  }
  if (!isSignedIn()) await caches.delete(offlineStore)
  return
}

/** A page loaded past the worker never comes under its control. */
const takeoverTimeoutMs = 5_000

/** Requests sent before the worker controls the page bypass the cache. Returns whether there were any. */
export async function waitForControl(serviceWorker: ServiceWorkerContainer): Promise<boolean> {
  if (serviceWorker.controller) return false
  await new Promise<void>(resolve => {
    setTimeout(resolve, takeoverTimeoutMs)
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  return true
}

/**
 * Caches the files that the page has loaded or is loading, including those from before the cache existed. Returns a
 * stop function.
 */
export function keepLoadedFiles(store: Cache): () => void {
  const keep = async (address: string): Promise<void> => {
    const { origin, pathname } = new URL(address)
    if (origin !== location.origin || !/^\/(?:assets\/|theme\.js)/.test(pathname)) return
    if (!(await store.match(pathname))) await store.add(pathname)
  }
  const observer = new PerformanceObserver(list => {
    // A file that fails is requested again when needed.
    for (const { name } of list.getEntries()) keep(name).catch(() => undefined)
  })
  observer.observe({ type: 'resource', buffered: true })
  return () => observer.disconnect()
}

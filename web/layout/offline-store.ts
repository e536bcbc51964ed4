import { offlineStore } from '../api/session.ts'

/** The entry by which the worker knows whose session a store is of (web/public/sw.js has the same); without one it is nobody's. */
const mark = '/offline-session'
/** The worker deletes a store that it sees before it is marked. */
const mostTries = 3

/**
 * The store of this session. `isNew`: what was asked for before has not been kept. Undefined: signed out meanwhile, and nothing
 * is left.
 */
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

/** A page that was loaded past the worker is never under its control. */
const takeoverTimeoutMs = 5_000

/** What a page asks for before the worker has taken it over passes by the store. Whether it was asked for so. */
export async function waitForControl(serviceWorker: ServiceWorkerContainer): Promise<boolean> {
  if (serviceWorker.controller) return false
  await new Promise<void>(resolve => {
    setTimeout(resolve, takeoverTimeoutMs)
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  return true
}

/**
 * Files that the page is loaded by, those on their way included: whatever was asked for before the store was there. Stops when it is
 * called.
 */
export function keepLoadedFiles(store: Cache): () => void {
  const keep = async (address: string): Promise<void> => {
    const { origin, pathname } = new URL(address)
    if (origin !== location.origin || !/^\/(?:assets\/|theme\.js)/.test(pathname)) return
    if (!(await store.match(pathname))) await store.add(pathname)
  }
  const observer = new PerformanceObserver(list => {
    // One that comes no more is asked for when it is wanted.
    for (const { name } of list.getEntries()) keep(name).catch(() => undefined)
  })
  observer.observe({ type: 'resource', buffered: true })
  return () => observer.disconnect()
}

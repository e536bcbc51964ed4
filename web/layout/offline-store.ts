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

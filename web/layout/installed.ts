import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { caseListQueryOptions } from '../api/cases.ts'
import { shownSince, watchConnection } from '../api/connection.ts'
import { foldersQueryOptions } from '../api/favourites.ts'
import { currentUserQueryOptions, offlineStore } from '../api/session.ts'
import { todayQueryOptions } from '../api/today.ts'
import { caseApiQuery, readCaseSearch } from '../filters/case-search.ts'

/** As «Сегодня» opens. */
const daysAhead = 7
/** Of favourites: the store has room for some hundred cases beside the application (sw.js). */
const mostPages = 10

/**
 * The installed application keeps favourites and today's hearings for when there is no network, for as long as one is signed in.
 * A page in an ordinary tab keeps nothing: the browser may be somebody else's.
 */
export async function keepForOffline(router: RegisteredRouter, client: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  await serviceWorker.register('/sw.js')
  await serviceWorker.ready
  const isSignedIn = (): boolean => client.getQueryData(currentUserQueryOptions.queryKey) != null
  let isKept = false
  const look = async (): Promise<void> => {
    if (isKept === isSignedIn()) return
    isKept = isSignedIn()
    if (!isKept) return
    const store = await caches.open(offlineStore)
    // What this page was loaded by came before anybody listened.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    const files = loaded.filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(assets|theme)/.test(pathname),
    )
    await store.addAll(['/', ...files.map(({ pathname }) => pathname)])
    await client.fetchQuery({ ...currentUserQueryOptions, staleTime: 0 })
    await client.fetchQuery({ ...foldersQueryOptions, staleTime: 0 })
    for (const to of ['/today', '/favorites'] as const) await router.preloadRoute({ to })
    const { hearings } = await client.fetchQuery(todayQueryOptions(daysAhead))
    const ids = new Set(hearings.map(({ case: { id } }) => id))
    for (let page = 1; page <= mostPages; page += 1) {
      const asked = caseApiQuery(readCaseSearch({ page: String(page) }), { onlyFavourites: true })
      const { results, next } = await client.fetchQuery(caseListQueryOptions(asked))
      for (const { id } of results) ids.add(id)
      if (next === null) break
    }
    for (const id of ids) await router.preloadRoute({ to: '/cases/$id', params: { id: String(id) } })
  }
  router.subscribe('onResolved', () => void look())
  let wasKept = false
  watchConnection(() => {
    // Back again: what was kept is asked for anew.
    if (wasKept && shownSince() === undefined) void client.invalidateQueries()
    wasKept = shownSince() !== undefined
  })
  await look()
}

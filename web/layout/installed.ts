import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { caseListQueryOptions } from '../api/cases.ts'
import { isAway, shownSince, watchConnection } from '../api/connection.ts'
import { ownDeadlinesQueryOptions } from '../api/deadlines.ts'
import { favouritesBySetQueryOptions } from '../api/favourites.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { setsQueryOptions } from '../api/sets.ts'
import { inboxQueryOptions, todayQueryOptions } from '../api/today.ts'
import { caseApiQuery, readCaseSearch } from '../filters/case-search.ts'
import { FrameWhileAway, setUnkept, UnlessUnkept, WhileAway } from './offline-page.tsx'
import { keepLoadedFiles, openOfflineStore, waitForControl } from './offline-store.ts'

/** As on «Сегодня». */
const daysAhead = 7
/** Pages of favourites: besides the application, the cache has room for about a hundred cases (sw.js). */
const mostPages = 10

/**
 * The installed application caches favourites and today's hearings for offline use, while signed in. A page in an
 * ordinary tab caches nothing, because the browser may be shared.
 */
export async function keepForOffline(router: RegisteredRouter, client: QueryClient): Promise<void> {
  followUnkept(router, client)
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  await serviceWorker.register('/sw.js')
  await serviceWorker.ready
  const isSignedIn = (): boolean => client.getQueryData(currentUserQueryOptions.queryKey) != null
  const wasUnheard = await waitForControl(serviceWorker)
  let isKept = false
  let stopKeeping = (): void => {}
  const look = async (): Promise<void> => {
    if (isKept === isSignedIn()) return
    isKept = isSignedIn()
    if (!isKept) return
    const opened = await openOfflineStore(isSignedIn)
    if (!opened) return
    const { store, isNew } = opened
    stopKeeping()
    stopKeeping = keepLoadedFiles(store)
    await store.add('/')
    if (isNew || wasUnheard) await refetchUncached(client)
    await client.fetchQuery({ ...currentUserQueryOptions, staleTime: 0 })
    await client.fetchQuery({ ...favouritesBySetQueryOptions, staleTime: 0 })
    await client.fetchQuery({ ...setsQueryOptions, staleTime: 0 })
    for (const to of ['/today', '/favorites'] as const) await router.preloadRoute({ to })
    const { hearings } = await client.fetchQuery(todayQueryOptions(daysAhead))
    await client.fetchQuery(inboxQueryOptions(false, 1))
    await client.fetchQuery({ ...ownDeadlinesQueryOptions(1), staleTime: 0 })
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
    // Back online: refetches what was shown from the cache.
    if (wasKept && shownSince() === undefined) void client.invalidateQueries()
    wasKept = shownSince() !== undefined
  })
  await look()
}

/** Refetches what was requested before the cache existed: what is on screen now, the rest when next used. */
async function refetchUncached(client: QueryClient): Promise<void> {
  // A response in flight would look like a new one.
  const asked = client.getQueryCache().getAll()
  await Promise.allSettled(asked.map(({ promise }) => promise))
  await client.invalidateQueries()
}

/** Cached pages; some of their queries may be missing. */
const keptPage = /^\/(?:today|favorites|cases\/\d+)$/
/** Cached responses are faster than this. */
const answerTimeoutMs = 600

/** During an outage a page already shown stays; a page that needs uncached data gets a notice. */
function followUnkept(router: RegisteredRouter, client: QueryClient): void {
  const waits = (): boolean =>
    client.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.data === undefined }).length > 0
  Object.assign(router.options, {
    InnerWrap: UnlessUnkept,
    defaultPendingComponent: WhileAway,
    defaultPendingMs: answerTimeoutMs,
    defaultPendingMinMs: 0,
  })
  router.routesById['/signed-in'].update({ pendingComponent: FrameWhileAway })
  let wasAway = false
  let stands: string | undefined
  let drawnAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    setUnkept(false)
    if (!isAway()) return
    // Queries of a page start after it is rendered.
    timer = setTimeout(() => {
      const { pathname, href } = router.state.location
      if (href === stands || keptPage.test(pathname)) return
      if (waits()) setUnkept(true)
      else look()
    }, answerTimeoutMs)
  }
  watchConnection(() => {
    if (wasAway === isAway()) return
    wasAway = isAway()
    const isThere = router.state.status === 'idle' && (!waits() || performance.now() - drawnAt > longestDrawing)
    stands = wasAway && isThere ? router.state.location.href : undefined
    // For a page whose code or first answers do not arrive; while online, the previous page stays until they do.
    router.options.defaultPendingMs = wasAway ? answerTimeoutMs : Number.POSITIVE_INFINITY
    look()
  })
  router.subscribe('onResolved', () => {
    drawnAt = performance.now()
    if (!isAway()) router.options.defaultPendingMs = Number.POSITIVE_INFINITY
    look()
  })
  look()
}
/** Milliseconds after rendering; later queries belong to parts opened by the user. */
const longestDrawing = 10_000

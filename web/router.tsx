import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { toQuery, toRecord } from '#shared/filters/wire.ts'
import { discardEarly } from './api/early.ts'
import { clearCachedAnswers, currentUserQueryOptions, dropSession, switchToGuest } from './api/session.ts'
import { FailedPage } from './layout/error-page.tsx'
import { accountPageRoutes, guestPageRoutes } from './routes/account-routes.tsx'
import { nextOf, wireSearch } from './routes/address.ts'
import { casePageRoutes } from './routes/case-routes.tsx'
import { administrators, root, signedIn } from './routes/frame.tsx'
import { manualPageRoutes } from './routes/manual-routes.tsx'
import { operationPageRoutes, tagPageRoutes } from './routes/operation-routes.tsx'
import { peoplePageRoutes } from './routes/people-routes.tsx'
import { practicePageRoutes } from './routes/practice-routes.tsx'
import { savedPageRoutes } from './routes/saved-routes.tsx'
import { statisticsPageRoutes } from './routes/statistics-routes.tsx'

const routeTree = root.addChildren([
  ...guestPageRoutes,
  signedIn.addChildren([
    ...casePageRoutes,
    ...savedPageRoutes,
    ...statisticsPageRoutes,
    ...peoplePageRoutes,
    ...practicePageRoutes,
    ...accountPageRoutes,
    ...tagPageRoutes,
    ...manualPageRoutes,
    administrators.addChildren(operationPageRoutes),
  ]),
])

/** `history`: for tests; defaults to the browser's address bar. */
export const makeRouter = (client: QueryClient, history?: RouterHistory) => {
  const router = createRouter({
    ...(history && { history }),
    routeTree,
    context: { client },
    parseSearch: query => toRecord(query),
    stringifySearch: search => {
      const query = toQuery(wireSearch(definedOnly(search)))
      return query === '' ? '' : `?${query}`
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ({ error }) => <FailedPage error={error} />,
    notFoundMode: 'root',
  })
  // The first page is rendered: early answers it has not used are discarded.
  const unsubscribe = router.subscribe('onResolved', () => {
    unsubscribe()
    discardEarly()
  })
  return router
}
const definedOnly = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** When the session ends: to the sign-in page, and back here afterwards. */
export const signOutTo = (router: ReturnType<typeof makeRouter>, client: QueryClient) => (): void => {
  if (router.state.location.pathname === '/login') return
  const next = nextOf(router.state.location)
  dropSession()
  switchToGuest(client)
  void router
    .navigate({ to: '/login', ...next, state: { signOutNotice: 'session-over' } })
    .then(() => clearCachedAnswers(client))
}

/** Another tab has signed in or out: a page of a different user is reloaded. */
export const checkSessionUser =
  (client: QueryClient, { signOut, beginAnew }: { signOut: () => void; beginAnew: () => void }) =>
  async (): Promise<void> => {
    const shown = client.getQueryData(currentUserQueryOptions.queryKey)
    // Bypasses the cache, so that the page is not rendered with another user's name before it reloads.
    const now = await client
      .fetchQuery({ ...currentUserQueryOptions, queryKey: ['who-is-in'], staleTime: 0, gcTime: 0 })
      .catch(() => shown)
    if (shown === undefined || shown?.username === now?.username) return
    if (now === null) signOut()
    else beginAnew()
  }

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/accounts.ts'
import { maxPage } from '#shared/domain/limits.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import type { Fields } from '#shared/filters/field.ts'
import { toQuery, toRecord, type WireRecord } from '#shared/filters/wire.ts'
import { caseListQuery, caseQuery, caseTextQuery, otherInstance } from './api/cases.ts'
import { ApiError } from './api/client.ts'
import { releaseQuery } from './api/release.ts'
import { becomeGuest, currentUserQuery, forgetAnswers } from './api/session.ts'
import { caseApiQuery, cleanAddress, initialRecord, readCaseSearch, saysTheSame } from './filters/case-search.ts'
import { frozenFor } from './filters/frozen.ts'
import { listFields } from './filters/list-fields.ts'
import { forgetOnNewRelease, recallQuery, rememberFor } from './filters/remembered.ts'
import { FailedPage, NotFoundPage } from './layout/error-page.tsx'
import { localPath } from './layout/local-path.ts'
import { MainLayout } from './layout/main-layout.tsx'
import { say } from './ui/toasts.tsx'

/**
 * Every page, who may open it, and what it begins to load. The search of an address stays in wire form: strings and
 * lists of strings, exactly as it is written (design §13). Longer than other files: the addresses of the product are one
 * list, and each page is a few lines of it.
 */
type Context = { client: QueryClient }
const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  errorComponent: ({ error }) => <FailedPage error={error} />,
})

const wireSearch = (search: Record<string, unknown>): WireRecord =>
  Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )
const isEmpty = (search: WireRecord): boolean => Object.keys(search).length === 0

/** Guests only: who is signed in goes on to where they were going, or home (§2). */
const guestsOnly = async (client: QueryClient, next = '/'): Promise<void> => {
  if (await client.ensureQueryData(currentUserQuery)) throw redirect({ href: next, replace: true })
}
const LoginPage = lazyRouteComponent(() => import('./accounts/login-page.tsx'), 'LoginPage')
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Said to be undefined, not left out: the router would let the unchecked one through.
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: localPath(search.next),
  }),
  beforeLoad: ({ context, search }) => guestsOnly(context.client, search.next),
  component: function Login() {
    return <LoginPage next={login.useSearch().next ?? '/'} />
  },
})

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  beforeLoad: ({ context }) => guestsOnly(context.client),
  component: lazyRouteComponent(() => import('./accounts/signup-page.tsx'), 'SignupPage'),
})

/** A page waits for the notice no longer than this, milliseconds. */
const noticeWait = 1_000
/** Signed-in people only: a guest goes to sign in and comes back (§2). */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }): Promise<{ user: CurrentUser }> => {
    const user = await context.client.ensureQueryData(currentUserQuery)
    if (!user) throw redirect({ to: '/login', search: nextOf(location.href) })
    rememberFor(user.username)
    return { user }
  },
  // Beside what the page itself loads: the notice of a demonstration does not push a page down that is being read.
  loader: ({ context }) =>
    Promise.race([
      context.client.ensureQueryData(releaseQuery),
      new Promise(resolve => setTimeout(resolve, noticeWait)),
    ]),
  component: function SignedIn() {
    const { user } = signedIn.useRouteContext()
    return (
      <MainLayout user={user}>
        <Outlet />
      </MainLayout>
    )
  },
  errorComponent: ({ error }) => <FailedPage error={error} />,
})
const nextOf = (href: string): { next?: string } => {
  const next = localPath(href)
  return next === undefined || next === '/' ? {} : { next }
}

const caseListPage = () => import('./cases/case-list-page.tsx')
const CaseListPage = lazyRouteComponent(caseListPage, 'CaseListPage')
const CasePage = lazyRouteComponent(() => import('./cases/case-page.tsx'), 'CasePage')
const CaseTextPage = lazyRouteComponent(() => import('./cases/case-text-page.tsx'), 'CaseTextPage')

const index = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: wireSearch,
  beforeLoad: async ({ context, search }) => {
    const address = cleanAddress(search, listFields(context.user, 'index'))
    const release = await releaseAtHand(context.client, recallQuery() !== undefined && isEmpty(address))
    if (release?.known) forgetOnNewRelease(release.ts)
    const wanted = isEmpty(address) ? opening(listFields(context.user, 'index')) : address
    if (!saysTheSame(search, wanted)) throw redirect({ to: '/', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(caseListQuery(caseApiQuery(readCaseSearch(deps.search))))
  },
  component: function Index() {
    return <CaseListPage user={signedIn.useRouteContext().user} />
  },
})
/** What a list without an address begins with: what is pinned, what was looked for last, КоАП (§4). */
const opening = (fields: Fields): WireRecord => {
  const pinned = frozenFor(fields)
  if (pinned) return { ...pinned, ordering: defaultOrdering }
  const last = cleanAddress(recallQuery() ?? {}, fields)
  return isEmpty(last) ? initialRecord : last
}
/** The release decides whether what is remembered still counts; nobody waits for it otherwise. */
const releaseAtHand = async (client: QueryClient, decides: boolean) => {
  if (decides) return client.ensureQueryData(releaseQuery)
  const known = client.getQueryData(releaseQuery.queryKey)
  if (!known) void client.prefetchQuery(releaseQuery)
  return known
}

const favourites = createRoute({
  getParentRoute: () => signedIn,
  path: '/favorites',
  validateSearch: wireSearch,
  beforeLoad: ({ context, search }) => {
    const fields = listFields(context.user, 'favourites')
    const address = cleanAddress(search, fields)
    const pinned = isEmpty(address) ? frozenFor(fields) : undefined
    const wanted = pinned ? { ...pinned, ordering: defaultOrdering } : address
    if (!saysTheSame(search, wanted)) throw redirect({ to: '/favorites', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) => {
    const query = caseApiQuery(readCaseSearch(deps.search), { onlyFavourites: true })
    void context.client.prefetchQuery(caseListQuery(query))
  },
  component: function Favourites() {
    return <CaseListPage user={signedIn.useRouteContext().user} onlyFavourites />
  },
})

/** A link to filters: the list with them takes its place in the history. What cannot be found is a page that is not there. */
const link = createRoute({
  getParentRoute: () => signedIn,
  path: '/l/$id',
  loader: async ({ context, params, preload }) => {
    const { linkQuery, savedFilters } = await import('./api/saved.ts')
    const found = await context.client.ensureQueryData(linkQuery(params.id)).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
      throw error
    })
    if (!found) return
    if (found.note && !preload) say(found.note)
    throw redirect({ to: '/', search: { ...savedFilters(found), ordering: defaultOrdering }, replace: true })
  },
  component: NotFoundPage,
})

const isId = (id: string): boolean => /^[1-9]\d{0,8}$/.test(id)

const casePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/$id',
  // Waited for: the page before stays until this one is whole, both instances side by side.
  loader: async ({ context, params }) => {
    if (isId(params.id)) await loadCase(context.client, Number(params.id))
  },
  component: function OneCase() {
    const { id } = casePage.useParams()
    return isId(id) ? <CasePage key={id} id={Number(id)} /> : <NotFoundPage />
  },
})
const loadCase = async (client: QueryClient, id: number): Promise<void> => {
  await client.prefetchQuery(caseQuery(id))
  const one = client.getQueryData(caseQuery(id).queryKey)
  const other = one && otherInstance(one)
  if (other) await client.prefetchQuery(caseQuery(other.id))
}
const textPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/text/$id',
  // The words looked for in the text, as in the list's address.
  validateSearch: wireSearch,
  loader: ({ context, params }) => {
    if (isId(params.id)) void context.client.prefetchQuery(caseTextQuery(Number(params.id)))
  },
  component: function OneText() {
    const { id } = textPage.useParams()
    return isId(id) ? <CaseTextPage key={id} id={Number(id)} /> : <NotFoundPage />
  },
})
/** The id is optional (§2): without it the list is what one wants. */
const toList = () => {
  throw redirect({ to: '/', replace: true })
}
const noCase = createRoute({ getParentRoute: () => signedIn, path: '/cases', beforeLoad: toList })
const noText = createRoute({ getParentRoute: () => signedIn, path: '/cases/text', beforeLoad: toList })

/** Calls of rare pages come with the pages. */
const accountCalls = () => import('./api/accounts.ts')
const presets = createRoute({
  getParentRoute: () => signedIn,
  path: '/presets',
  component: lazyRouteComponent(() => import('./saved/presets-page.tsx'), 'PresetsPage'),
})

const peopleCalls = () => import('./defendants/people-loading.ts')
const DefendantsPage = lazyRouteComponent(() => import('./defendants/defendants-page.tsx'), 'DefendantsPage')
const DefendantPage = lazyRouteComponent(() => import('./defendants/defendant-page.tsx'), 'DefendantPage')
const ExpiringPage = lazyRouteComponent(() => import('./defendants/expiring-page.tsx'), 'ExpiringPage')
const defendants = createRoute({
  getParentRoute: () => signedIn,
  path: '/defendants',
  validateSearch: wireSearch,
  beforeLoad: async ({ search }) => {
    const wanted = (await peopleCalls()).tidied(search)
    if (wanted) throw redirect({ to: '/defendants', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: async ({ context, deps }) => (await peopleCalls()).loadPeople(context.client, deps.search),
  component: function Defendants() {
    return <DefendantsPage user={signedIn.useRouteContext().user} />
  },
})
const onePerson = createRoute({
  getParentRoute: () => signedIn,
  path: '/defendants/$id',
  loader: async ({ context, params }) => {
    if (isId(params.id)) await (await peopleCalls()).loadPerson(context.client, Number(params.id))
  },
  component: function OnePerson() {
    const { id } = onePerson.useParams()
    const { user } = signedIn.useRouteContext()
    return isId(id) ? <DefendantPage key={id} user={user} id={Number(id)} /> : <NotFoundPage />
  },
})
const expiring = createRoute({
  getParentRoute: () => signedIn,
  path: '/defendants/expiring',
  validateSearch: wireSearch,
  component: function Expiring() {
    return <ExpiringPage search={expiring.useSearch()} />
  },
})

const ChangePasswordPage = lazyRouteComponent(() => import('./accounts/change-password-page.tsx'), 'ChangePasswordPage')
const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/changepassword',
  component: function ChangePassword() {
    return <ChangePasswordPage user={signedIn.useRouteContext().user} />
  },
})
const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  loader: async ({ context }) => {
    const { sessionsQuery, tokensQuery } = await accountCalls()
    void context.client.prefetchQuery(sessionsQuery)
    void context.client.prefetchQuery(tokensQuery)
  },
  component: lazyRouteComponent(() => import('./accounts/sessions-page.tsx'), 'SessionsPage'),
})

/** Superusers only: anyone else goes to the root (§2). */
const administrators = createRoute({
  getParentRoute: () => signedIn,
  id: 'administrators',
  beforeLoad: ({ context }) => {
    if (!context.user.is_superuser) throw redirect({ to: '/', replace: true })
  },
})
const ApprovePage = lazyRouteComponent(() => import('./accounts/approve-page.tsx'), 'ApprovePage')
const approve = createRoute({
  getParentRoute: () => administrators,
  path: '/approve',
  loader: async ({ context }) => {
    const { accountsQuery, pendingQuery } = await accountCalls()
    void context.client.prefetchQuery(pendingQuery)
    void context.client.prefetchQuery(accountsQuery(1))
  },
  component: function Approve() {
    return <ApprovePage user={signedIn.useRouteContext().user} />
  },
})
const AuditPage = lazyRouteComponent(() => import('./operations/audit-page.tsx'), 'AuditPage')
const audit = createRoute({
  getParentRoute: () => administrators,
  path: '/audit',
  validateSearch: wireSearch,
  loaderDeps: ({ search }) => ({ page: pageOf(search) }),
  loader: async ({ context, deps }) => {
    const { auditQuery } = await accountCalls()
    void context.client.prefetchQuery(auditQuery(deps.page))
  },
  component: function Audit() {
    return <AuditPage page={pageOf(audit.useSearch())} />
  },
})
const people = createRoute({
  getParentRoute: () => administrators,
  path: '/people',
  loader: async ({ context }) => {
    const { pairsQuery } = await import('./api/people.ts')
    void context.client.prefetchQuery(pairsQuery('open'))
  },
  component: lazyRouteComponent(() => import('./operations/people-desk-page.tsx'), 'PeopleDeskPage'),
})
/** A page the address names badly is the first. */
const pageOf = ({ page }: WireRecord): number =>
  typeof page === 'string' && isId(page) && Number(page) <= maxPage ? Number(page) : 1

/** Any other address, for anyone (§2). */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ context }): Promise<{ user: CurrentUser | null }> => ({
    user: await context.client.ensureQueryData(currentUserQuery).catch(() => null),
  }),
  component: function Unknown() {
    return (
      <MainLayout user={unknown.useRouteContext().user}>
        <NotFoundPage />
      </MainLayout>
    )
  },
})

const routeTree = root.addChildren([
  login,
  signup,
  signedIn.addChildren([
    index,
    favourites,
    link,
    casePage,
    textPage,
    noCase,
    noText,
    presets,
    defendants,
    onePerson,
    expiring,
    changePassword,
    sessions,
    administrators.addChildren([approve, audit, people]),
  ]),
  unknown,
])

/** `history`: where addresses are kept; absent: the browser's bar. */
export const makeRouter = (client: QueryClient, history?: RouterHistory) =>
  createRouter({
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
    defaultNotFoundComponent: NotFoundPage,
  })
const definedOnly = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** What happens when the session ends under a page: to the login page, and back here from it. */
export const signOutTo = (router: ReturnType<typeof makeRouter>, client: QueryClient) => (): void => {
  if (router.state.location.pathname === '/login') return
  const next = nextOf(router.state.location.href)
  becomeGuest(client)
  void router
    .navigate({ to: '/login', search: next, state: { farewell: 'session-over' } })
    .then(() => forgetAnswers(client))
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

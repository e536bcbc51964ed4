import { createRoute } from '@tanstack/react-router'
import { pageOf, wireSearch } from './address.ts'
import { administrators, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

/** What superusers alone do. */
const accountCalls = () => import('../api/accounts.ts')
const ApprovePage = lazyPage(() => import('../accounts/approve-page.tsx'), 'ApprovePage')
const approve = createRoute({
  getParentRoute: () => administrators,
  path: '/approve',
  loader: async ({ context }) => {
    const { accountsQuery, pendingQuery } = await accountCalls()
    void context.client.prefetchQuery(pendingQuery)
    void context.client.prefetchQuery(accountsQuery(1))
  },
  component: showing(ApprovePage, function Approve() {
    return <ApprovePage user={signedIn.useRouteContext().user} />
  }),
})
const AuditPage = lazyPage(() => import('../operations/audit-page.tsx'), 'AuditPage')
const audit = createRoute({
  getParentRoute: () => administrators,
  path: '/audit',
  validateSearch: wireSearch,
  loaderDeps: ({ search }) => ({ page: pageOf(search) }),
  loader: async ({ context, deps }) => {
    const { auditQuery } = await accountCalls()
    void context.client.prefetchQuery(auditQuery(deps.page))
  },
  component: showing(AuditPage, function Audit() {
    return <AuditPage page={pageOf(audit.useSearch())} />
  }),
})
const people = createRoute({
  getParentRoute: () => administrators,
  path: '/people',
  loader: async ({ context }) => {
    const { pairsQuery } = await import('../api/people.ts')
    void context.client.prefetchQuery(pairsQuery('open'))
  },
  component: lazyPage(() => import('../operations/people-desk-page.tsx'), 'PeopleDeskPage'),
})
const debug = createRoute({
  getParentRoute: () => administrators,
  path: '/debug',
  loader: async ({ context }) => {
    const { debugQuery } = await import('../api/operations.ts')
    void context.client.prefetchQuery(debugQuery)
  },
  component: lazyPage(() => import('../operations/debug-page.tsx'), 'DebugPage'),
})
const captcha = createRoute({
  getParentRoute: () => administrators,
  path: '/captcha',
  loader: async ({ context }) => {
    const { captchasQuery } = await import('../api/operations.ts')
    void context.client.prefetchQuery(captchasQuery)
  },
  component: lazyPage(() => import('../operations/captcha-page.tsx'), 'CaptchaPage'),
})

export const operationRoutes = [approve, audit, people, debug, captcha] as const

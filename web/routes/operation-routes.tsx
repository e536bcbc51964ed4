import { createRoute, redirect } from '@tanstack/react-router'
import { hasRight } from '#shared/domain/permissions.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { pageOfAddress, wireSearch } from './address.ts'
import { administrators, forUser, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

const accountCalls = () => loadChunk(() => import('../api/accounts.ts'))
const approve = createRoute({
  getParentRoute: () => administrators,
  path: '/approve',
  loader: async ({ context }) => {
    const { accountsQueryOptions, pendingQueryOptions } = await accountCalls()
    void context.client.prefetchQuery(pendingQueryOptions)
    void context.client.prefetchQuery(accountsQueryOptions(1))
  },
  component: forUser(lazyPage(() => import('../accounts/approve-page.tsx'), 'ApprovePage')),
})
const AuditPage = lazyPage(() => import('../operations/audit-page.tsx'), 'AuditPage')
const audit = createRoute({
  getParentRoute: () => administrators,
  path: '/audit',
  validateSearch: wireSearch,
  loaderDeps: ({ search }) => ({ page: pageOfAddress(search) }),
  loader: async ({ context, deps }) => {
    const { auditQueryOptions } = await accountCalls()
    void context.client.prefetchQuery(auditQueryOptions(deps.page))
  },
  component: showing(AuditPage, function Audit() {
    return <AuditPage page={pageOfAddress(audit.useSearch())} />
  }),
})
const people = createRoute({
  getParentRoute: () => administrators,
  path: '/people',
  loader: async ({ context }) => {
    const { pairsQueryOptions } = await loadChunk(() => import('../api/people.ts'))
    void context.client.prefetchQuery(pairsQueryOptions('open'))
  },
  component: lazyPage(() => import('../operations/people-desk-page.tsx'), 'PeopleDeskPage'),
})
const debug = createRoute({
  getParentRoute: () => administrators,
  path: '/debug',
  loader: async ({ context }) => {
    const { debugQueryOptions } = await loadChunk(() => import('../api/operations.ts'))
    void context.client.prefetchQuery(debugQueryOptions)
  },
  component: lazyPage(() => import('../operations/debug-page.tsx'), 'DebugPage'),
})
const captcha = createRoute({
  getParentRoute: () => administrators,
  path: '/captcha',
  loader: async ({ context }) => {
    const { captchasQueryOptions } = await loadChunk(() => import('../api/operations.ts'))
    void context.client.prefetchQuery(captchasQueryOptions)
  },
  component: lazyPage(() => import('../operations/captcha-page.tsx'), 'CaptchaPage'),
})

const forgetting = createRoute({
  getParentRoute: () => signedIn,
  path: '/forgetting',
  component: forUser(lazyPage(() => import('../operations/forgetting-page.tsx'), 'ForgettingPage')),
})

export const operationPageRoutes = [approve, audit, people, debug, captcha, forgetting] as const

const loadTags = createRoute({
  getParentRoute: () => signedIn,
  path: '/loadtags',
  beforeLoad: ({ context }) => {
    if (!hasRight(context.user, 'tag_editor')) throw redirect({ to: '/', replace: true })
  },
  component: forUser(lazyPage(() => import('../tags/load-tags-page.tsx'), 'LoadTagsPage')),
})

export const tagPageRoutes = [loadTags] as const

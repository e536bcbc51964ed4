import { createRoute, redirect } from '@tanstack/react-router'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { ApiError } from '../api/api-error.ts'
import { NotFoundPage } from '../layout/error-page.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { showToast } from '../ui/toasts.tsx'
import { wireSearch } from './address.ts'
import { forUser, signedIn } from './frame.tsx'
import { lazyPage } from './lazy-page.ts'

/** A link to filters is replaced in the history by the list with them. An unknown one shows the not-found page. */
const link = createRoute({
  getParentRoute: () => signedIn,
  path: '/l/$id',
  loader: async ({ context, params, preload }) => {
    const { linkQueryOptions, savedFilters } = await loadChunk(() => import('../api/saved.ts'))
    const found = await context.client.ensureQueryData(linkQueryOptions(params.id)).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
      throw error
    })
    if (!found) return
    if (found.note && !preload) showToast(found.note)
    throw redirect({ to: '/', search: { ...savedFilters(found), ordering: defaultOrdering }, replace: true })
  },
  component: NotFoundPage,
})

const presets = createRoute({
  getParentRoute: () => signedIn,
  path: '/presets',
  component: lazyPage(() => import('../saved/presets-page.tsx'), 'PresetsPage'),
})

const exports = createRoute({
  getParentRoute: () => signedIn,
  path: '/exports',
  component: lazyPage(() => import('../exports/exports-page.tsx'), 'ExportsPage'),
})

const subscriptions = createRoute({
  getParentRoute: () => signedIn,
  path: '/subscriptions',
  component: lazyPage(() => import('../subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
})

const today = createRoute({
  getParentRoute: () => signedIn,
  path: '/today',
  component: lazyPage(() => import('../today/today-page.tsx'), 'TodayPage'),
})

const sets = createRoute({
  getParentRoute: () => signedIn,
  path: '/sets',
  component: lazyPage(() => import('../sets/sets-page.tsx'), 'SetsPage'),
})
const oneSet = createRoute({
  getParentRoute: () => signedIn,
  path: '/sets/$id',
  validateSearch: wireSearch,
  component: forUser(lazyPage(() => import('../sets/set-route.tsx'), 'SetRoute')),
})

export const savedPageRoutes = [link, today, sets, oneSet, presets, exports, subscriptions] as const

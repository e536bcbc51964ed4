import { createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { treeFilters } from '#shared/filters/views.ts'
import { readLenient, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { ApiError } from '../api/api-error.ts'
import { renderWith } from '../api/early.ts'
import { cleanViewAddress, equalQueries } from '../filters/case-search.ts'
import { listFields, refuseForeignFilter } from '../filters/list-fields.ts'
import { NotFoundPage } from '../layout/error-page.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { wireSearch, withTableRead } from './address.ts'
import { forUser, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

/** Views of the cases of the list, with the same address. */
type Context = { user: CurrentUser }
const keepClean =
  (to: '/stats' | '/data') =>
  async ({ context, search }: { context: Context; search: WireRecord }): Promise<void> => {
    refuseForeignFilter(context.user, search)
    const fields = listFields(context.user, 'index')
    const wanted = cleanViewAddress(await withTableRead(search, fields), fields)
    if (!equalQueries(search, wanted)) throw redirect({ to, search: wanted, replace: true })
  }

const stats = createRoute({
  getParentRoute: () => signedIn,
  path: '/stats',
  validateSearch: wireSearch,
  beforeLoad: keepClean('/stats'),
  // Equal to the query of the page down to order, so that both share a cache entry.
  loaderDeps: ({ search }) => {
    const values = readLenient(caseListFields, search)
    return { query: writeValues(caseListFields, values), ofTree: treeFilters(values) }
  },
  loader: async ({ context, deps }) => {
    const { chartsQueryOptions, countTreeQueryOptions } = await loadChunk(() => import('../api/statistics.ts'))
    void context.client.prefetchQuery(chartsQueryOptions(deps.query))
    await renderWith(context.client.prefetchQuery(countTreeQueryOptions(deps.ofTree)))
  },
  component: forUser(lazyPage(() => import('../statistics/stats-page.tsx'), 'StatsPage')),
})

const DataPage = lazyPage(() => import('../statistics/data-page.tsx'), 'DataPage')
const data = createRoute({
  getParentRoute: () => signedIn,
  path: '/data',
  validateSearch: wireSearch,
  beforeLoad: keepClean('/data'),
  component: forUser(DataPage),
})
/** Cited figures. An unknown one shows the not-found page. */
const CitationPage = lazyPage(() => import('../statistics/citation-page.tsx'), 'CitationPage')
const citation = createRoute({
  getParentRoute: () => signedIn,
  path: '/data/$id',
  loader: async ({ context, params }) => {
    const { citationQueryOptions } = await loadChunk(() => import('../api/statistics.ts'))
    return context.client.ensureQueryData(citationQueryOptions(params.id)).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
      throw error
    })
  },
  component: showing(CitationPage, function Cited(): ReactNode {
    const cited = citation.useLoaderData()
    return cited ? <CitationPage key={cited.id} cited={cited} /> : <NotFoundPage />
  }),
})

export const statisticsPageRoutes = [stats, data, citation] as const

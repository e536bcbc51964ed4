import { createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statsFields } from '#shared/filters/case-fields.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { ApiError } from '../api/client.ts'
import { drawnWith } from '../api/early.ts'
import { saysTheSame } from '../filters/case-search.ts'
import { listFields, refuseForeignFilter } from '../filters/list-fields.ts'
import { NotFoundPage } from '../layout/error-page.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { wireSearch } from './address.ts'
import { forUser, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

/** Figures over all cases. The address holds the filters of statistics and nothing else: there are no pages and no order. */
const stats = createRoute({
  getParentRoute: () => signedIn,
  path: '/stats',
  validateSearch: wireSearch,
  beforeLoad: ({ context, search }) => {
    refuseForeignFilter(context.user, search)
    const fields = listFields(context.user, 'stats')
    const wanted = writeValues(fields, readLenient(fields, search))
    if (!saysTheSame(search, wanted)) throw redirect({ to: '/stats', search: wanted, replace: true })
  },
  // As the page writes it, to the last list of one: the two share an answer.
  loaderDeps: ({ search }) => ({ query: writeValues(statsFields, readLenient(statsFields, search)) }),
  loader: async ({ context, deps }) => {
    const { chartsQueryOptions, countTreeQueryOptions } = await loadChunk(() => import('../api/statistics.ts'))
    void context.client.prefetchQuery(chartsQueryOptions(deps.query))
    await drawnWith(context.client.prefetchQuery(countTreeQueryOptions(deps.query)))
  },
  component: forUser(lazyPage(() => import('../statistics/stats-page.tsx'), 'StatsPage')),
})

const DataPage = lazyPage(() => import('../statistics/data-page.tsx'), 'DataPage')
const data = createRoute({
  getParentRoute: () => signedIn,
  path: '/data',
  validateSearch: wireSearch,
  beforeLoad: ({ context, search }) => refuseForeignFilter(context.user, search),
  component: showing(DataPage, function Data() {
    return <DataPage user={signedIn.useRouteContext().user} search={data.useSearch()} />
  }),
})
/** Figures that were cited. What cannot be found is a page that is not there. */
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

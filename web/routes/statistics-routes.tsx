import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { saysTheSame } from '../filters/case-search.ts'
import { listFields } from '../filters/list-fields.ts'
import { wireSearch } from './address.ts'
import { signedIn } from './frame.tsx'

/** Figures over all cases. The address holds the filters of statistics and nothing else: there are no pages and no order. */
const StatsPage = lazyRouteComponent(() => import('../statistics/stats-page.tsx'), 'StatsPage')
const stats = createRoute({
  getParentRoute: () => signedIn,
  path: '/stats',
  validateSearch: wireSearch,
  beforeLoad: ({ context, search }) => {
    const fields = listFields(context.user, 'stats')
    const wanted = writeValues(fields, readLenient(fields, search))
    if (!saysTheSame(search, wanted)) throw redirect({ to: '/stats', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: async ({ context, deps }) => {
    const { chartsQuery, countTreeQuery } = await import('../api/statistics.ts')
    void context.client.prefetchQuery(countTreeQuery(deps.search))
    void context.client.prefetchQuery(chartsQuery(deps.search))
  },
  component: function Stats() {
    return <StatsPage user={signedIn.useRouteContext().user} />
  },
})

export const statisticsRoutes = [stats] as const

import { queryOptions } from '@tanstack/react-query'
import { caseFacets } from '#shared/api/facets.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** Counts of filter values under the filters of the query (design §7), while the user is choosing. */
export const caseFacetsQueryOptions = (filters: WireRecord, facets: readonly string[]) =>
  queryOptions({
    queryKey: ['case-facets', filters, facets],
    staleTime: 60_000,
    queryFn: get(caseFacets, 'cases/facets/', { ...filters, facets: [...facets] }),
    meta: { quiet: true },
  })

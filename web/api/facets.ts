import { queryOptions } from '@tanstack/react-query'
import { type CaseFacets, caseFacets } from '#shared/api/facets.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { request } from './client.ts'

/** Counts of the values of some filters, under the filters of the query (design §7). Of use for as long as one chooses. */
export const caseFacetsQueryOptions = (filters: WireRecord, facets: readonly string[]) =>
  queryOptions({
    queryKey: ['case-facets', filters, facets],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<CaseFacets> =>
      request(caseFacets, 'cases/facets/', { query: { ...filters, facets: [...facets] }, signal }),
    meta: { quiet: true },
  })

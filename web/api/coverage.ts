import { queryOptions } from '@tanstack/react-query'
import { type Coverage, coverage, coverageGapList } from '#shared/api/collecting.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { request } from './client.ts'

/** How much of what a list is about was looked at on sites of courts. */
const fresh = 60_000
export const coverageQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', query],
    queryFn: ({ signal }): Promise<Coverage> => request(coverage, 'coverage/', { query, signal }),
    staleTime: fresh,
    meta: { quiet: true },
  })

/** Courts that were not read, by name; `query` names the kind and the page too. */
export const coverageGapsQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', 'gaps', query],
    queryFn: ({ signal }) => request(coverageGapList, 'coverage/gaps/', { query, signal }),
    staleTime: fresh,
    meta: { quiet: true },
  })

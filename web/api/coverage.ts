import { queryOptions } from '@tanstack/react-query'
import { type Coverage, coverage } from '#shared/api/collecting.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { request } from './client.ts'

/** How much of what a list is about was looked at on sites of courts. */
const fresh = 60_000
export const coverageQuery = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', query],
    queryFn: ({ signal }): Promise<Coverage> => request(coverage, 'coverage/', { query, signal }),
    staleTime: fresh,
    meta: { quiet: true },
  })

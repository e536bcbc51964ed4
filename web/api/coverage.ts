import { queryOptions } from '@tanstack/react-query'
import { coverage, coverageGapList } from '#shared/api/collecting.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** How much of what a list is about was looked at on sites of courts. */
const fresh = 60_000
export const coverageQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', query],
    queryFn: get(coverage, 'coverage/', query),
    staleTime: fresh,
    meta: { quiet: true },
  })

/** Courts that were not read, by name; `query` names the kind and the page too. */
export const coverageGapsQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', 'gaps', query],
    queryFn: get(coverageGapList, 'coverage/gaps/', query),
    staleTime: fresh,
    meta: { quiet: true },
  })

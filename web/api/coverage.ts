import { queryOptions } from '@tanstack/react-query'
import { coverage, coverageGapList } from '#shared/api/collecting.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** How much of a list's subject was read on court sites. */
const fresh = 60_000
export const coverageQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', query],
    queryFn: get(coverage, 'coverage/', query),
    staleTime: fresh,
    meta: { quiet: true },
  })

export const coverageGapsQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['coverage', 'gaps', query],
    queryFn: get(coverageGapList, 'coverage/gaps/', query),
    staleTime: fresh,
    meta: { quiet: true },
  })

import { queryOptions } from '@tanstack/react-query'
import { caseCounts } from '#shared/api/case-counts.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** How many cases each of several sets of filters leaves. Under the key of counts: what is no longer so is asked for again with them. */
export const caseCountsQueryOptions = (sets: readonly WireRecord[]) =>
  queryOptions({
    queryKey: ['case-count', 'sets', sets],
    queryFn: get(caseCounts, 'search/counts/', { of: sets.map(toQuery) }),
    meta: { quiet: true },
  })

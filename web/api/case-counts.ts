import { queryOptions } from '@tanstack/react-query'
import { caseCounts } from '#shared/api/case-counts.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** The number of cases for several sets of filters. Under the key of counts, so that it is invalidated with them. */
export const caseCountsQueryOptions = (sets: readonly WireRecord[]) =>
  queryOptions({
    queryKey: ['case-count', 'sets', sets],
    queryFn: get(caseCounts, 'search/counts/', { of: sets.map(toQuery) }),
    meta: { quiet: true },
  })

import { queryOptions } from '@tanstack/react-query'
import { type Charts, type CountTree, charts, countTree } from '#shared/api/statistics.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { request } from './client.ts'

/** Statistics under the filters of their page (§7 frontcountcases). `query`: only those filters. */
export const countTreeQueryOptions = (query: WireRecord) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['statistics', 'tree', query],
    queryFn: ({ signal }): Promise<CountTree> => request(countTree, 'frontcountcases/', { query, signal }),
  })
export const chartsQueryOptions = (query: WireRecord) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['statistics', 'charts', query],
    queryFn: ({ signal }): Promise<Charts> => request(charts, 'frontcountcases/charts/', { query, signal }),
  })

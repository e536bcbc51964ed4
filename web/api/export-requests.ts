import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { askedExportList, isExportUnderWay } from '#shared/api/export-requests.ts'
import { remove, request } from './client.ts'

/** Calls about exports that are made aside (§7 POST exports/): following, taking away. */
const followEvery = 1_000
export const askedExportsQueryOptions = queryOptions({
  queryKey: ['exports', 'asked'],
  queryFn: ({ signal }) => request(askedExportList, 'exports/', { signal }),
  // Followed for as long as something is under way, without a sign of loading.
  refetchInterval: ({ state }) =>
    state.data?.results.some(({ status }) => isExportUnderWay(status)) ? followEvery : false,
  // One may have been asked for a moment ago, on another page.
  staleTime: 0,
  meta: { quiet: true },
})
export const deleteExport = (id: number): Promise<void> => remove(`exports/${id}/`)
export const refreshExports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: askedExportsQueryOptions.queryKey })

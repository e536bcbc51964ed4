import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AskedExport, askedExport, askedExportList, isUnderWay } from '#shared/api/export-requests.ts'
import { exportRequest } from '#shared/api/exports.ts'
import { checked, remove, request } from './client.ts'

/** Calls about exports that are made aside (§7 POST exports/): asking, following, taking away. */
const followEvery = 1_000
export const askedExportsQuery = queryOptions({
  queryKey: ['exports', 'asked'],
  queryFn: ({ signal }) => request(askedExportList, 'exports/', { signal }),
  // Followed for as long as something is under way, without a sign of loading.
  refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => isUnderWay(status)) ? followEvery : false),
  meta: { quiet: true },
})
export const askForExport = async (values: z.input<typeof exportRequest>): Promise<AskedExport> => {
  const body = checked(exportRequest, values)
  return request(askedExport, 'exports/', { method: 'POST', body })
}
export const deleteExport = (id: number): Promise<void> => remove(`exports/${id}/`)
export const refreshExports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: askedExportsQuery.queryKey })

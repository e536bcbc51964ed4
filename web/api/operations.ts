import { queryOptions } from '@tanstack/react-query'
import { debugStats } from '#shared/api/debug.ts'
import { request } from './client.ts'

/** Calls of those who operate the product. */
const often = 15_000
export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => request(debugStats, 'debug/', { signal }),
  refetchInterval: often,
})

import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { releaseDate } from '#shared/api/directories.ts'
import { request } from './client.ts'

/** `known` false: the server could not say (§8); that must not pass for a new release, which clears filters (§4). */
type ReleaseInfo = z.infer<typeof releaseDate> & { known: boolean }

export const releaseQueryOptions = queryOptions({
  queryKey: ['release'],
  staleTime: 10 * 60_000,
  meta: { quiet: true },
  queryFn: async ({ signal }): Promise<ReleaseInfo> => {
    try {
      return { ...(await request(releaseDate, 'releasedate/', { signal })), known: true }
    } catch {
      return { ts: Date.now(), is_demo: false, known: false }
    }
  },
})

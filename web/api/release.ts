import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { releaseDate } from '#shared/api/directories.ts'
import { ApiError, request } from './client.ts'

/** `known` false: the server could not say, and the current time stands for its date (§8). */
export type ReleaseInfo = z.infer<typeof releaseDate> & { known: boolean }

export const releaseQueryOptions = queryOptions({
  queryKey: ['release'],
  staleTime: 10 * 60_000,
  meta: { quiet: true },
  queryFn: async ({ signal }): Promise<ReleaseInfo> => {
    try {
      return { ...(await request(releaseDate, 'releasedate/', { signal })), known: true }
    } catch (error) {
      // Whoever is no longer signed in, or no longer waits, learns nothing of releases.
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) throw error
      return { ts: Date.now(), is_demo: false, known: false }
    }
  },
})

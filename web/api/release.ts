import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { releaseDate } from '#shared/api/directories.ts'
import { ApiError } from './api-error.ts'
import { request } from './client.ts'

/** `known` false: the server could not say, and the current time stands for its date (§8). */
export type ReleaseInfo = z.infer<typeof releaseDate> & { known: boolean }

const key = ['release'] as const
const loadingPollMs = 5_000
export const releaseQueryOptions = queryOptions({
  queryKey: key,
  staleTime: 10 * 60_000,
  meta: { quiet: true },
  queryFn: async ({ signal, client }): Promise<ReleaseInfo> => {
    try {
      return { ...(await request(releaseDate, 'releasedate/', { signal })), known: true }
    } catch (error) {
      // Whoever is no longer signed in, or no longer waits, learns nothing of releases.
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) throw error
      // What was known of the data still stands: totals of a part do not become final by a failure.
      return { is_demo: false, ...client.getQueryData<ReleaseInfo>(key), ts: Date.now(), known: false }
    }
  },
  // A demonstration that is being loaded grows; whoever could not be told asks again.
  refetchInterval: ({ state: { data } }) => (data && (data.demo_loading || !data.known) ? loadingPollMs : false),
})

import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { releaseDate } from '#shared/api/directories.ts'
import { ApiError } from './api-error.ts'
import { request } from './client.ts'

/** `known` is false when the server could not answer; the current time then replaces the date (§8). */
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
      // After sign-out or abort there is nothing to report.
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) throw error
      // Earlier facts about the data still hold: a failure must not make partial totals final.
      return { is_demo: false, ...client.getQueryData<ReleaseInfo>(key), ts: Date.now(), known: false }
    }
  },
  // Polled while the demonstration is loading, or until the server has answered.
  refetchInterval: ({ state: { data } }) => (data && (data.demo_loading || !data.known) ? loadingPollMs : false),
})

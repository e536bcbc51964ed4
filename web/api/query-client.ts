import { QueryClient } from '@tanstack/react-query'

/** Calls are repeated by the client itself, by what failed; the cache only keeps answers. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000, gcTime: 15 * 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })

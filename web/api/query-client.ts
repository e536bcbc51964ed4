import { onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { isAway, watchConnection } from './connection.ts'

/** Connectivity is determined by calls to the server, because a browser only knows about its own network. */
onlineManager.setEventListener(setOnline => {
  const tell = (): void => setOnline(!isAway())
  // Events before the subscription are not repeated.
  tell()
  return watchConnection(tell)
})

/**
 * Retries and outages are handled in client.ts; the cache only stores answers. Queries on screen are refetched after an
 * outage.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: 'always',
        staleTime: 60_000,
        gcTime: 15 * 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Milliseconds: the columnar copy takes in a burst of changes within a second or two. */
export const refetchAfterMs = 3_000
/** `refetchInterval` for figures that may lag behind writes. */
export const refetchWhileBehind = <T extends { count_is_behind?: true | undefined }>({
  state,
}: Query<T>): number | false => (state.data?.count_is_behind ? refetchAfterMs : false)

import { onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { isAway, watchConnection } from './connection.ts'

/** Whether the server is there is learnt from the server: a browser knows of its own line alone. */
onlineManager.setEventListener(setOnline => {
  const tell = (): void => setOnline(!isAway())
  // What was told while nobody listened is not told again.
  tell()
  return watchConnection(tell)
})

/**
 * Calls are repeated, and wait while the server is away, by themselves (client.ts); the cache only keeps answers. What is on the screen
 * is asked for again when the server is back.
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

/** Milliseconds: the copy that counts takes a burst of changes in within a second or two. */
export const askAgainAfter = 3_000
/** `refetchInterval` of figures that may be behind what has been written. */
export const whileBehind = <T extends { count_is_behind?: true | undefined }>({ state }: Query<T>): number | false =>
  state.data?.count_is_behind ? askAgainAfter : false

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { type CurrentUser, currentUser, loginRequest, loginResponse } from '#shared/api/session.ts'
import { ApiError } from './api-error.ts'
import { dropUnsent, request, validated } from './client.ts'

/** The current user; null for a guest. The session cookie is not readable by scripts. */
export const currentUserQueryOptions = queryOptions({
  queryKey: ['current-user'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await request(currentUser, 'users/me/', { signal, guest: true })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

export const logIn = async (values: z.input<typeof loginRequest>): Promise<void> => {
  // Otherwise its response could delete the cookie of the new session.
  await dropping
  await request(loginResponse, 'token/', { method: 'POST', body: validated(loginRequest, values), guest: true })
  tellOtherTabs()
}
export const logOut = async (signal?: AbortSignal): Promise<void> => {
  await request(z.unknown(), 'users/logout/', { guest: true, ...(signal && { signal }) })
}
let dropping: Promise<unknown> = Promise.resolve()
/**
 * Ends the session whose cookie remains after a 401: otherwise every page would send it again. A no-op when it is
 * already over.
 */
export const dropSession = (): void => {
  dropping = logOut(AbortSignal.timeout(longestDropping)).catch(() => undefined)
}
const longestDropping = 5_000

/** The cache of the installed application (web/layout/installed.ts), kept only while signed in. */
export const offlineStore = 'offline'
/** Switches to a guest; cached answers are dropped by `clearCachedAnswers` once no page shows them. */
export const switchToGuest = (client: QueryClient): void => {
  dropUnsent()
  // `caches` is absent without https.
  void globalThis.caches?.delete(offlineStore)
  client.setQueryData(currentUserQueryOptions.queryKey, null)
  tellOtherTabs()
}
export const clearCachedAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: query => query.queryKey[0] !== currentUserQueryOptions.queryKey[0] })

/**
 * Tabs of a browser share its session: a change in one is announced to the others, so that none continues as another
 * user.
 */
const key = 'sessionChangedAt'

const tellOtherTabs = (): void => {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // Without storage the other tabs learn it from their next answer.
  }
}

/** The browser notifies only the other tabs. */
export const onOtherTabSession = (listener: () => void): (() => void) => {
  const listen = (event: StorageEvent): void => {
    if (event.key !== key) return
    dropUnsent()
    listener()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

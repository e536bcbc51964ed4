import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { type CurrentUser, currentUser, loginRequest, loginResponse } from '#shared/api/session.ts'
import { ApiError } from './api-error.ts'
import { dropUnsent, request, validated } from './client.ts'

/** Who is signed in; null for a guest. The session itself is a cookie that scripts cannot read. */
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
  // Or its answer could take the new session's cookie away.
  await dropping
  await request(loginResponse, 'token/', { method: 'POST', body: validated(loginRequest, values), guest: true })
  tellOtherTabs()
}
export const logOut = async (signal?: AbortSignal): Promise<void> => {
  await request(z.unknown(), 'users/logout/', { guest: true, ...(signal && { signal }) })
}
let dropping: Promise<unknown> = Promise.resolve()
/**
 * Ends the session that the cookie still holds after a 401, whoever has said it: it would open every page again. One that
 * is over has nothing left to end.
 */
export const dropSession = (): void => {
  dropping = logOut(AbortSignal.timeout(longestDropping)).catch(() => undefined)
}
const longestDropping = 5_000

/** What the installed application keeps (web/layout/installed.ts), and only while one is signed in. */
export const offlineStore = 'offline'
/** From now on a guest; what the person saw is dropped by `forgetAnswers`, once no page shows it any more. */
export const becomeGuest = (client: QueryClient): void => {
  dropUnsent()
  // Absent where the page is not served over https.
  void globalThis.caches?.delete(offlineStore)
  client.setQueryData(currentUserQueryOptions.queryKey, null)
  tellOtherTabs()
}
export const forgetAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: query => query.queryKey[0] !== currentUserQueryOptions.queryKey[0] })

/** Tabs of one browser share its session: what one does to it, the others are told, so that none goes on as somebody else. */
const key = 'sessionChangedAt'

const tellOtherTabs = (): void => {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // Nothing is kept: the others learn it from the next answer.
  }
}

/** A browser tells only the other tabs. */
export const whenOtherTab = (listener: () => void): (() => void) => {
  const listen = (event: StorageEvent): void => {
    if (event.key !== key) return
    dropUnsent()
    listener()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

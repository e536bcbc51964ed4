import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { currentUserQueryOptions } from '../api/session.ts'
import { localPath } from '../layout/local-path.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { forUser, root, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

/** Guests only: a signed-in user goes on to their destination, or home (§2). */
const guestsOnly = async (client: QueryClient, next = '/'): Promise<void> => {
  if (await client.ensureQueryData(currentUserQueryOptions)) throw redirect({ href: next, replace: true })
}
const LoginPage = lazyPage(() => import('../accounts/login-page.tsx'), 'LoginPage')
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Explicitly undefined: if it were left out, the router would pass on the unchecked value.
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: localPath(search.next),
  }),
  beforeLoad: ({ context, search }) => guestsOnly(context.client, search.next),
  component: showing(LoginPage, function Login() {
    return <LoginPage next={login.useSearch().next ?? '/'} />
  }),
})

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  beforeLoad: ({ context }) => guestsOnly(context.client),
  component: lazyPage(() => import('../accounts/signup-page.tsx'), 'SignupPage'),
})

/** API calls of rare pages are loaded with these pages. */
const accountCalls = () => loadChunk(() => import('../api/accounts.ts'))
const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/changepassword',
  component: forUser(lazyPage(() => import('../accounts/change-password-page.tsx'), 'ChangePasswordPage')),
})
const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  loader: async ({ context }) => {
    const { sessionsQueryOptions, tokensQueryOptions } = await accountCalls()
    void context.client.prefetchQuery(sessionsQueryOptions)
    void context.client.prefetchQuery(tokensQueryOptions)
  },
  component: lazyPage(() => import('../accounts/sessions-page.tsx'), 'SessionsPage'),
})
const secondFactor = createRoute({
  getParentRoute: () => signedIn,
  path: '/second-factor',
  component: forUser(lazyPage(() => import('../accounts/second-factor-page.tsx'), 'SecondFactorPage')),
})

export const guestPageRoutes = [login, signup] as const
export const accountPageRoutes = [changePassword, sessions, secondFactor] as const

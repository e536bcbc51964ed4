import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { releaseQueryOptions } from '../api/release.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { rememberFor } from '../filters/remembered.ts'
import { ConnectionNotice } from '../layout/connection-notice.tsx'
import { FailedPage, NotFoundPage } from '../layout/error-page.tsx'
import { MainLayout } from '../layout/main-layout.tsx'
import { useReleaseRule } from '../layout/release-rule.ts'
import { Toasts } from '../ui/toasts.tsx'
import { nextOf } from './address.ts'
import { showing } from './lazy-page.ts'

/** Parent routes: for everyone, for signed-in users, for superusers. */
type Context = { client: QueryClient }
export const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Toasts>
        <ConnectionNotice />
      </Toasts>
    </>
  ),
  errorComponent: ({ error }) => <FailedPage error={error} />,
  // Not a route for all paths: one that cannot be decoded would match none.
  notFoundComponent: function Unknown() {
    const { data, isPending } = useQuery(currentUserQueryOptions)
    return isPending ? null : (
      <MainLayout user={data ?? null}>
        <NotFoundPage />
      </MainLayout>
    )
  },
})

/** Milliseconds that a page waits for the notice at most. */
const noticeWait = 1_000
/** Signed-in users only: a guest goes to sign in and comes back (§2). */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }): Promise<{ user: CurrentUser }> => {
    const user = await context.client.ensureQueryData(currentUserQueryOptions)
    if (!user) throw redirect({ to: '/login', ...nextOf(location) })
    if (user.must_enable_second_factor && location.pathname !== '/second-factor')
      throw redirect({ to: '/second-factor', replace: true })
    rememberFor(user)
    return { user }
  },
  // Loaded in parallel with the page, so that the demonstration notice does not shift it later.
  loader: ({ context }) =>
    Promise.race([
      context.client.ensureQueryData(releaseQueryOptions).catch(() => {}),
      new Promise(resolve => setTimeout(resolve, noticeWait)),
    ]),
  component: function SignedIn() {
    const { user } = signedIn.useRouteContext()
    useReleaseRule()
    return (
      <MainLayout user={user}>
        <Outlet />
      </MainLayout>
    )
  },
  errorComponent: ({ error }) => <FailedPage error={error} />,
})

/** Superusers only: others are redirected to the root (§2). */
export const administrators = createRoute({
  getParentRoute: () => signedIn,
  id: 'administrators',
  beforeLoad: ({ context }) => {
    if (!context.user.is_superuser) throw redirect({ to: '/', replace: true })
  },
})

/** A page component that gets the current user. */
export const forUser = (Page: ((props: { user: CurrentUser }) => ReactNode) & { preload: () => Promise<void> }) =>
  showing(Page, () => <Page user={signedIn.useRouteContext().user} />)

import { createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderWith } from '../api/early.ts'
import { NotFoundPage } from '../layout/error-page.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { isId, wireSearch } from './address.ts'
import { forUser, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

const peopleCalls = () => loadChunk(() => import('../defendants/people-loading.ts'))
const DefendantPage = lazyPage(() => import('../defendants/defendant-page.tsx'), 'DefendantPage')
const ExpiringPage = lazyPage(() => import('../defendants/expiring-page.tsx'), 'ExpiringPage')
const defendants = createRoute({
  getParentRoute: () => signedIn,
  path: '/defendants',
  validateSearch: wireSearch,
  beforeLoad: async ({ search }) => {
    const wanted = (await peopleCalls()).normalizedSearch(search)
    if (wanted) throw redirect({ to: '/defendants', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: async ({ context, deps }) => renderWith((await peopleCalls()).loadPeople(context.client, deps.search)),
  component: forUser(lazyPage(() => import('../defendants/defendants-page.tsx'), 'DefendantsPage')),
})
const onePerson = createRoute({
  getParentRoute: () => signedIn,
  path: '/defendants/$id',
  validateSearch: ({ as_of }): { as_of?: string } => (typeof as_of === 'string' ? { as_of } : {}),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    if (isId(params.id)) await (await peopleCalls()).loadPerson(context.client, Number(params.id), deps.as_of)
  },
  component: showing(DefendantPage, function OnePerson(): ReactNode {
    const { id } = onePerson.useParams()
    const { as_of } = onePerson.useSearch()
    const { user } = signedIn.useRouteContext()
    return isId(id) ? <DefendantPage key={id} user={user} id={Number(id)} day={as_of} /> : <NotFoundPage />
  }),
})
const expiring = createRoute({
  getParentRoute: () => signedIn,
  path: '/defendants/expiring',
  validateSearch: wireSearch,
  component: showing(ExpiringPage, function Expiring() {
    return <ExpiringPage search={expiring.useSearch()} />
  }),
})

export const peoplePageRoutes = [defendants, onePerson, expiring] as const

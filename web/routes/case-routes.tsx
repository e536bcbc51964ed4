import { createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { caseListQueryOptions } from '../api/cases.ts'
import { renderWith } from '../api/early.ts'
import { releaseQueryOptions } from '../api/release.ts'
import {
  caseApiQuery,
  cleanAddress,
  equalQueries,
  initialRecord,
  readCaseSearch,
  withoutTable,
} from '../filters/case-search.ts'
import { frozenFor } from '../filters/frozen.ts'
import { listFields, refuseForeignFilter } from '../filters/list-fields.ts'
import { recallQuery } from '../filters/remembered.ts'
import { NotFoundPage } from '../layout/error-page.tsx'
import { followRelease } from '../layout/release-rule.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { isEmpty, isId, pageOfAddress, wireSearch, withTableRead } from './address.ts'
import { forUser, signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

const caseListPage = () => import('../cases/case-list-page.tsx')
const CaseListPage = lazyPage(caseListPage, 'CaseListPage')
const CasePage = lazyPage(() => import('../cases/case-page.tsx'), 'CasePage')
const ChangesPage = lazyPage(() => import('../cases/changes-page.tsx'), 'ChangesPage')
const CaseStatePage = lazyPage(() => import('../cases/case-state-page.tsx'), 'CaseStatePage')
const CaseTextPage = lazyPage(() => import('../cases/case-text-page.tsx'), 'CaseTextPage')

const index = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: wireSearch,
  beforeLoad: async ({ context, search, location, navigate }) => {
    refuseForeignFilter(context.user, search)
    const fields = listFields(context.user, 'index')
    const { unread, ...address } = cleanAddress(await withTableRead(search, fields), fields)
    // Only a remembered query has to wait for the release, which decides whether it is still valid.
    if (isEmpty(address) && recallQuery() !== undefined) {
      const release = await context.client.ensureQueryData(releaseQueryOptions)
      await followRelease(release, { pathname: location.pathname, search: {} }, navigate)
    }
    const wanted = { ...(isEmpty(address) ? opening(fields) : address), ...(unread && { unread }) }
    if (!equalQueries(search, wanted)) throw redirect({ to: '/', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) =>
    renderWith(context.client.prefetchQuery(caseListQueryOptions(caseApiQuery(readCaseSearch(deps.search))))),
  component: forUser(CaseListPage),
})
/** The filters of a list without an address: pinned ones, the last search, КоАП (§4). */
const opening = (fields: Fields): WireRecord => {
  const pinned = frozenFor(fields)
  if (pinned) return { ...pinned, ordering: defaultOrdering }
  const last = cleanAddress(recallQuery() ?? {}, fields)
  return isEmpty(last) ? initialRecord : last
}
const favourites = createRoute({
  getParentRoute: () => signedIn,
  path: '/favorites',
  validateSearch: wireSearch,
  beforeLoad: ({ context, search }) => {
    refuseForeignFilter(context.user, search)
    const fields = listFields(context.user, 'favourites')
    const { unread, ...address } = cleanAddress(withoutTable(search), fields)
    const pinned = isEmpty(address) ? frozenFor(fields) : undefined
    const wanted = { ...(pinned ? { ...pinned, ordering: defaultOrdering } : address), ...(unread && { unread }) }
    if (!equalQueries(search, wanted)) throw redirect({ to: '/favorites', search: wanted, replace: true })
  },
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) => {
    const query = caseApiQuery(readCaseSearch(deps.search), { onlyFavourites: true })
    return renderWith(context.client.prefetchQuery(caseListQueryOptions(query)))
  },
  component: showing(CaseListPage, function Favourites() {
    return <CaseListPage user={signedIn.useRouteContext().user} onlyFavourites />
  }),
})

const casePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/$id',
  // Awaited: the previous page stays until this one is complete, with both instances.
  loader: async ({ context, params }) => {
    if (!isId(params.id)) return
    const { loadCase } = await loadChunk(() => import('../api/case-details.ts'))
    await loadCase(context.client, Number(params.id))
  },
  component: showing(CasePage, function OneCase(): ReactNode {
    const { id } = casePage.useParams()
    return isId(id) ? <CasePage key={id} id={Number(id)} /> : <NotFoundPage />
  }),
})
const textPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/text/$id',
  // Words to highlight, as in the address of the list.
  validateSearch: wireSearch,
  loader: async ({ context, params }) => {
    if (!isId(params.id)) return
    const { caseQueryOptions, caseTextQueryOptions } = await loadChunk(() => import('../api/case-details.ts'))
    void context.client.prefetchQuery(caseQueryOptions(Number(params.id)))
    void context.client.prefetchQuery(caseTextQueryOptions(Number(params.id)))
  },
  component: showing(CaseTextPage, function OneText(): ReactNode {
    const { id } = textPage.useParams()
    return isId(id) ? <CaseTextPage key={id} id={Number(id)} /> : <NotFoundPage />
  }),
})
const statePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/$id/state',
  validateSearch: wireSearch,
  component: showing(CaseStatePage, function OneState(): ReactNode {
    const { id } = statePage.useParams()
    const { number, as_of } = statePage.useSearch()
    const asked = { ...(typeof number === 'string' && { number }), ...(typeof as_of === 'string' && { as_of }) }
    return isId(id) ? <CaseStatePage id={Number(id)} asked={asked} /> : <NotFoundPage />
  }),
})
const changesPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/changes',
  validateSearch: wireSearch,
  component: showing(ChangesPage, function Changes() {
    const search = changesPage.useSearch()
    return <ChangesPage search={search} page={pageOfAddress(search)} />
  }),
})
const rulesPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/deadlines/rules',
  component: lazyPage(() => import('../deadlines/rules-page.tsx'), 'RulesPage'),
})
/** The id is optional (§2): without it, redirects to the list with the filters of the address. */
const toList = {
  validateSearch: wireSearch,
  beforeLoad: ({ search }: { search: WireRecord }) => {
    throw redirect({ to: '/', search, replace: true })
  },
}
const noCase = createRoute({ getParentRoute: () => signedIn, path: '/cases', ...toList })
const noText = createRoute({ getParentRoute: () => signedIn, path: '/cases/text', ...toList })

export const casePageRoutes = [
  index,
  favourites,
  casePage,
  textPage,
  changesPage,
  statePage,
  rulesPage,
  noCase,
  noText,
] as const

import { askEarly } from './api/early.ts'

/**
 * Runs while the libraries are loading: requests the data and the code of the page in the address bar, to avoid
 * sequential round trips on a slow connection. Only an optimisation: what is missing or differs, the page requests
 * itself. Must not import anything from the main bundles.
 */
type Search = URLSearchParams
type Page = { path: RegExp; code?: () => readonly Promise<unknown>[]; asks: (search: Search, id: string) => string[] }

const pages: readonly Page[] = [
  { path: /^\/$/, asks: search => [`cases/?${list(only(opening(search), name => !ofTable.test(name)))}`] },
  {
    path: /^\/favorites$/,
    asks: search => [`cases/?${list(only(search, name => !ofTable.test(name)))}&in_favorites=true`],
  },
  { path: /^\/cases\/(\d+)$/, code: () => [import('./cases/case-page.tsx')], asks: (_, id) => [`cases/${id}/`] },
  {
    path: /^\/cases\/text\/(\d+)$/,
    code: () => [import('./cases/case-text-page.tsx')],
    asks: (_, id) => [`cases/${id}/`, `cases/${id}/text/`],
  },
  {
    path: /^\/defendants$/,
    code: () => [import('./defendants/people-loading.ts'), import('./defendants/defendants-page.tsx')],
    asks: search => [`defendants/?${list(only(search, name => ofPeople.test(name)))}`],
  },
  {
    path: /^\/defendants\/(\d+)$/,
    code: () => [import('./defendants/people-loading.ts'), import('./defendants/defendant-page.tsx')],
    asks: (_, id) => [`defendants/${id}/`, `defendants/${id}/risk/`],
  },
  {
    path: /^\/stats$/,
    code: () => [import('./api/statistics.ts'), import('./statistics/stats-page.tsx')],
    asks: search => {
      const filters = only(search, name => !ofTable.test(name) && !ofList.test(name))
      const ofTree = only(filters, name => !notOfTree.test(name))
      return [withQuery('frontcountcases/', ofTree), withQuery('frontcountcases/charts/', filters)]
    },
  },
  { path: /^\/data$/, code: () => [import('./statistics/data-page.tsx')], asks: () => [] },
  { path: /^\/subscriptions$/, code: () => [import('./subscriptions/subscriptions-page.tsx')], asks: () => [] },
  { path: /^\/login$/, code: () => [import('./accounts/login-page.tsx')], asks: () => [] },
]

/** Default parameters of list requests, after the filters. */
const usually = { ordering: '-entry_date', page: '1', size: '10' } as const
const list = (search: Search): string => {
  const said = new URLSearchParams(search)
  for (const [name, usual] of Object.entries(usually)) {
    const value = said.get(name) ?? usual
    said.delete(name)
    said.append(name, value)
  }
  return said.toString()
}
/** Page parameters that these calls would refuse. */
const ofTable = /^(?:rows|columns|metrics|compare|shape|unread)$/
const ofList = /^(?:ordering|page|size)$/
const notOfTree = /^(?:type|stage|codex_articles)(?:_not)?$/
const ofPeople =
  /^(?:codex_articles|regions|court_city|defendant_gender|set|set_status)(?:_not)?$|^(?:set_mine|as_of|defendants|defendant_risk_group|in_favorites|found_from|ordering|page|size)$/
const only = (search: Search, isKnown: (name: string) => boolean): Search =>
  new URLSearchParams([...search].filter(([name]) => isKnown(name)))
const withQuery = (path: string, search: Search): string => (search.size > 0 ? `${path}?${search}` : path)

/** What an empty address opens with (§4): pinned filters, the last search, КоАП. */
const opening = (search: Search): Search => {
  if (search.size > 0) return search
  const kept = recall('frozenFilters') ?? recall('urlGetParams') ?? { type: '1' }
  return new URLSearchParams(Object.entries(kept).flatMap(([name, value]) => [value].flat().map(one => [name, one])))
}
const recall = (key: string): Record<string, string | string[]> | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const { pathname, search } = location
askEarly('/api/v1/users/me/')
if (pathname !== '/login') askEarly('/api/v1/releasedate/')
for (const { path, code, asks } of pages) {
  const found = path.exec(pathname)
  if (!found) continue
  for (const address of asks(new URLSearchParams(search), found[1] ?? '')) askEarly(`/api/v1/${address}`)
  // The page that needs a chunk reports its failure.
  for (const chunk of code?.() ?? []) chunk.catch(() => {})
}

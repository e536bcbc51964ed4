import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type CaseRow, caseIdList, caseList } from '#shared/api/cases.ts'
import type { FullCase } from '#shared/api/full-case.ts'
import { currentUser } from '#shared/api/session.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get, request } from './client.ts'
import { refetchWhileBehind } from './query-client.ts'

/** Calls about cases (§7). Route loaders request them, and mounting a component does not retry a failed one. */
export const loadedByRoute = { retryOnMount: false } as const
export type CaseList = z.infer<typeof caseList>

export const caseListQueryOptions = (query: WireRecord) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['cases', query],
    queryFn: get(caseList, 'cases/', query),
    refetchInterval: refetchWhileBehind,
  })

/** Refetches lists and statistics when they are next shown; `shown`: those on screen at once. */
export const reloadLists = async (client: QueryClient, shown: boolean): Promise<void> => {
  const refetchType = shown ? 'active' : 'none'
  const kinds = [['cases'], ['case-count'], ['statistics'], ['data', 'pivot']]
  await Promise.all(kinds.map(queryKey => client.invalidateQueries({ queryKey, refetchType })))
}

/** `many`: more than can be counted in time. */
export type CaseCount = number | 'many'
export type ListTotal = Pick<CaseList, 'count' | 'count_is_least'>
export const caseCount = ({ count, count_is_least }: ListTotal): CaseCount => (count_is_least ? 'many' : count)

export const caseTotalQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['case-count', query],
    queryFn: ({ signal }): Promise<ListTotal> =>
      request(caseList, 'cases/', { query: { ...query, size: '1' }, signal }),
    meta: { quiet: true },
  })
export const caseCountQueryOptions = (query: WireRecord) =>
  queryOptions({ ...caseTotalQueryOptions(query), select: caseCount })

type FavouriteChange = { add?: readonly number[]; remove?: readonly number[] }
export const sendFavourites = ({ add = [], remove = [] }: FavouriteChange) =>
  request(currentUser, 'users/me/', { method: 'PATCH', body: { favorite_cases: { add, remove } } })

/** Optimistic: the star changes in every list at once, and on failure changes back and throws. */
export const setFavourite = async (
  client: QueryClient,
  { id, in_favorites, changed_since }: Pick<CaseRow, 'id' | 'in_favorites' | 'changed_since'>,
  kept: boolean,
): Promise<void> => {
  await client.cancelQueries({ queryKey: ['cases'] })
  markOwn(client, new Map([[id, kept ? { in_favorites: true } : noFavourite]]))
  try {
    await sendFavourites(kept ? { add: [id] } : { remove: [id] })
  } catch (error) {
    markOwn(client, new Map([[id, { in_favorites, changed_since }]]))
    throw error
  }
  await invalidateOwnLists(client)
}

/** Personal data of a case, which is part of every answer with that case. */
type Own = Pick<CaseRow, 'in_favorites' | 'note' | 'changed_since'>
export const noFavourite = { in_favorites: false, changed_since: null } as const satisfies Partial<Own>
export const markOwn = (client: QueryClient, marks: ReadonlyMap<number, Partial<Own>>): void => {
  client.setQueriesData<CaseList>(
    { queryKey: ['cases'] },
    list => list && { ...list, results: list.results.map(row => ({ ...row, ...marks.get(row.id) })) },
  )
  for (const [id, mark] of marks) client.setQueryData<FullCase>(['case', id], one => one && { ...one, ...mark })
}

/** Invalidates lists and counts filtered by personal data; the list on screen keeps its rows until it is refetched. */
export const invalidateOwnLists = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries({ queryKey: ['cases'], refetchType: 'none' })
  await client.invalidateQueries({ queryKey: ['case-count'], refetchType: 'none' })
  await client.invalidateQueries({ queryKey: ['case-facets'] })
}

export const caseIdsOf = async ({ page: _, size: __, ...query }: WireRecord): Promise<number[]> =>
  (await request(caseIdList, 'cases/ids/', { query })).ids

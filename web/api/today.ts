import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  inboxList,
  listFound,
  listRequest,
  type seenRequest,
  todayAnswer,
  todaySummary,
  unreadNow,
  unreadNumber,
} from '#shared/api/today.ts'
import { get, request, validated } from './client.ts'

/** «Сегодня»: hearings and news of the account's cases. */
const key = 'today'
export const todayQueryOptions = (days: number) =>
  queryOptions({
    queryKey: [key, 'page', days],
    queryFn: get(todayAnswer, 'today/', { days: String(days) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
/** `day` is the reader's own. */
export const todaySummaryQueryOptions = (day: string) =>
  queryOptions({
    queryKey: [key, 'summary', day],
    queryFn: get(todaySummary, 'today/summary/', { day }),
    staleTime: 60_000,
    meta: { quiet: true },
  })
export const inboxQueryOptions = (seen: boolean, page: number) =>
  queryOptions({
    queryKey: [key, 'changes', seen, page],
    queryFn: get(inboxList, 'today/changes/', { seen: String(seen), page: String(page) }),
    placeholderData: keepPreviousData,
    // Two parts of a page request it within a moment.
    staleTime: 2_000,
  })
export const unreadQueryOptions = queryOptions({
  queryKey: [key, 'unread'],
  queryFn: get(unreadNow, 'today/unread/'),
  staleTime: 60_000,
  meta: { quiet: true },
})

export const setUnread = (client: QueryClient, unread: number): void => {
  client.setQueryData(unreadQueryOptions.queryKey, before => before && { ...before, unread })
}
/** Invalidates everything that depends on news, except the unread number itself. */
export const refreshToday = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === key && queryKey[1] !== unreadQueryOptions.queryKey[1],
  })

export const markSeen = async (client: QueryClient, marked: z.input<typeof seenRequest>): Promise<void> => {
  const { unread } = await request(unreadNumber, 'today/seen/', { method: 'POST', body: marked })
  setUnread(client, unread)
  await refreshToday(client)
}

/** Server-sent events; without them the number is polled. */
export const unreadStream = '/api/v1/today/stream/'
export const readUnread = (said: unknown): number | undefined => {
  try {
    return unreadNumber.parse(JSON.parse(String(said))).unread
  } catch {
    return undefined
  }
}

export const findListed = (rows: z.input<typeof listRequest>['rows']): Promise<z.infer<typeof listFound>> =>
  request(listFound, 'today/list/', { method: 'POST', body: validated(listRequest, { rows }) })

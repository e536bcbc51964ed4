import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { detailError } from '#shared/api/lists.ts'
import {
  channelStates,
  deliveredList,
  feedAnswer,
  rehearsal,
  rehearsalRequest,
  type Subscription,
  subscription,
  subscriptionChange,
  subscriptionList,
  subscriptionRequest,
} from '#shared/api/subscriptions.ts'
import type { NewsKind } from '#shared/domain/news.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { remove, request, validated } from './client.ts'

/** Calls about subscriptions (§7): what is watched, what it would have brought, what it has told. */
export const subscriptionsQueryOptions = queryOptions({
  queryKey: ['subscriptions', 'list'],
  queryFn: ({ signal }) => request(subscriptionList, 'subscriptions/', { signal }),
  // News come by themselves.
  staleTime: 0,
})
export const channelsQueryOptions = queryOptions({
  queryKey: ['subscriptions', 'channels'],
  queryFn: ({ signal }) => request(channelStates, 'subscriptions/channels/', { signal }),
})
export const refreshSubscriptions = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['subscriptions'] })

/** What is watched: filters in wire form, one case, or one person. */
export type WatchedTarget = { get_params: WireRecord } | { case: number } | { person: number }
const aboutOf = (watched: WatchedTarget) =>
  'get_params' in watched ? { get_params: toStored(watched.get_params) } : watched

/** Nothing is kept by it, so that it is asked as one reads. What it says of former filters stays while it counts. */
export const rehearsalQueryOptions = (watched: WatchedTarget, kinds: readonly NewsKind[]) =>
  queryOptions({
    queryKey: ['rehearsal', aboutOf(watched), kinds],
    queryFn: ({ signal }) => {
      const body = validated(rehearsalRequest, { ...aboutOf(watched), kinds: [...kinds] })
      return request(rehearsal, 'subscriptions/rehearsal/', { method: 'POST', body, signal, repeatable: true })
    },
    enabled: kinds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })

type NewSubscription = Omit<z.input<typeof subscriptionRequest>, 'get_params' | 'case' | 'person'>
export const createSubscription = (watched: WatchedTarget, values: NewSubscription): Promise<Subscription> => {
  const body = validated(subscriptionRequest, { ...values, ...aboutOf(watched) })
  return request(subscription, 'subscriptions/', { method: 'POST', body })
}
/** The change says how things are to be, so that saying it twice does no harm. */
export const changeSubscription = (id: number, change: z.input<typeof subscriptionChange>): Promise<Subscription> => {
  const body = validated(subscriptionChange, change)
  return request(subscription, `subscriptions/${id}/`, { method: 'PATCH', body, repeatable: true })
}
export const deleteSubscription = (id: number): Promise<void> => remove(`subscriptions/${id}/`)
export const sendTestMessage = (id: number): Promise<unknown> =>
  request(detailError, `subscriptions/${id}/test/`, { method: 'POST' })

/** Deliveries go on while one looks. */
const lookEvery = 5_000
export const deliveriesQueryOptions = (id: number, page: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'deliveries', id, page],
    queryFn: ({ signal }) =>
      request(deliveredList, `subscriptions/${id}/deliveries/`, { query: { page: String(page), size: '10' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ deliveries }) => deliveries.some(({ next_at }) => next_at !== null))
        ? lookEvery
        : false,
    meta: { quiet: true },
  })

/** Secret addresses of feeds and of the calendar. */
type Feed = z.infer<typeof feedAnswer>
export const feedQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'feed', id],
    queryFn: ({ signal }) => request(feedAnswer, `subscriptions/${id}/feed/`, { signal }),
  })
export const renewFeed = (id: number): Promise<Feed> =>
  request(feedAnswer, `subscriptions/${id}/feed/`, { method: 'POST' })
export const revokeFeed = async (id: number): Promise<Feed> => {
  await remove(`subscriptions/${id}/feed/`)
  return { feed: null }
}

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { deliveredList } from '#shared/api/messages.ts'
import {
  type Alarm,
  calendarMade,
  feedAnswer,
  webhookAnswer,
  webhookMade,
  webhookRequest,
  webhookTested,
} from '#shared/api/other-programs.ts'
import {
  channelStates,
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
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get, remove, request, requestSentence, validated } from './client.ts'

export const subscriptionsQueryOptions = queryOptions({
  queryKey: ['subscriptions', 'list'],
  queryFn: get(subscriptionList, 'subscriptions/'),
  // News arrive at any time.
  staleTime: 0,
})
export const channelsQueryOptions = queryOptions({
  queryKey: ['subscriptions', 'channels'],
  queryFn: get(channelStates, 'subscriptions/channels/'),
})
export const refreshSubscriptions = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['subscriptions'] })

export type WatchedTarget = { get_params: WireRecord } | { case: number } | { person: number }
const aboutOf = (watched: WatchedTarget) =>
  'get_params' in watched ? { get_params: toStored(watched.get_params) } : watched

/** Stores nothing, so it is requested like a GET. The former result stays while the new one is computed. */
export const rehearsalQueryOptions = (watched: WatchedTarget, kinds: readonly NewsKind[]) =>
  queryOptions({
    queryKey: ['rehearsal', aboutOf(watched), kinds],
    queryFn: ({ signal }) => {
      const body = validated(rehearsalRequest, { ...aboutOf(watched), kinds: [...kinds] })
      return request(rehearsal, 'subscriptions/rehearsal/', { method: 'POST', body, signal, isAct: false })
    },
    enabled: kinds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })

type NewSubscription = Omit<z.input<typeof subscriptionRequest>, 'get_params' | 'case' | 'person'>
export const createSubscription = async (watched: WatchedTarget, values: NewSubscription): Promise<Subscription> =>
  request(subscription, 'subscriptions/', {
    method: 'POST',
    body: validated(subscriptionRequest, { ...values, ...aboutOf(watched) }),
  })
export const changeSubscription = (id: number, change: z.input<typeof subscriptionChange>): Promise<Subscription> => {
  const body = validated(subscriptionChange, change)
  return request(subscription, `subscriptions/${id}/`, { method: 'PATCH', body })
}
export const deleteSubscription = (id: number): Promise<void> => remove(`subscriptions/${id}/`)
export const sendTestMessage = (id: number): Promise<string> =>
  requestSentence(`subscriptions/${id}/test/`, { method: 'POST' })

/** Deliveries continue while the page is open. */
const deliveriesPollMs = 5_000
export const deliveriesQueryOptions = (id: number, page: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'deliveries', id, page],
    queryFn: ({ signal }) =>
      request(deliveredList, `subscriptions/${id}/deliveries/`, { query: { page: String(page), size: '10' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ deliveries }) => deliveries.some(({ next_at }) => next_at !== null))
        ? deliveriesPollMs
        : false,
    meta: { quiet: true },
  })

type Feed = z.infer<typeof feedAnswer>['feed']
export const feedQueryOptions = (id: number) =>
  queryOptions({ queryKey: ['subscriptions', 'feed', id], queryFn: get(feedAnswer, `subscriptions/${id}/feed/`) })
export const renewFeed = async (id: number): Promise<Feed> =>
  (await request(feedAnswer, `subscriptions/${id}/feed/`, { method: 'POST' })).feed
export const revokeFeed = async (id: number): Promise<Feed> => {
  await remove(`subscriptions/${id}/feed/`)
  return null
}

/** A secret address; creates the subscription if there is none. */
export const makeCalendar = (watched: WatchedTarget): Promise<z.infer<typeof calendarMade>> =>
  request(calendarMade, 'calendars/', { method: 'POST', body: aboutOf(watched) })
export const withAlarms = (address: string, alarms: readonly Alarm[]): string =>
  alarms.length === 0 ? address : `${address}?${toQuery({ alarm: [...alarms] })}`
export const calendarFile = (watched: WatchedTarget, alarms: readonly Alarm[]): string => {
  const about =
    'get_params' in watched
      ? watched.get_params
      : 'case' in watched
        ? { case: String(watched.case) }
        : { person: String(watched.person) }
  return `/api/v1/hearings.ics?${toQuery({ ...about, alarm: [...alarms] })}`
}

/** The webhook of a subscription: its secret is only in the answers that create it. */
type Made = z.infer<typeof webhookMade>
const refreshWebhookEvery = 15_000
export const webhookQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'webhook', id],
    queryFn: ({ signal }) => request(webhookAnswer, `subscriptions/${id}/webhook/`, { signal }),
    // Calls are sent at any time.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.webhook ? refreshWebhookEvery : false),
    meta: { quiet: true },
  })
/** Not retried: two requests would each create a secret, and only one would be shown. */
export const setWebhook = (id: number, url: string): Promise<Made> =>
  request(webhookMade, `subscriptions/${id}/webhook/`, { method: 'PUT', body: validated(webhookRequest, { url }) })
export const renewSecret = (id: number): Promise<Made> =>
  request(webhookMade, `subscriptions/${id}/webhook/secret/`, { method: 'POST' })
export const testWebhook = (id: number): Promise<z.infer<typeof webhookTested>> =>
  request(webhookTested, `subscriptions/${id}/webhook/test/`, { method: 'POST' })
export const removeWebhook = (id: number): Promise<void> => remove(`subscriptions/${id}/webhook/`)

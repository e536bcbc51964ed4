import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { webhookAnswer, webhookMade, webhookRequest, webhookTested } from '#shared/api/webhooks.ts'
import { remove, request, validated } from './client.ts'

/** The webhook of a subscription: its secret is in the answers that make one, and nowhere else. */
type Made = z.infer<typeof webhookMade>
const lookEvery = 15_000
export const webhookQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'webhook', id],
    queryFn: ({ signal }) => request(webhookAnswer, `subscriptions/${id}/webhook/`, { signal }),
    // Calls are made by themselves.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.webhook ? lookEvery : false),
    meta: { quiet: true },
  })
/** Two askings would each make a secret, of which one is shown: not repeated. */
export const setWebhook = (id: number, url: string): Promise<Made> =>
  request(webhookMade, `subscriptions/${id}/webhook/`, { method: 'PUT', body: validated(webhookRequest, { url }) })
export const renewSecret = (id: number): Promise<Made> =>
  request(webhookMade, `subscriptions/${id}/webhook/secret/`, { method: 'POST' })
export const testWebhook = (id: number): Promise<z.infer<typeof webhookTested>> =>
  request(webhookTested, `subscriptions/${id}/webhook/test/`, { method: 'POST' })
export const removeWebhook = (id: number): Promise<void> => remove(`subscriptions/${id}/webhook/`)

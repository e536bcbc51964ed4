import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { sentenceOf } from '../api/client.ts'
import {
  changeSubscription,
  deleteSubscription,
  deliveriesQueryOptions,
  refreshSubscriptions,
  sendTestMessage,
  subscriptionsQueryOptions,
} from '../api/subscriptions.ts'
import { say } from '../ui/toasts.tsx'

/** Changes of one subscription by a button: done, said, and seen in the list. */
export type Change = Parameters<typeof changeSubscription>[1]
export const useSubscriptionChanges = ({ id }: Pick<Subscription, 'id'>) => {
  const client = useQueryClient()
  const onError = (failure: unknown): void => say(sentenceOf(failure), { bad: true })
  const changing = useMutation({
    mutationFn: ({ values }: { values: Change; said: string }) => changeSubscription(id, values),
    onSuccess: (changed, { said }) => {
      client.setQueryData(
        subscriptionsQueryOptions.queryKey,
        list => list && { ...list, results: list.results.map(one => (one.id === id ? changed : one)) },
      )
      say(said)
    },
    onError,
  })
  const removing = useMutation({
    mutationFn: () => deleteSubscription(id),
    onSuccess: async () => {
      say('Подписка удалена.')
      await refreshSubscriptions(client)
    },
    onError,
  })
  const testing = useMutation({
    mutationFn: () => sendTestMessage(id),
    onSuccess: async () => {
      say('Проверочное сообщение отправляется: что с ним стало, видно в последних сообщениях.')
      await client.invalidateQueries({ queryKey: deliveriesQueryOptions(id, 1).queryKey.slice(0, 3) })
    },
    onError,
  })
  const busy = changing.isPending || removing.isPending || testing.isPending
  return {
    busy,
    change: (values: Change, said: string): void => {
      if (!busy) changing.mutate({ values, said })
    },
    remove: (done: () => void): void => {
      if (!busy) removing.mutate(undefined, { onSettled: done })
    },
    test: (): void => {
      if (!busy) testing.mutate()
    },
  }
}

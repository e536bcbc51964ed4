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
import { showToast } from '../ui/toasts.tsx'

type Changes = Parameters<typeof changeSubscription>[1]
/** `message` of a change is shown once the server has taken it. */
export type ChangeSubscription = (changes: Changes, message: string) => void

export const useSubscriptionChanges = ({ id }: Pick<Subscription, 'id'>) => {
  const client = useQueryClient()
  const onError = (failure: unknown): void => showToast(sentenceOf(failure), { bad: true })
  const changing = useMutation({
    mutationFn: ({ values }: { values: Changes; message: string }) => changeSubscription(id, values),
    onSuccess: (changed, { message }) => {
      client.setQueryData(
        subscriptionsQueryOptions.queryKey,
        list => list && { ...list, results: list.results.map(one => (one.id === id ? changed : one)) },
      )
      showToast(message)
    },
    onError,
  })
  const removing = useMutation({
    mutationFn: () => deleteSubscription(id),
    onSuccess: async () => {
      showToast('Подписка удалена.')
      await refreshSubscriptions(client)
    },
    onError,
  })
  const testing = useMutation({
    mutationFn: () => sendTestMessage(id),
    onSuccess: async () => {
      showToast('Проверочное сообщение отправляется: что с ним стало, видно в последних сообщениях.')
      await client.invalidateQueries({ queryKey: deliveriesQueryOptions(id, 1).queryKey.slice(0, 3) })
    },
    onError,
  })
  const busy = changing.isPending || removing.isPending || testing.isPending
  return {
    busy,
    change: ((values, message) => {
      if (!busy) changing.mutate({ values, message })
    }) satisfies ChangeSubscription,
    remove: (done: () => void): void => {
      if (!busy) removing.mutate(undefined, { onSettled: done })
    },
    test: (): void => {
      if (!busy) testing.mutate()
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '#shared/api/subscriptions.ts'
import {
  changeSubscription,
  deleteSubscription,
  deliveriesQueryOptions,
  refreshSubscriptions,
  sendTestMessage,
  subscriptionsQueryOptions,
} from '../api/subscriptions.ts'
import { useAct } from '../filters/use-act.ts'

type Changes = Parameters<typeof changeSubscription>[1]
/** `message` is shown after the server has accepted the change. */
export type ChangeSubscription = (changes: Changes, message: string) => void

export const useSubscriptionChanges = ({ id }: Pick<Subscription, 'id'>) => {
  const client = useQueryClient()
  const changing = useAct(({ values }: { values: Changes; message: string }) => changeSubscription(id, values), {
    done: (_, { message }) => message,
    onDone: changed =>
      client.setQueryData(
        subscriptionsQueryOptions.queryKey,
        list => list && { ...list, results: list.results.map(one => (one.id === id ? changed : one)) },
      ),
  })
  const removing = useAct(() => deleteSubscription(id), {
    done: 'Подписка удалена.',
    onDone: () => refreshSubscriptions(client),
  })
  const testing = useAct(() => sendTestMessage(id), {
    done: 'Проверочное сообщение отправляется: что с ним стало, видно в последних сообщениях.',
    changes: [deliveriesQueryOptions(id, 1).queryKey.slice(0, 3)],
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

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { invalidateKeys } from '../api/client.ts'
import { showToast } from '../ui/toasts.tsx'

export const showFailure = (error: unknown): void => showToast(sentenceOf(error), { bad: true })

/** Shows why an action was refused. If the right is missing, the page is outdated and its queries are refetched. */
export const useRefusal = (): ((error: unknown) => void) => {
  const client = useQueryClient()
  return useCallback(
    error => {
      showFailure(error)
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) void client.invalidateQueries()
    },
    [client],
  )
}

type Options<What, Answer> = {
  done?: string | ((answer: Answer, what: What) => string)
  onDone?: (answer: Answer, what: What) => unknown
  /** Query keys invalidated on success. */
  changes?: readonly QueryKey[]
  onSettled?: () => unknown
}
/** An action that changes data on the server: reports success or the reason of failure. */
export const useAct = <What = void, Answer = unknown>(
  act: (what: What) => Promise<Answer>,
  { done, onDone, changes = [], onSettled }: Options<What, Answer> = {},
) => {
  const client = useQueryClient()
  const refuse = useRefusal()
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer, what) => {
      if (done !== undefined) showToast(typeof done === 'string' ? done : done(answer, what))
      await onDone?.(answer, what)
      await invalidateKeys(client, changes)
    },
    onError: refuse,
    onSettled: () => onSettled?.(),
  })
}

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { askAgain } from '../api/client.ts'
import { showToast } from '../ui/toasts.tsx'

export const showFailure = (error: unknown): void => showToast(sentenceOf(error), { bad: true })

/** Says why an act was refused. Who lacks the right to it has an older page before them: what is on it is asked for again. */
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
  /** Answers that are asked for again when it is done. */
  changes?: readonly QueryKey[]
  onSettled?: () => unknown
}
/** Something a person does to what the server keeps: says that it is done, or why it is not. */
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
      await askAgain(client, changes)
    },
    onError: refuse,
    onSettled: () => onSettled?.(),
  })
}

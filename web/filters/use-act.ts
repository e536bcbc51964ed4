import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../api/api-error.ts'
import { askAgain } from '../api/client.ts'
import { showToast } from '../ui/toasts.tsx'

export const showFailure = (error: unknown): void => showToast(sentenceOf(error), { bad: true })

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
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer, what) => {
      if (done !== undefined) showToast(typeof done === 'string' ? done : done(answer, what))
      await onDone?.(answer, what)
      await askAgain(client, changes)
    },
    onError: showFailure,
    onSettled: () => onSettled?.(),
  })
}

import { sentenceOf } from '../api/client.ts'
import { showToast } from '../ui/toasts.tsx'

/** Says what went wrong with something a person has asked for. */
export const showFailure = (error: unknown): void => showToast(sentenceOf(error), { bad: true })

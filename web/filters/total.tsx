import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, ofCaseForms } from '#shared/domain/wording.ts'
import { releaseQueryOptions } from '../api/release.ts'

/** While the demonstration is being loaded, no total is final: each is of what is there so far. */
type Loading = { loaded: number; total: number }
export const useDemoLoading = (): Loading | undefined => useQuery(releaseQueryOptions).data?.demo_loading

type Forms = Parameters<typeof counted>[1]
/** «Всего 12 дел»; «Пока 12 дел», where more are on their way; «Не менее 10 000 дел», where the rest is not counted. */
export const totalWords = (count: number, forms: Forms, loading: Loading | undefined, isLeast = false): string =>
  isLeast ? `Не\u00a0менее ${counted(count, ofCaseForms)}` : `${loading ? 'Пока' : 'Всего'} ${counted(count, forms)}`

/**
 * A total never stands under filters it is not of; it stays while another page of the same list is asked for. `answered`: the count is of
 * these filters.
 */
export const useOwnTotal = (filters: string, answered: boolean, count: number | undefined): number | undefined => {
  const [countedFor, setCountedFor] = useState<string>()
  if (answered && countedFor !== filters) setCountedFor(filters)
  return answered || countedFor === filters ? count : undefined
}

/** `isBehind`: what has been written is still being taken in, and the total may change; `isLeast`: of cases, which are more than could be counted. */
export const Total = ({
  count,
  forms,
  isBehind = false,
  isLeast = false,
}: {
  count: number
  forms: Forms
  isBehind?: boolean | undefined
  isLeast?: boolean | undefined
}) => (
  <>
    {totalWords(count, forms, useDemoLoading(), isLeast)}
    {isBehind && <Updating />}
  </>
)
const Updating = () => <span className="quiet"> · обновляется</span>

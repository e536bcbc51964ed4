import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, ofCaseForms } from '#shared/domain/wording.ts'
import { releaseQueryOptions } from '../api/release.ts'

/** While the demonstration is loading, totals cover only what is loaded. */
type Loading = { loaded: number; total: number }
export const useDemoLoading = (): Loading | undefined => useQuery(releaseQueryOptions).data?.demo_loading

type Forms = Parameters<typeof counted>[1]
/** «Всего 12 дел»; «Пока 12 дел» while loading; «Не менее 10 000 дел» for a lower bound. */
export const totalWords = (count: number, forms: Forms, loading: Loading | undefined, isLeast = false): string =>
  isLeast ? `Не\u00a0менее ${counted(count, ofCaseForms)}` : `${loading ? 'Пока' : 'Всего'} ${counted(count, forms)}`

/**
 * A total is never shown for other filters; it stays while another page of the same list is loading. `answered`: the
 * count is for these filters.
 */
export const useOwnTotal = (filters: string, answered: boolean, count: number | undefined): number | undefined => {
  const [countedFor, setCountedFor] = useState<string>()
  if (answered && countedFor !== filters) setCountedFor(filters)
  return answered || countedFor === filters ? count : undefined
}

/** `isBehind`: recent writes are still being processed, and the total may change; `isLeast`: a lower bound. */
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
const Updating = () => <span className="quiet">&nbsp;· обновляется</span>

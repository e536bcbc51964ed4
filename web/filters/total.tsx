import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/domain/wording.ts'
import { releaseQueryOptions } from '../api/release.ts'

/** While the demonstration is being loaded, no total is final: each is of what is there so far. */
type Loading = { loaded: number; total: number }
export const useDemoLoading = (): Loading | undefined => useQuery(releaseQueryOptions).data?.demo_loading

/** «Всего 12 дел»; «Пока 12 дел», where more are on their way. */
export const totalWords = (count: number, forms: Parameters<typeof counted>[1], loading: Loading | undefined): string =>
  `${loading ? 'Пока' : 'Всего'} ${counted(count, forms)}`

/**
 * A total never stands under filters it is not of; it stays while another page of the same list is asked for. `answered`: the count is of
 * these filters.
 */
export const useOwnTotal = (filters: string, answered: boolean, count: number | undefined): number | undefined => {
  const [countedFor, setCountedFor] = useState<string>()
  if (answered && countedFor !== filters) setCountedFor(filters)
  return answered || countedFor === filters ? count : undefined
}

/** `isBehind`: what has been written is still being taken in, and the total may change. */
export const Total = ({
  count,
  forms,
  isBehind = false,
}: {
  count: number
  forms: Parameters<typeof counted>[1]
  isBehind?: boolean | undefined
}) => (
  <>
    {totalWords(count, forms, useDemoLoading())}
    {isBehind && <Updating />}
  </>
)
const Updating = () => <span className="quiet"> · обновляется</span>

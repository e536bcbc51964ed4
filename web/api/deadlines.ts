import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { caseDeadlines, type OwnDay, upcomingDeadlines } from '#shared/api/deadlines.ts'
import { get, request } from './client.ts'

/** Deadlines of a case, and of the cases one watches. */
export const deadlinesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['deadlines', id],
    queryFn: get(caseDeadlines, `cases/${id}/deadlines/`),
    meta: { quiet: true },
  })

export const upcomingDeadlinesQueryOptions = (days: number, size: number) =>
  queryOptions({
    queryKey: ['deadlines', 'upcoming', days, size],
    queryFn: get(upcomingDeadlines, 'deadlines/upcoming/', { days: String(days), size: String(size) }),
    meta: { quiet: true },
  })

/** All days that one knows of the case: what is left out is forgotten. */
export const writeOwnDays = async (client: QueryClient, id: number, own: readonly OwnDay[]): Promise<void> => {
  const answer = await request(caseDeadlines, `cases/${id}/deadlines/own-days/`, { method: 'PUT', body: { own } })
  client.setQueryData(deadlinesQueryOptions(id).queryKey, answer)
  await client.invalidateQueries({ queryKey: ['deadlines', 'upcoming'] })
}

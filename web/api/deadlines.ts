import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { caseDeadlines, type OwnDay, ownDaysAnswer, upcomingDeadlines } from '#shared/api/deadlines.ts'
import { get, request } from './client.ts'

/** Deadlines of a case, and of the cases one watches. */
export const deadlinesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['deadlines', id],
    queryFn: get(caseDeadlines, `cases/${id}/deadlines/`),
    meta: { quiet: true },
  })

export const upcomingDeadlinesQueryOptions = (days: number, size: number, page = 1) =>
  queryOptions({
    queryKey: ['deadlines', 'upcoming', days, size, page],
    queryFn: get(upcomingDeadlines, 'deadlines/upcoming/', {
      days: String(days),
      size: String(size),
      page: String(page),
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** All days that one knows of the case: what is left out is forgotten. */
export const writeOwnDays = async (client: QueryClient, id: number, own: readonly OwnDay[]): Promise<void> => {
  await request(ownDaysAnswer, `cases/${id}/deadlines/own-days/`, { method: 'PUT', body: { own } })
  await client.invalidateQueries({ queryKey: ['deadlines'] })
}

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { caseDeadlines, type OwnDay, ownDaysAnswer, upcomingDeadlines } from '#shared/api/deadlines.ts'
import { ownDay } from '#shared/domain/dates.ts'
import { get, request } from './client.ts'

/** Deadlines of a case, and of watched cases. `day` is the reader's own. */
export const deadlinesQueryOptions = (id: number, day = ownDay()) =>
  queryOptions({
    queryKey: ['deadlines', id, day],
    queryFn: get(caseDeadlines, `cases/${id}/deadlines/`, { day }),
    meta: { quiet: true },
  })

const upcomingDeadlinesQueryOptions = (days: number, size: number, page = 1, day = ownDay()) =>
  queryOptions({
    queryKey: ['deadlines', 'upcoming', days, size, page, day],
    queryFn: get(upcomingDeadlines, 'deadlines/upcoming/', {
      days: String(days),
      size: String(size),
      page: String(page),
      day,
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** As shown on «Сегодня», in pages. */
export const deadlineDays = 90
export const deadlinesOnPage = 10
export const ownDeadlinesQueryOptions = (page: number) =>
  upcomingDeadlinesQueryOptions(deadlineDays, deadlinesOnPage, page)

/** Stores all facts entered for the case: facts left out are deleted. */
export const writeOwnDays = async (client: QueryClient, id: number, own: readonly OwnDay[]): Promise<void> => {
  await request(ownDaysAnswer, `cases/${id}/deadlines/own-days/`, { method: 'PUT', body: { own } })
  await client.invalidateQueries({ queryKey: ['deadlines'] })
}

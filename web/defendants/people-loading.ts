import type { QueryClient } from '@tanstack/react-query'
import type { WireRecord } from '#shared/filters/wire.ts'
import { defendantListQuery, defendantQuery, personRiskQuery } from '../api/defendants.ts'
import { defendantApiQuery, readDefendantSearch } from './defendant-search.ts'

/** What the pages of people begin to load; comes when one of them is entered, not with the first page. */
export { normalizedSearch } from './defendant-search.ts'

export const loadPeople = (client: QueryClient, search: WireRecord): Promise<void> =>
  client.prefetchQuery(defendantListQuery(defendantApiQuery(readDefendantSearch(search))))
/** Waited for: the page before stays until this one is whole. */
export const loadPerson = async (client: QueryClient, id: number): Promise<void> => {
  await Promise.all([client.prefetchQuery(defendantQuery(id)), client.prefetchQuery(personRiskQuery(id))])
}

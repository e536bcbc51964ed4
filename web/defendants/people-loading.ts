import type { QueryClient } from '@tanstack/react-query'
import type { WireRecord } from '#shared/filters/wire.ts'
import { defendantListQueryOptions, defendantQueryOptions, personRiskQueryOptions } from '../api/defendants.ts'
import { defendantApiQuery, readDefendantSearch } from './defendant-search.ts'

/** A separate chunk, loaded when a page of people is opened. */
export { normalizedSearch } from './defendant-search.ts'

export const loadPeople = (client: QueryClient, search: WireRecord): Promise<void> =>
  client.prefetchQuery(defendantListQueryOptions(defendantApiQuery(readDefendantSearch(search))))
/** Awaited, so that the previous page stays until this one is complete. */
export const loadPerson = async (client: QueryClient, id: number, day: string | undefined): Promise<void> => {
  await Promise.all([
    client.prefetchQuery(defendantQueryOptions(id, day)),
    client.prefetchQuery(personRiskQueryOptions(id, day)),
  ])
}

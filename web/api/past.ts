import { queryOptions } from '@tanstack/react-query'
import { changeList } from '#shared/api/changes.ts'
import { caseState } from '#shared/api/journal.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get, request } from './client.ts'

/** Calls about what was known before (decisions 0085, 0086), apart from those that the first page needs. */
const asEntered = { retryOnMount: false } as const

export const caseChangesQueryOptions = (query: WireRecord) =>
  queryOptions({ ...asEntered, queryKey: ['case-changes', query], queryFn: get(changeList, 'cases/changes/', query) })

export const caseChangesFile = (query: WireRecord): string => `/api/v1/data/changes/export.csv?${toQuery(query)}`

/** A state of before: under its number in the journal, or as it was known on a day. */
export type StateAsked = { number?: string; as_of?: string }
export const caseStateQueryOptions = (id: number, asked: StateAsked) =>
  queryOptions({
    ...asEntered,
    queryKey: ['case-state', id, asked],
    queryFn: ({ signal }) => request(caseState, `cases/${id}/state/`, { query: asked, signal }),
  })

import { queryOptions } from '@tanstack/react-query'
import { changeList } from '#shared/api/changes.ts'
import { caseState } from '#shared/api/journal.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get, request } from './client.ts'

/** Calls about the past (decisions 0085, 0086), separate from those of the first page. */
const loadedByRoute = { retryOnMount: false } as const

export const caseChangesQueryOptions = (query: WireRecord) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['case-changes', query],
    queryFn: get(changeList, 'cases/changes/', query),
  })

export const caseChangesFile = (query: WireRecord): string => `/api/v1/data/changes/export.csv?${toQuery(query)}`

/** A former state: by journal number, or as known on a day. */
export type StateAsked = { number?: string; as_of?: string }
export const caseStateQueryOptions = (id: number, asked: StateAsked) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['case-state', id, asked],
    queryFn: ({ signal }) => request(caseState, `cases/${id}/state/`, { query: asked, signal }),
  })

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Citation,
  type CitationRequest,
  citation,
  citationList,
  citationNow,
  methodNoteAnswer,
  type PublishRequest,
  publishedList,
} from '#shared/api/citations.ts'
import { pivot } from '#shared/api/pivot.ts'
import { charts, countTree } from '#shared/api/statistics.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get, remove, request } from './client.ts'
import { refetchWhileBehind } from './query-client.ts'

export const countTreeQueryOptions = (query: WireRecord) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['statistics', 'tree', query],
    queryFn: get(countTree, 'frontcountcases/', query),
  })
export const chartsQueryOptions = (query: WireRecord) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['statistics', 'charts', query],
    queryFn: get(charts, 'frontcountcases/charts/', query),
    refetchInterval: refetchWhileBehind,
  })

/** Pivot tables and citations (§2 /data). `query`: definition of the table with its filters. */
export const pivotQueryOptions = (query: WireRecord) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['data', 'pivot', query],
    queryFn: get(pivot, 'data/pivot/', query),
    refetchInterval: refetchWhileBehind,
  })
export const pivotFileAddress = (format: 'csv' | 'xlsx', query: WireRecord): string =>
  `/api/v1/data/pivot/export.${format}?${toQuery(query)}`

/** Method notes. `query`: what the figures are, with their filters. */
export const noteQueryOptions = (query: WireRecord) =>
  queryOptions({ queryKey: ['data', 'note', query], queryFn: get(methodNoteAnswer, 'data/note/', query) })
export const chartFileAddress = (format: 'csv' | 'xlsx', query: WireRecord): string =>
  `/api/v1/frontcountcases/charts/export.${format}?${toQuery(query)}`

export const citationsQueryOptions = queryOptions({
  queryKey: ['data', 'citations'],
  queryFn: get(citationList, 'data/citations/'),
})
export const citationQueryOptions = (id: string) =>
  queryOptions({
    queryKey: ['data', 'citation', id],
    queryFn: get(citation, `data/citations/${encodeURIComponent(id)}/`),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const citedNowQueryOptions = (id: string) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['data', 'now', id],
    queryFn: get(citationNow, `data/citations/${encodeURIComponent(id)}/now/`),
  })
export const citationFileAddress = (format: 'csv' | 'xlsx', id: string): string =>
  `/api/v1/data/citations/${id}/export.${format}`
/** Equal figures of one day share a link. */
export const makeCitation = async (client: QueryClient, body: CitationRequest): Promise<Citation> => {
  const made = await request(citation, 'data/citations/', { method: 'POST', body })
  client.setQueryData(citationQueryOptions(made.id).queryKey, made)
  await client.invalidateQueries({ queryKey: citationsQueryOptions.queryKey })
  return made
}

/** Published figures. */
const publishedPath = (id: string): string => `data/citations/${encodeURIComponent(id)}/published/`
export const publishFigures = (id: string, body: PublishRequest): Promise<Citation> =>
  request(citation, publishedPath(id), { method: 'PUT', body })
export const closeFigures = (id: string): Promise<void> => remove(publishedPath(id))
export const publishedQueryOptions = queryOptions({
  queryKey: ['data', 'published'],
  queryFn: get(publishedList, 'data/published/'),
})

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Citation,
  type CitationRequest,
  citation,
  citationList,
  citationNow,
  type Pivot,
  pivot,
} from '#shared/api/pivot.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { request } from './client.ts'

/** The page of data and the figures that were cited (§2 /data). `query`: what the table is of, and its filters. */
export const pivotQueryOptions = (query: WireRecord) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['data', 'pivot', query],
    queryFn: ({ signal }): Promise<Pivot> => request(pivot, 'data/pivot/', { query, signal }),
  })
export const pivotFileAddress = (format: 'csv' | 'xlsx', query: WireRecord): string =>
  `/api/v1/data/pivot/export.${format}?${toQuery(query)}`

export const citationsQueryOptions = queryOptions({
  queryKey: ['data', 'citations'],
  queryFn: ({ signal }) => request(citationList, 'data/citations/', { signal }),
})
/** Never changes. */
export const citationQueryOptions = (id: string) =>
  queryOptions({
    queryKey: ['data', 'citation', id],
    queryFn: ({ signal }): Promise<Citation> =>
      request(citation, `data/citations/${encodeURIComponent(id)}/`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const citedNowQueryOptions = (id: string) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['data', 'now', id],
    queryFn: ({ signal }) => request(citationNow, `data/citations/${encodeURIComponent(id)}/now/`, { signal }),
  })
export const citationFileAddress = (format: 'csv' | 'xlsx', id: string): string =>
  `/api/v1/data/citations/${id}/export.${format}`
/** The same figures of a day give the same link, so that asking twice does no harm. */
export const makeCitation = async (client: QueryClient, body: CitationRequest): Promise<Citation> => {
  const made = await request(citation, 'data/citations/', { method: 'POST', body, repeatable: true })
  client.setQueryData(citationQueryOptions(made.id).queryKey, made)
  await client.invalidateQueries({ queryKey: citationsQueryOptions.queryKey })
  return made
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type ImportDone,
  type ImportPreview,
  type ImportRequest,
  type ImportUndone,
  importDone,
  importPreview,
  importUndone,
  type PreviewRequest,
  type TableRead,
  tableRead,
  unfoundList,
} from '#shared/api/set-import.ts'
import { get, invalidateKeys, request, requestSentence } from './client.ts'

/** Import of a table into a working set. */
export const readSetTable = (given: File | string): Promise<TableRead> => {
  const path = 'sets/import/table/'
  if (typeof given === 'string') return request(tableRead, path, { method: 'POST', body: { text: given } })
  const form = new FormData()
  form.append('file', given)
  return request(tableRead, path, { method: 'POST', form })
}
export const previewImport = (body: PreviewRequest): Promise<ImportPreview> =>
  request(importPreview, 'sets/import/preview/', { method: 'POST', body })
export const importTable = (body: Partial<ImportRequest> & PreviewRequest): Promise<ImportDone> =>
  request(importDone, 'sets/import/', { method: 'POST', body })

export const unfoundOnPage = 20
export const unfoundQueryOptions = (set: number, page: number) =>
  queryOptions({
    queryKey: ['sets', set, 'unfound', page],
    queryFn: get(unfoundList, `sets/${set}/unfound/`, { page: String(page), size: String(unfoundOnPage) }),
  })
export const resolveUnfound = (set: number, row: number, case_id: number | null): Promise<string> =>
  requestSentence(`sets/${set}/unfound/${row}/`, { method: 'POST', body: { case_id } })
export const undoSetImport = (set: number, id: number): Promise<ImportUndone> =>
  request(importUndone, `sets/${set}/imports/${id}/undo/`, { method: 'POST' })

export const refreshAfterImport = (client: QueryClient): Promise<unknown> =>
  invalidateKeys(client, [['sets'], ['cases']])

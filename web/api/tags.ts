import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  directoryTagList,
  type TagAction,
  type TagUploadAnswer,
  tagUploadAnswer,
  tagUploadList,
} from '#shared/api/tags.ts'
import { get, invalidateKeys, request, requestSentence } from './client.ts'

export const uploadTags = (file: File, action: TagAction, dryRun: boolean): Promise<TagUploadAnswer> => {
  const form = new FormData()
  form.append('action', action)
  form.append('dry_run', String(dryRun))
  form.append('file', file)
  // Uploading the same table again changes nothing.
  return request(tagUploadAnswer, 'upload-case-tags/', { method: 'POST', form })
}

export const uploadsOnPage = 20
export const tagUploadsQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['tags', 'uploads', page],
    queryFn: get(tagUploadList, 'tag-uploads/', { page: String(page), size: String(uploadsOnPage) }),
  })

export const undoTagUpload = (id: number): Promise<string> =>
  requestSentence(`tag-uploads/${id}/undo/`, { method: 'POST' })

export const tagsOnPage = 50
export const directoryTagsQueryOptions = (query: string, page: number) =>
  queryOptions({
    queryKey: ['tags', 'directory', query, page],
    queryFn: get(directoryTagList, 'tags/', {
      ...(query !== '' && { query }),
      page: String(page),
      size: String(tagsOnPage),
    }),
  })
export const renameTag = (id: number, value: string): Promise<string> =>
  requestSentence(`tags/${id}/`, { method: 'PATCH', body: { value } })
export const mergeTag = (id: number, into: number): Promise<string> =>
  requestSentence(`tags/${id}/merge/`, { method: 'POST', body: { into } })
export const deleteTag = (id: number): Promise<string> => requestSentence(`tags/${id}/`, { method: 'DELETE' })

export const refreshTags = (client: QueryClient): Promise<unknown> =>
  invalidateKeys(client, [['tags'], ['cases'], ['case']])

/** Sets or removes a tag on many cases, in the form of an uploaded table. */
export const tagCases = (cases: readonly number[], tag: string, action: TagAction): Promise<TagUploadAnswer> =>
  request(tagUploadAnswer, 'upload-case-tags/', {
    method: 'POST',
    body: { rows: cases.map(id => ({ case: id, tag })), action },
  })

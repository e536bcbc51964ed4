import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  directoryTagList,
  type TagAction,
  type TagUploadAnswer,
  tagUploadAnswer,
  tagUploadList,
} from '#shared/api/tags.ts'
import { get, request } from './client.ts'

export const uploadTags = (file: File, action: TagAction, dryRun: boolean): Promise<TagUploadAnswer> => {
  const form = new FormData()
  form.append('action', action)
  form.append('dry_run', String(dryRun))
  form.append('file', file)
  // The same table again changes nothing.
  return request(tagUploadAnswer, 'upload-case-tags/', { method: 'POST', form, repeatable: true })
}

export const uploadsOnPage = 20
export const tagUploadsQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['tags', 'uploads', page],
    queryFn: get(tagUploadList, 'tag-uploads/', { page: String(page), size: String(uploadsOnPage) }),
  })

const done = z.object({ detail: z.string() })
/** Answers what has come of it, as a sentence. */
export const undoTagUpload = async (id: number): Promise<string> =>
  (await request(done, `tag-uploads/${id}/undo/`, { method: 'POST' })).detail

export const tagsOnPage = 50
export const directoryTagsQueryOptions = (query: string, page: number) =>
  queryOptions({
    queryKey: ['tags', 'directory', query, page],
    queryFn: ({ signal }) =>
      request(directoryTagList, 'tags/', {
        query: { ...(query !== '' && { query }), page: String(page), size: String(tagsOnPage) },
        signal,
      }),
  })
export const renameTag = async (id: number, value: string): Promise<string> =>
  (await request(done, `tags/${id}/`, { method: 'PATCH', body: { value } })).detail
export const mergeTag = async (id: number, into: number): Promise<string> =>
  (await request(done, `tags/${id}/merge/`, { method: 'POST', body: { into } })).detail
export const deleteTag = async (id: number): Promise<string> =>
  (await request(done, `tags/${id}/`, { method: 'DELETE' })).detail

/** Lists of cases show tags and are filtered by them. */
export const refreshTags = (client: QueryClient): Promise<unknown> =>
  Promise.all([['tags'], ['cases'], ['case']].map(queryKey => client.invalidateQueries({ queryKey })))

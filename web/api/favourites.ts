import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CaseRow } from '#shared/api/cases.ts'
import {
  type CaseNote,
  type FolderList,
  folder,
  folderList,
  folderRequest,
  noteAnswer,
} from '#shared/api/favourites.ts'
import { forgetOwnLists, letGo, markOwn } from './cases.ts'
import { askAgain, get, request, validated } from './client.ts'

/** Calls about folders of favourites and notes on cases. What they change is seen at once wherever the case stands. */
export type Folder = FolderList['results'][number]
export type FolderName = Pick<Folder, 'id' | 'title'>

export const foldersQueryOptions = queryOptions({
  queryKey: ['folders'],
  queryFn: get(folderList, 'favoritefolders/'),
  meta: { quiet: true },
})

/** Where cases are to be: in a folder, kept outside folders (null), or not kept at all. */
export type FavouritePlace = FolderName | null | 'gone'
type Placed = Pick<CaseRow, 'id'> & { place: FavouritePlace }
export const favouritePlace = ({ in_favorites, folder }: Pick<CaseRow, 'in_favorites' | 'folder'>): FavouritePlace =>
  in_favorites ? folder : 'gone'

/** All or nothing. The lists on screen are asked again: many cases at once change them. */
export const placeCases = async (client: QueryClient, cases: readonly Placed[]): Promise<void> => {
  const keep = new Map<number | null, number[]>()
  for (const { id, place } of cases) {
    if (place === 'gone') continue
    const key = place?.id ?? null
    keep.set(key, [...(keep.get(key) ?? []), id])
  }
  const folders = await request(folderList, 'favorites/', {
    method: 'PATCH',
    body: {
      keep: [...keep].map(([folder, ids]) => ({ folder, cases: ids })),
      remove: cases.filter(({ place }) => place === 'gone').map(({ id }) => id),
    },
  })
  markOwn(
    client,
    new Map(
      cases.map(({ id, place }) => [id, place === 'gone' ? letGo : { in_favorites: true, folder: named(place) }]),
    ),
  )
  await forgetOwnLists(client)
  client.setQueryData(foldersQueryOptions.queryKey, folders)
  await client.refetchQueries({ queryKey: ['cases'], type: 'active' })
}
const named = (place: FolderName | null): FolderName | null => place && { id: place.id, title: place.title }

export const createFolder = async (client: QueryClient, title: string): Promise<FolderName> => {
  const made = await request(folder, 'favoritefolders/', { method: 'POST', body: validated(folderRequest, { title }) })
  await client.invalidateQueries({ queryKey: foldersQueryOptions.queryKey })
  return made
}
export const renameFolder = async (client: QueryClient, id: number, title: string): Promise<void> =>
  changed(
    client,
    await request(folderList, `favoritefolders/${id}/`, { method: 'PATCH', body: validated(folderRequest, { title }) }),
  )
export const deleteFolder = async (client: QueryClient, id: number): Promise<void> =>
  changed(client, await request(folderList, `favoritefolders/${id}/`, { method: 'DELETE' }))
export const restoreFolder = async (client: QueryClient, id: number): Promise<void> =>
  changed(client, await request(folderList, `favoritefolders/${id}/restore/`, { method: 'POST' }))

/** Rows name their folders: they are asked again. */
const changed = async (client: QueryClient, folders: FolderList): Promise<void> => {
  client.setQueryData(foldersQueryOptions.queryKey, folders)
  await askAgain(client, [['cases'], ['case'], ['case-count']])
}

/** `known`: the version that was last seen; a note changed elsewhere since is an `ApiError` with status 409. */
export const writeNote = async (
  client: QueryClient,
  id: number,
  { text, known }: { text: string; known?: number | null | undefined },
): Promise<CaseNote | null> => {
  const { note } = await request(noteAnswer, `cases/${id}/note/`, {
    method: 'PUT',
    body: { text, ...(known !== undefined && { known }) },
  })
  markOwn(client, new Map([[id, { note }]]))
  await forgetOwnLists(client)
  return note
}

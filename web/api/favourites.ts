import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CaseNote, noteAnswer } from '#shared/api/favourites.ts'
import { invalidateOwnLists, markOwn, noFavourite, sendFavourites } from './cases.ts'
import { request } from './client.ts'
import { caseFacetsQueryOptions } from './facets.ts'

/** Calls about favourites and notes. Changes are applied to every cached answer with the case. */
const ofFavourites = caseFacetsQueryOptions({ in_favorites: 'true' }, ['set', 'in_set'])
export const favouritesBySetQueryOptions = queryOptions({
  ...ofFavourites,
  select: ({ facets: { set, in_set } }) => {
    const outside = in_set?.find(({ value }) => value === 'false')?.count ?? 0
    return {
      all: in_set?.reduce((sum, { count }) => sum + count, 0) ?? 0,
      outside,
      bySet: new Map((set ?? []).map(({ value, count }) => [Number(value), count])),
    }
  },
})

/** Refetches the lists on screen, because many cases change. */
export const changeFavouritesInBulk = async (
  client: QueryClient,
  { add = [], remove = [] }: Parameters<typeof sendFavourites>[0],
): Promise<void> => {
  await sendFavourites({ add, remove })
  markOwn(client, new Map(add.map(id => [id, { in_favorites: true }])))
  markOwn(client, new Map(remove.map(id => [id, noFavourite])))
  await invalidateOwnLists(client)
  await client.refetchQueries({ queryKey: ['cases'], type: 'active' })
}

/** `known`: the version last read; a conflicting change is an `ApiError` with status 409. */
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
  await invalidateOwnLists(client)
  return note
}

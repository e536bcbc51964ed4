import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type LinkCandidates, linkCandidates } from '#shared/api/cases.ts'
import { request } from './client.ts'

/** Calls about instances of one matter. */
export const linkCandidatesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['case-links', id],
    queryFn: ({ signal }): Promise<LinkCandidates> => request(linkCandidates, `cases/${id}/links/`, { signal }),
    meta: { quiet: true },
  })

/** Says whether two cases are one matter; null takes it back. What is shown of either is asked for again. */
export const decideLink = async (
  client: QueryClient,
  id: number,
  other: number,
  is_same: boolean | null,
): Promise<void> => {
  const answer = await request(linkCandidates, `cases/${id}/links/${other}/`, {
    method: 'PUT',
    body: { is_same },
    repeatable: true,
  })
  client.setQueryData(linkCandidatesQueryOptions(id).queryKey, answer)
  await Promise.all(
    [
      ['case', id],
      ['case', other],
      ['case-links', other],
    ].map(queryKey => client.invalidateQueries({ queryKey })),
  )
}

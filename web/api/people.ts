import { queryOptions } from '@tanstack/react-query'
import { personMergeList, personPairChanged, personPairList, personParted } from '#shared/api/people.ts'
import type { PairVerdict } from '#shared/domain/person-evidence.ts'
import { get, request, requestSentence } from './client.ts'

export const pairsOnDesk = 20
export const pairsQueryOptions = (verdict: 'open' | 'unknown') =>
  queryOptions({
    queryKey: ['people', 'pairs', verdict],
    queryFn: get(personPairList, 'people/pairs/', { verdict, size: String(pairsOnDesk) }),
  })
export const decideAbout = async (id: number, verdict: PairVerdict): Promise<void> => {
  await request(personPairChanged, `people/pairs/${id}/`, { method: 'PATCH', body: { verdict } })
}

export const apartQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['people', 'pairs', 'apart', page],
    queryFn: get(personPairList, 'people/pairs/', { verdict: 'apart', page: String(page), size: String(pairsOnDesk) }),
  })

/** Moves cases of a person to a namesake; returns the namesake's id. */
export const splitPerson = async (person: number, cases: readonly number[]): Promise<number> =>
  (await request(personParted, `people/${person}/parts/`, { method: 'POST', body: { cases } })).id

export const mergesOnPage = 20
export const mergesQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['people', 'merges', page],
    queryFn: get(personMergeList, 'people/merges/', { page: String(page), size: String(mergesOnPage) }),
  })
export const separateMerged = (id: number): Promise<string> =>
  requestSentence(`people/merges/${id}/`, { method: 'DELETE' })

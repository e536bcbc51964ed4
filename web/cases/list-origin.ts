import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { WireRecord } from '#shared/filters/wire.ts'
import { caseQueryOptions } from '../api/case-details.ts'
import { type CaseCount, type CaseList, caseCount, caseListQueryOptions } from '../api/cases.ts'

/** The list a case was opened from, kept in the history entry: position, neighbours and the way back depend on it. */
type ListKind = 'cases' | 'favourites' | 'set'
export type ListOrigin = {
  kind: ListKind
  /** The API query of the list page with the case. */
  query: WireRecord
  leftAt: string
}
declare module '@tanstack/react-router' {
  interface HistoryState {
    openedFrom?: ListOrigin
  }
}

export type Neighbour = { id: number; openedFrom: ListOrigin }
export type ListPosition = {
  position: number
  count: CaseCount
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

export const useListOrigin = (): ListOrigin | undefined =>
  useRouterState({ select: state => state.location.state.openedFrom })

const pageOf = ({ query }: ListOrigin): number => Number(query.page ?? 1)
const turned = (from: ListOrigin, step: 1 | -1): ListOrigin => ({
  ...from,
  query: { ...from.query, page: String(pageOf(from) + step) },
})

/** At the edge of a page the neighbour is on the next page, which is loaded only then. */
export const useListPosition = (id: number): ListPosition | undefined => {
  const from = useListOrigin()
  const { data } = useQuery({ ...caseListQueryOptions(from?.query ?? {}), enabled: from !== undefined })
  const at = data?.results.findIndex(row => row.id === id) ?? -1
  const page = from ? pageOf(from) : 1
  const size = Number(from?.query.size ?? 0)
  const isLast = data !== undefined && at === data.results.length - 1
  const before = useEdge(from && turned(from, -1), at === 0 && page > 1)
  const after = useEdge(from && turned(from, 1), isLast && page * size < (data?.count ?? 0))
  if (!from || !data || at < 0) return undefined
  return {
    position: (page - 1) * size + at + 1,
    count: caseCount(data),
    previous: neighbour(data.results[at - 1], from) ?? neighbour(before?.results.at(-1), turned(from, -1)),
    next: neighbour(data.results[at + 1], from) ?? neighbour(after?.results[0], turned(from, 1)),
  }
}

/** Prefetches the next case, except during quick paging. */
const leafingMilliseconds = 400
export const usePrefetchCase = (id: number | undefined): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      void client.prefetchQuery({ ...caseQueryOptions(id), meta: { quiet: true } })
    }, leafingMilliseconds)
    return () => clearTimeout(timer)
  }, [client, id])
}

const useEdge = (from: ListOrigin | undefined, wanted: boolean): CaseList | undefined => {
  const { data } = useQuery({
    ...caseListQueryOptions(from?.query ?? {}),
    enabled: from !== undefined && wanted,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  return wanted ? data : undefined
}
const neighbour = (row: { id: number } | undefined, openedFrom: ListOrigin): Neighbour | undefined =>
  row && { id: row.id, openedFrom }

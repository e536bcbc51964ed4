import { queryOptions } from '@tanstack/react-query'
import { type CaseRefresh, caseRefresh, isUnderWay } from '#shared/api/collecting.ts'
import { request } from './client.ts'

/** A case read anew from its court's site, and how far that has come. */
const often = 2_000
export const refreshQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['case-refresh', id],
    queryFn: ({ signal }): Promise<CaseRefresh> => request(caseRefresh, `cases/${id}/refresh/`, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? often : false),
    meta: { quiet: true },
  })

/** Asking twice does no harm: what waits is not asked for again. */
export const askRefresh = (id: number): Promise<CaseRefresh> =>
  request(caseRefresh, `cases/${id}/refresh/`, { method: 'POST', repeatable: true })

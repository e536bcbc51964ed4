import { queryOptions } from '@tanstack/react-query'
import { defendant, defendantList } from '#shared/api/defendants.ts'
import { expiringRisks, personRisk } from '#shared/api/risk.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { caseCount, type ListTotal } from './cases.ts'
import { get, request } from './client.ts'
import { refetchWhileBehind } from './query-client.ts'

/** Calls about people (§7), requested by route loaders as those about cases. */
const loadedByRoute = { retryOnMount: false } as const

export const defendantListQueryOptions = (query: WireRecord) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['defendants', query],
    queryFn: get(defendantList, 'defendants/', query),
    refetchInterval: refetchWhileBehind,
  })

export const defendantCountQueryOptions = (query: WireRecord) =>
  queryOptions({
    queryKey: ['defendant-count', query],
    queryFn: ({ signal }): Promise<ListTotal> =>
      request(defendantList, 'defendants/', { query: { ...query, size: '1' }, signal }),
    select: caseCount,
    meta: { quiet: true },
  })

/** `as_of`: as known at the end of that day. */
export const defendantQueryOptions = (id: number, as_of?: string) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['defendant', id, as_of],
    queryFn: get(defendant, `defendants/${id}/`, as_of === undefined ? {} : { as_of }),
  })

export const defendantsFile = (query: WireRecord): string =>
  `/api/v1/data/defendantscsv/export.csv${Object.keys(query).length > 0 ? `?${toQuery(query)}` : ''}`

export const personRiskQueryOptions = (id: number, as_of?: string) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['defendant-risk', id, as_of],
    queryFn: get(personRisk, `defendants/${id}/risk/`, as_of === undefined ? {} : { as_of }),
  })

export const expiringQueryOptions = (query: { days: number; page: number; size: number }) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['defendants-expiring', query],
    queryFn: get(expiringRisks, 'defendants/expiring/', {
      days: String(query.days),
      page: String(query.page),
      size: String(query.size),
    }),
  })

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CaseRefresh, caseRefresh, isUnderWay } from '#shared/api/collecting.ts'
import { evidencePackages } from '#shared/api/evidence.ts'
import {
  caseText,
  caseVisit,
  type FullCase,
  fullCase,
  linkCandidates,
  similarTexts,
  textHits,
} from '#shared/api/full-case.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { type CaseList, loadedByRoute, markOwn } from './cases.ts'
import { get, invalidateKeys, request } from './client.ts'
import { deadlinesQueryOptions } from './deadlines.ts'

export const caseQueryOptions = (id: number) =>
  queryOptions({ ...loadedByRoute, queryKey: ['case', id], queryFn: get(fullCase, `cases/${id}/`) })

export const caseTextQueryOptions = (id: number) =>
  queryOptions({
    ...loadedByRoute,
    queryKey: ['case-text', id],
    staleTime: 10 * 60_000,
    queryFn: get(caseText, `cases/${id}/text/`),
  })

/** The most certain link to another instance: both are shown side by side. */
export const otherInstance = (one: FullCase): FullCase['linked_cases'][number] | undefined =>
  one.linked_cases.find(linked => linked.stage !== one.stage)

export const isDemo = ({ sources }: FullCase): boolean => sources.every(({ origin }) => origin === 'demo')

/** Loads a case with its other instance, its deadlines and whether it can be refreshed: late, they would shift the page. */
export const loadCase = async (client: QueryClient, id: number): Promise<void> => {
  const deadlines = client.prefetchQuery(deadlinesQueryOptions(id))
  await client.prefetchQuery(caseQueryOptions(id))
  const one = client.getQueryData(caseQueryOptions(id).queryKey)
  const other = one && otherInstance(one)
  await Promise.all([
    other && client.prefetchQuery(caseQueryOptions(other.id)),
    one && !isDemo(one) && client.prefetchQuery(refreshQueryOptions(id)),
  ])
  if (one?.stage === 1) await deadlines
}

/** Marks the case as seen, so that lists no longer show it as changed. Failures are ignored. */
export const rememberVisit = async (client: QueryClient, id: number): Promise<void> => {
  try {
    await request(caseVisit, `cases/${id}/visit/`, { method: 'PUT', isAct: false })
  } catch {
    return
  }
  const lists = client.getQueriesData<CaseList>({ queryKey: ['cases'] })
  const isMarked = lists.some(([, list]) => list?.results.some(row => row.id === id && row.changed_since !== null))
  if (isMarked) markOwn(client, new Map([[id, { changed_since: null }]]))
}

export const linkCandidatesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['case-links', id],
    queryFn: get(linkCandidates, `cases/${id}/links/`),
    meta: { quiet: true },
  })

/** Decides whether two cases are one matter; null revokes the decision. Queries about both cases are invalidated. */
export const decideLink = async (
  client: QueryClient,
  id: number,
  other: number,
  is_same: boolean | null,
): Promise<void> => {
  const answer = await request(linkCandidates, `cases/${id}/links/${other}/`, { method: 'PUT', body: { is_same } })
  client.setQueryData(linkCandidatesQueryOptions(id).queryKey, answer)
  await invalidateKeys(client, [
    ['case', id],
    ['case', other],
    ['case-links', other],
  ])
}

/** Polls the progress of rereading a case from its court's site. */
const refreshPollMs = 2_000
export const refreshQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['case-refresh', id],
    queryFn: ({ signal }) => request(caseRefresh, `cases/${id}/refresh/`, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? refreshPollMs : false),
    meta: { quiet: true },
  })

/** Idempotent: a card already in the queue is not queued again. */
export const askRefresh = (id: number): Promise<CaseRefresh> =>
  request(caseRefresh, `cases/${id}/refresh/`, { method: 'POST' })

/** Calls about texts of decisions. A text stays unchanged while it is open, so its hits stay valid. */
const unchanging = 10 * 60_000

export const textHitsQueryOptions = (id: number, query: WireRecord) =>
  queryOptions({
    queryKey: ['text-hits', id, query],
    staleTime: unchanging,
    queryFn: get(textHits, `cases/${id}/text/hits/`, query),
    meta: { quiet: true },
  })

export const similarTextsQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['similar-texts', id],
    staleTime: unchanging,
    queryFn: get(similarTexts, `cases/${id}/similar/`),
    meta: { quiet: true },
  })

export const textFileAddress = (id: number): string => `/api/v1/cases/${id}/text/file/`

/** Evidence packages are downloaded by the browser with its cookie; the list of issued ones is a separate call. */
export const evidenceAddress = (id: number, entry?: number): string =>
  `/api/v1/cases/${id}/evidence/${entry === undefined ? '' : `?entry=${entry}`}`
export const verifierAddress = '/api/v1/evidence/verifier/'
const packagePollMs = 3_000
export const evidencePackagesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['evidence-packages', id],
    queryFn: get(evidencePackages, `cases/${id}/evidence/packages/`),
    // A package just requested is still being built.
    refetchInterval: packagePollMs,
    meta: { quiet: true },
  })

/** A stored page, for a sandboxed frame. */
export const keptPageAddress = (id: number, hash: string): string => `/api/v1/cases/${id}/pages/${hash}/`

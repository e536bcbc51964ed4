import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type UnfoundWatched,
  unfoundWatched,
  type unfoundWatchRequest,
  type WatchDecision,
  type WatchRow,
  watchAdded,
  watchDecided,
  watchList,
  watchRemoved,
  type watchRowsGiven,
  watchSummary,
} from '#shared/api/set-watch.ts'
import { get, request, requestSentence } from './client.ts'

/** Calls about watch lists of sets (decision 0105). */
const listPath = (set: number): string => `sets/${set}/watch/`
const searchedEvery = 5_000
type Asked = { state: { data?: { summary: { searching: number } } | undefined } }
/** Polled while rows are being searched. */
const refetchInterval = ({ state }: Asked): number | false =>
  (state.data?.summary.searching ?? 0) > 0 ? searchedEvery : false

export const watchedOnPage = 20
export const watchQueryOptions = (set: number, page: number, state?: WatchRow['state']) =>
  queryOptions({
    queryKey: ['sets', set, 'watch', page, state],
    queryFn: get(watchList, listPath(set), {
      page: String(page),
      size: String(watchedOnPage),
      ...(state !== undefined && { state }),
    }),
    refetchInterval,
  })
/** For the number on the tab. */
export const watchSummaryQueryOptions = (set: number) =>
  queryOptions({
    queryKey: ['sets', set, 'watch', 'summary'],
    queryFn: get(watchList, listPath(set), { size: '1' }),
    meta: { quiet: true },
  })

export type WatchedLine = z.input<typeof watchRowsGiven>['rows'][number]
export const watchLines = (set: number, rows: readonly WatchedLine[]) =>
  request(watchAdded, listPath(set), { method: 'POST', body: { rows } })
export const unwatchRows = (set: number, rows: readonly number[]) =>
  request(watchRemoved, `${listPath(set)}remove/`, { method: 'POST', body: { rows } })
export const rewatchRows = (set: number, rows: readonly number[]) =>
  request(watchSummary, `${listPath(set)}restore/`, { method: 'POST', body: { rows } })
/** `undo` of the answer reverses the decisions. */
export const decideWatched = (set: number, decisions: readonly WatchDecision[]) =>
  request(watchDecided, `${listPath(set)}cases/`, { method: 'PATCH', body: { decisions } })
export const keepWatching = (set: number) => request(watchSummary, `${listPath(set)}keep/`, { method: 'POST' })

type UnfoundAsked = z.input<typeof unfoundWatchRequest>
/** With `preview` the answer tells what rows would become. */
export const watchUnfound = (set: number, body: UnfoundAsked): Promise<UnfoundWatched> =>
  request(unfoundWatched, `sets/${set}/unfound/watch/`, { method: 'POST', body })
export const unfoundWatchQueryOptions = (set: number, asked: Omit<UnfoundAsked, 'preview'>) =>
  queryOptions({
    queryKey: ['sets', set, 'unfound', 'watch', asked],
    queryFn: () => watchUnfound(set, { ...asked, preview: true }),
  })
export const unwatchUnfound = (set: number, undo: NonNullable<UnfoundWatched['undo']>): Promise<string> =>
  requestSentence(`sets/${set}/unfound/unwatch/`, { method: 'POST', body: undo })

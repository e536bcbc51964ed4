import { queryOptions } from '@tanstack/react-query'
import { type SimilarTexts, similarTexts, type TextHits, textHits } from '#shared/api/cases.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { request } from './client.ts'

/** Calls about the texts of decisions. A text does not change under its reader: what was found in it stays found. */
const unchanging = 10 * 60_000

export const textHitsQueryOptions = (id: number, query: WireRecord) =>
  queryOptions({
    queryKey: ['text-hits', id, query],
    staleTime: unchanging,
    queryFn: ({ signal }): Promise<TextHits> => request(textHits, `cases/${id}/text/hits/`, { query, signal }),
    meta: { quiet: true },
  })

export const similarTextsQueryOptions = (id: number) =>
  queryOptions({
    queryKey: ['similar-texts', id],
    staleTime: unchanging,
    queryFn: ({ signal }): Promise<SimilarTexts> => request(similarTexts, `cases/${id}/similar/`, { signal }),
    meta: { quiet: true },
  })

/** The text as a file; the browser downloads it with its cookie. */
export const textFileAddress = (id: number): string => `/api/v1/cases/${id}/text/file/`

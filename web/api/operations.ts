import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { captchaAnswer, captchaList, courtCheckList } from '#shared/api/collecting.ts'
import { debugStats } from '#shared/api/debug.ts'
import { get, remove, request, validated } from './client.ts'

const often = 15_000
export const debugQueryOptions = queryOptions({
  queryKey: ['debug'],
  queryFn: get(debugStats, 'debug/'),
  refetchInterval: often,
})

export const courtsOnPage = 20
export const courtChecksQueryOptions = (only: 'flagged' | 'all', page: number) =>
  queryOptions({
    queryKey: ['court-checks', only, page],
    queryFn: get(courtCheckList, 'coverage/courts/', { only, page: String(page), size: String(courtsOnPage) }),
  })
/** Somebody has looked at the unknown wording. */
export const deleteCourtNotes = (courtId: number): Promise<void> => remove(`coverage/courts/${courtId}/notes/`)

const soon = 5_000
export const captchasQueryOptions = queryOptions({
  queryKey: ['captchas'],
  queryFn: get(captchaList, 'captchas/'),
  refetchInterval: soon,
})
export const answerCaptcha = async (id: number, answer: string): Promise<unknown> =>
  request(z.unknown(), `captchas/${id}/`, { method: 'POST', body: validated(captchaAnswer, { answer }) })
export const changeCaptcha = (id: number): Promise<void> => remove(`captchas/${id}/`)

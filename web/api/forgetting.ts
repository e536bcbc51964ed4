import { queryOptions } from '@tanstack/react-query'
import { forgettingDecisions, forgettingMade, forgettingPreview, forgettingRegister } from '#shared/api/forgetting.ts'
import type { ForgettingGrounds } from '#shared/domain/forgetting.ts'
import { get, request, requestSentence } from './client.ts'

export const forgettingPreviewOptions = (person: number) =>
  queryOptions({
    queryKey: ['forgetting', 'preview', person],
    queryFn: get(forgettingPreview, `defendants/${person}/forgetting/`),
  })
type AskedFor = { cases: readonly number[]; grounds: ForgettingGrounds; reason: string; until: string | null }
/** Returns the id of the decision. */
export const forgetPerson = async (person: number, body: AskedFor): Promise<number> =>
  (await request(forgettingMade, `defendants/${person}/forgetting/`, { method: 'POST', body })).id

export const forgettingRegisterOptions = queryOptions({
  queryKey: ['forgetting', 'register'],
  queryFn: get(forgettingRegister, 'forgetting/'),
})
export const decisionsOnPage = 20
export const forgettingDecisionsOptions = (page: number) =>
  queryOptions({
    queryKey: ['forgetting', 'decisions', page],
    queryFn: get(forgettingDecisions, 'forgetting/decisions/', { page: String(page), size: String(decisionsOnPage) }),
  })
export const undoForgetting = (id: number): Promise<string> =>
  requestSentence(`forgetting/${id}/undo/`, { method: 'POST' })

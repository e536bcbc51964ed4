import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  approveRequest,
  auditList,
  changePasswordRequest,
  type managedAccount,
  managedAccountChange,
  managedAccountList,
  newToken,
  newTokenRequest,
  type ownSession,
  ownSessionList,
  type ownToken,
  ownTokenList,
  type pendingAccount,
  pendingAccountList,
  registerRequest,
} from '#shared/api/accounts.ts'
import { maxPageSize } from '#shared/domain/limits.ts'
import { get, remove, request, validated } from './client.ts'

const done = z.object({ detail: z.string() })
const whole = { size: String(maxPageSize) }

export type PendingAccount = z.infer<typeof pendingAccount>
export type ManagedAccount = z.infer<typeof managedAccount>
export type OwnSession = z.infer<typeof ownSession>
export type OwnToken = z.infer<typeof ownToken>
export type NewToken = z.infer<typeof newToken>

/** Answers what comes next, a letter included, as a sentence. */
export const register = async (values: z.input<typeof registerRequest>): Promise<string> => {
  const body = validated(registerRequest, values)
  return (await request(done, 'users/register/', { method: 'POST', body, guest: true })).detail
}

export const pendingQueryOptions = queryOptions({
  queryKey: ['accounts', 'pending'],
  queryFn: get(pendingAccountList, 'users/pending/', whole),
})
/** Answers what has come of it, a letter to the person included, as a sentence. */
export const decide = async (values: z.input<typeof approveRequest>): Promise<string> => {
  const body = validated(approveRequest, values)
  return (await request(done, 'users/approve/', { method: 'POST', body })).detail
}

export const accountsQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['accounts', 'all', page],
    queryFn: get(managedAccountList, 'users/', { page: String(page), size: String(accountsOnPage) }),
  })
export const accountsOnPage = 50
/** The change says how things are to be, so that saying it twice does no harm. */
export const changeAccount = async (id: number, change: z.input<typeof managedAccountChange>): Promise<void> => {
  const body = validated(managedAccountChange, change)
  await request(z.unknown(), `users/${id}/`, { method: 'PATCH', body, repeatable: true })
}

export const changePassword = async (values: z.input<typeof changePasswordRequest>): Promise<void> => {
  const body = validated(changePasswordRequest, values)
  await request(done, 'users/change-password/', { method: 'PATCH', body })
}

export const sessionsQueryOptions = queryOptions({
  queryKey: ['own', 'sessions'],
  queryFn: get(ownSessionList, 'users/me/sessions/', whole),
})
export const endSession = (id: number): Promise<void> => remove(`users/me/sessions/${id}/`)
export const endSessions = ({ keepCurrent }: { keepCurrent: boolean }): Promise<void> =>
  remove('users/me/sessions/', keepCurrent ? { query: { keep_current: 'true' } } : {})

export const tokensQueryOptions = queryOptions({
  queryKey: ['own', 'tokens'],
  queryFn: get(ownTokenList, 'users/me/tokens/', whole),
})
export const createToken = async (values: z.input<typeof newTokenRequest>): Promise<NewToken> => {
  const body = validated(newTokenRequest, values)
  return request(newToken, 'users/me/tokens/', { method: 'POST', body })
}
export const revokeToken = (id: number): Promise<void> => remove(`users/me/tokens/${id}/`)

export const entriesOnPage = 50
export const auditQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['audit', page],
    queryFn: get(auditList, 'audit/', { page: String(page), size: String(entriesOnPage) }),
  })

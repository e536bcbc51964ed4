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
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorConfirmed,
  secondFactorDisable,
  secondFactorStart,
  secondFactorState,
} from '#shared/api/accounts.ts'
import { maxPageSize } from '#shared/domain/limits.ts'
import { get, remove, request, requestSentence, validated } from './client.ts'

const whole = { size: String(maxPageSize) }

export type PendingAccount = z.infer<typeof pendingAccount>
export type ManagedAccount = z.infer<typeof managedAccount>
export type OwnSession = z.infer<typeof ownSession>
export type OwnToken = z.infer<typeof ownToken>
export type NewToken = z.infer<typeof newToken>

export const register = async (values: z.input<typeof registerRequest>): Promise<string> =>
  requestSentence('users/register/', { method: 'POST', body: validated(registerRequest, values), guest: true })

export const pendingQueryOptions = queryOptions({
  queryKey: ['accounts', 'pending'],
  queryFn: get(pendingAccountList, 'users/pending/', whole),
})
export const decideRegistration = async (values: z.input<typeof approveRequest>): Promise<string> =>
  requestSentence('users/approve/', { method: 'POST', body: validated(approveRequest, values) })

export const accountsQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['accounts', 'all', page],
    queryFn: get(managedAccountList, 'users/', { page: String(page), size: String(accountsOnPage) }),
  })
export const accountsOnPage = 50
export const changeAccount = async (id: number, change: z.input<typeof managedAccountChange>): Promise<void> => {
  const body = validated(managedAccountChange, change)
  await request(z.unknown(), `users/${id}/`, { method: 'PATCH', body })
}

export const changePassword = async (values: z.input<typeof changePasswordRequest>): Promise<string> =>
  requestSentence('users/change-password/', { method: 'PATCH', body: validated(changePasswordRequest, values) })

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
export const createToken = async (values: z.input<typeof newTokenRequest>): Promise<NewToken> =>
  request(newToken, 'users/me/tokens/', { method: 'POST', body: validated(newTokenRequest, values) })
export const revokeToken = (id: number): Promise<void> => remove(`users/me/tokens/${id}/`)

export const secondFactorQueryOptions = queryOptions({
  queryKey: ['own', 'second-factor'],
  queryFn: get(secondFactorState, 'users/me/second-factor/'),
})
const toSecondFactor = <T extends z.ZodType>(answer: T, act: '' | 'confirm/' | 'disable/', body: unknown) =>
  request(answer, `users/me/second-factor/${act}`, { method: 'POST', body })
export const beginEnabling = (values: z.input<typeof secondFactorBegin>) =>
  toSecondFactor(secondFactorStart, '', validated(secondFactorBegin, values))
export const confirmEnabling = (values: z.input<typeof secondFactorConfirm>) =>
  toSecondFactor(secondFactorConfirmed, 'confirm/', validated(secondFactorConfirm, values))
export const turnOffSecondFactor = (values: z.input<typeof secondFactorDisable>) =>
  toSecondFactor(z.unknown(), 'disable/', validated(secondFactorDisable, values))

export const entriesOnPage = 50
export const auditQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['audit', page],
    queryFn: get(auditList, 'audit/', { page: String(page), size: String(entriesOnPage) }),
  })

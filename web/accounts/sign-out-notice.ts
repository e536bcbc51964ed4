import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clearCachedAnswers, switchToGuest } from '../api/session.ts'

/** Why a person must sign in again; kept in the history entry, never in the address. */
type SignOutNotice = keyof typeof signOutNotices
export const signOutNotices = {
  'session-over': 'Сеанс закончился. Войдите снова — вы вернётесь туда, где были.',
  'password-changed': 'Пароль изменён, все сеансы завершены. Войдите с новым паролем.',
  'left-everywhere': 'Вы вышли на всех устройствах.',
} as const

declare module '@tanstack/react-router' {
  interface HistoryState {
    signOutNotice?: SignOutNotice
  }
}

export const useSignOut = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (signOutNotice?: SignOutNotice): Promise<void> => {
    switchToGuest(client)
    await navigate({ to: '/login', ...(signOutNotice && { state: { signOutNotice } }) })
    clearCachedAnswers(client)
  }
}

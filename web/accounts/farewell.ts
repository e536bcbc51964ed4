import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { becomeGuest, forgetAnswers } from '../api/session.ts'

/** Why the person is at the door; it travels with the entry of the browser's history, never in the address. */
export type Farewell = keyof typeof farewells
export const farewells = {
  'session-over': 'Сеанс закончился. Войдите снова — вы вернётесь туда, где были.',
  'password-changed': 'Пароль изменён, все сеансы завершены. Войдите с новым паролем.',
  'left-everywhere': 'Вы вышли на всех устройствах.',
} as const

declare module '@tanstack/react-router' {
  interface HistoryState {
    farewell?: Farewell
  }
}

/** The session is over by the person's own will: on to the door, and nothing of what was seen stays behind. */
export const useFarewell = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (farewell?: Farewell): Promise<void> => {
    becomeGuest(client)
    await navigate({ to: '/login', ...(farewell && { state: { farewell } }) })
    forgetAnswers(client)
  }
}

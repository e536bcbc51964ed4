import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Holder, hasRight, type Right } from '#shared/domain/permissions.ts'
import { clearCachedAnswers, logOut, switchToGuest } from '../api/session.ts'
import { clearRememberedQuery } from '../filters/remembered.ts'
import { useAct } from '../filters/use-act.ts'

/** The user's menu. `admin`: for superusers only; `right`: requires that right. */
type UserMenuItem = { to: string; label: string; admin: boolean; right?: Right }
const userMenuItems = [
  { to: '/data', label: 'Таблица', admin: false },
  { to: '/exports', label: 'Мои выгрузки', admin: false },
  { to: '/changepassword', label: 'Сменить пароль', admin: false },
  { to: '/sessions', label: 'Сеансы и ключи', admin: false },
  { to: '/loadtags', label: 'Метки', admin: false, right: 'tag_editor' },
  { to: '/approve', label: 'Учётные записи', admin: true },
  { to: '/people', label: 'Возможные дубли лиц', admin: true },
  { to: '/forgetting', label: 'Удаление имён', admin: true },
  { to: '/audit', label: 'Журнал', admin: true },
  { to: '/captcha', label: 'Проверочные коды', admin: true },
  { to: '/debug', label: 'Отладка', admin: true },
] as const satisfies readonly UserMenuItem[]

export const menuOf = (user: Holder) =>
  userMenuItems.filter(
    (item: UserMenuItem) => (!item.admin || user.is_superuser) && (!item.right || hasRight(user, item.right)),
  )

export const useSigningOut = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useAct(logOut, {
    onDone: async () => {
      switchToGuest(client)
      await navigate({ to: '/login' })
      clearCachedAnswers(client)
      clearRememberedQuery()
    },
  })
}

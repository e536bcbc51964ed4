import { type Holder, hasRight, type Right } from '#shared/domain/permissions.ts'

/** The main menu (§2), in its order; what works stands here. `within`: addresses that belong to the item. */
export const menuItems = [
  { to: '/', label: 'Дела', within: /^\/($|cases(\/|$))/ },
  { to: '/favorites', label: 'Избранное', within: /^\/favorites(\/|$)/ },
  { to: '/defendants', label: 'Лица', within: /^\/defendants(\/|$)/ },
  { to: '/presets', label: 'Наборы фильтров', within: /^\/presets(\/|$)/ },
  { to: '/subscriptions', label: 'Подписки', within: /^\/subscriptions(\/|$)/ },
] as const

/** The person's own menu, under the look of the page. `admin`: for superusers only; `right`: for those who have it. */
type UserMenuItem = { to: string; label: string; admin: boolean; right?: Right }
const userMenuItems = [
  { to: '/data', label: 'Данные', admin: false },
  { to: '/exports', label: 'Мои выгрузки', admin: false },
  { to: '/changepassword', label: 'Сменить пароль', admin: false },
  { to: '/sessions', label: 'Сеансы и ключи', admin: false },
  { to: '/loadtags', label: 'Метки', admin: false, right: 'tag_editor' },
  { to: '/approve', label: 'Учётные записи', admin: true },
  { to: '/people', label: 'Возможные дубли лиц', admin: true },
  { to: '/audit', label: 'Журнал', admin: true },
  { to: '/captcha', label: 'Проверочные коды', admin: true },
  { to: '/debug', label: 'Отладка', admin: true },
] as const satisfies readonly UserMenuItem[]

export const menuOf = (user: Holder) =>
  userMenuItems.filter(
    (item: UserMenuItem) => (!item.admin || user.is_superuser) && (!item.right || hasRight(user, item.right)),
  )

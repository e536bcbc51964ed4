import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { UnreadNumber } from '../filters/told.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { MenuBlock, MenuCaption, MenuRule, menuItemClass } from '../ui/menu.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { type ThemeChoice, useThemeChoice } from '../ui/theme.tsx'
import styles from './header.module.css'
import { currentIf, menuItems, OutsideItems, usePath } from './menu-items.tsx'
import { menuOf, useSigningOut } from './own-menu.ts'

const themes: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'auto', label: 'Как в системе' },
  { value: 'light', label: 'Светлое' },
  { value: 'dark', label: 'Тёмное' },
]

/** The menu under the user's name; on a narrow screen with the pages too. */
type Props = { user: CurrentUser; isNarrow: boolean; onClose: () => void }
export const UserMenuPanel = ({ user, isNarrow, onClose }: Props) => {
  const path = usePath()
  const { choice, choose } = useThemeChoice()
  const leaving = useSigningOut()
  return (
    <>
      {!isNarrow && (
        <div className={styles.outside}>
          <OutsideItems className={menuItemClass} />
          <MenuRule />
        </div>
      )}
      {isNarrow && (
        <>
          <MenuCaption>{user.username}</MenuCaption>
          <nav aria-label="Главное меню">
            {menuItems.map(item => (
              <Link
                key={item.to}
                to={item.to}
                className={menuItemClass}
                aria-current={currentIf(item.to, path)}
                onClick={onClose}
              >
                {item.label}
                {item.to === '/today' && <UnreadNumber />}
              </Link>
            ))}
            <OutsideItems className={menuItemClass} />
          </nav>
          <MenuRule />
        </>
      )}
      <MenuCaption>Оформление</MenuCaption>
      <MenuBlock>
        <Segmented label="Оформление" options={themes} value={choice} onChange={choose} fill />
      </MenuBlock>
      <MenuRule />
      {menuOf(user).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={menuItemClass}
          aria-current={path === to ? 'page' : undefined}
          onClick={onClose}
        >
          {label}
        </Link>
      ))}
      <MenuRule />
      <button
        type="button"
        className={menuItemClass}
        disabled={leaving.isPending}
        onClick={() => {
          onClose()
          leaving.mutate()
        }}
      >
        <LateIcon name="exit" />
        Выйти
      </button>
    </>
  )
}

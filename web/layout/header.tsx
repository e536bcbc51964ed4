import { useIsFetching } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { Icon, Logo } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { Menu } from '../ui/menu.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import styles from './header.module.css'
import { currentIf, menuItems, OutsideItems, usePath } from './menu-items.tsx'

const UserMenuPanel = lazyPart(() => import('./user-menu-panel.tsx'), 'UserMenuPanel')
const UnreadNumber = lazyPart(() => import('../filters/told.tsx'), 'UnreadNumber')

type Props = { user: CurrentUser | null; onHelp: () => void; onSearch: () => void }
export const AppHeader = ({ user, onHelp, onSearch }: Props) => {
  const isNarrow = useMedia(narrow)
  return (
    <header className={`screen-only ${styles.head}`}>
      <div className={`wrap ${styles.inner}`}>
        <Link to="/" className={`brand ${styles.brand}`}>
          <Logo />
          Судмонитор
        </Link>
        {user && !isNarrow && <MainMenu />}
        <span className={styles.between}>{user && <SearchButton onClick={onSearch} />}</span>
        {user && (
          <button
            type="button"
            className={styles.help}
            aria-haspopup="dialog"
            aria-label="Справка и клавиши"
            onClick={onHelp}
          >
            ?
          </button>
        )}
        {user && <UserMenu user={user} isNarrow={isNarrow} />}
      </div>
      <Progress />
    </header>
  )
}

const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onClick}>
    <Icon name="search" />
    <span className={styles.searchWords}>
      <span className="sr">Поиск: </span>Имя, номер, статья или фраза
    </span>
    <span className={styles.searchWord} aria-hidden="true">
      Найти
    </span>
    <kbd>Ctrl K</kbd>
  </button>
)

const MainMenu = () => {
  const path = usePath()
  return (
    <nav className={styles.nav} aria-label="Главное меню">
      {menuItems.map(item => (
        <Link key={item.to} to={item.to} aria-current={currentIf(item.to, path)}>
          {item.label}
          {item.to === '/today' && <UnreadNumber />}
        </Link>
      ))}
      <OutsideItems />
    </nav>
  )
}

const UserMenu = ({ user, isNarrow }: { user: CurrentUser; isNarrow: boolean }) => (
  <div className={styles.user}>
    <Menu
      target={button => (
        <button type="button" className={styles.userButton} aria-label={`Меню, ${user.username}`} {...button}>
          {isNarrow ? (
            <>
              <Icon name="menu" />
              Меню
            </>
          ) : (
            <>
              <Icon name="user" />
              <span className={`clip ${styles.name}`}>{user.username}</span>
              <Icon name="down" />
            </>
          )}
        </button>
      )}
    >
      {close => (
        <UserMenuPanel
          fallback={<div className={styles.room} aria-busy="true" />}
          user={user}
          isNarrow={isNarrow}
          onClose={close}
        />
      )}
    </Menu>
    {user.must_enable_second_factor || <UnreadNumber follows />}
    {isNarrow && (
      <span className={styles.onMenu} aria-hidden="true">
        <UnreadNumber />
      </span>
    )}
  </div>
)

const Progress = () => {
  const asking = useIsFetching({ predicate: query => query.meta?.quiet !== true })
  const moving = useRouterState({ select: state => state.status === 'pending' })
  return <ProgressLine active={asking > 0 || moving} />
}

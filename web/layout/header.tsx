import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { type Holder, hasRight, type Right } from '#shared/domain/permissions.ts'
import { releaseQueryOptions } from '../api/release.ts'
import { becomeGuest, forgetAnswers, logOut } from '../api/session.ts'
import { forgetQuery } from '../filters/remembered.ts'
import { useAct } from '../filters/use-act.ts'
import { Icon, Logo } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { Menu, MenuBlock, MenuCaption, MenuRule, menuItemClass } from '../ui/menu.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { type ThemeChoice, useThemeChoice } from '../ui/theme.tsx'
import styles from './header.module.css'

const UnreadNumber = lazyPart(() => import('../filters/told.tsx'), 'UnreadNumber')

export const AppHeader = ({ user, onHelp }: { user: CurrentUser | null; onHelp: () => void }) => {
  const isNarrow = useMedia(narrow)
  return (
    <header className={`screen-only ${styles.head}`}>
      <div className={`wrap ${styles.inner}`}>
        <Link to="/" className={`brand ${styles.brand}`}>
          <Logo />
          Судмонитор
        </Link>
        {user && !isNarrow && <MainMenu />}
        <span className="grow" />
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

const usePath = (): string => useRouterState({ select: state => state.location.pathname })

const OutsideItems = ({ className }: { className?: string | undefined }) => {
  const { data } = useQuery(releaseQueryOptions)
  const links = data?.links
  return [
    { href: links?.manual, label: 'Руководство' },
    { href: links?.suggest_article, label: 'Предложить статью' },
  ].map(
    ({ href, label }) =>
      href && (
        <a key={label} href={href} className={className} target="_blank" rel="noreferrer" data-out>
          {label}
          <span className="sr">, в новой вкладке</span>
          <Icon name="out" size={12} />
        </a>
      ),
  )
}

const MainMenu = () => {
  const path = usePath()
  return (
    <nav className={styles.nav} aria-label="Главное меню">
      {menuItems.map(item => (
        <Link key={item.to} to={item.to} aria-current={item.within.test(path) ? 'page' : undefined}>
          {item.label}
          {item.to === '/today' && <UnreadNumber />}
        </Link>
      ))}
      <OutsideItems />
    </nav>
  )
}

const themes: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'auto', label: 'Как в системе' },
  { value: 'light', label: 'Светлое' },
  { value: 'dark', label: 'Тёмное' },
]

const UserMenu = ({ user, isNarrow }: { user: CurrentUser; isNarrow: boolean }) => {
  const path = usePath()
  const { choice, choose } = useThemeChoice()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leaving = useAct(logOut, {
    onDone: async () => {
      becomeGuest(client)
      await navigate({ to: '/login' })
      forgetAnswers(client)
      forgetQuery()
    },
  })
  return (
    <div className={styles.user}>
      <Menu
        target={button => (
          <button type="button" className={styles.userButton} aria-label={`Меню, ${user.username}`} {...button}>
            {isNarrow ? (
              <Icon name="menu" />
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
                      aria-current={item.within.test(path) ? 'page' : undefined}
                      onClick={close}
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
                onClick={close}
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
                close()
                leaving.mutate()
              }}
            >
              <Icon name="exit" />
              Выйти
            </button>
          </>
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
}

const Progress = () => {
  const asking = useIsFetching({ predicate: query => query.meta?.quiet !== true })
  const moving = useRouterState({ select: state => state.status === 'pending' })
  return <ProgressLine active={asking > 0 || moving} />
}

const menuItems = [
  { to: '/today', label: 'Сегодня', within: /^\/today(\/|$)/ },
  { to: '/', label: 'Дела', within: /^\/($|cases(\/|$))/ },
  { to: '/favorites', label: 'Избранное', within: /^\/favorites(\/|$)/ },
  { to: '/defendants', label: 'Лица', within: /^\/defendants(\/|$)/ },
  { to: '/presets', label: 'Наборы фильтров', within: /^\/presets(\/|$)/ },
  { to: '/subscriptions', label: 'Подписки', within: /^\/subscriptions(\/|$)/ },
] as const

/** The person's own menu, under the look of the page. `admin`: for superusers only; `right`: for those who have it. */
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

const menuOf = (user: Holder) =>
  userMenuItems.filter(
    (item: UserMenuItem) => (!item.admin || user.is_superuser) && (!item.right || hasRight(user, item.right)),
  )

/** The chapter of the manual that a page's «?» opens; the first where none is about the page. */
const about: readonly (readonly [page: RegExp, chapter: string])[] = [
  [/^\/cases\/text\//, 'text'],
  [/^\/cases\//, 'case'],
  [/^\/$/, 'cases'],
  [/^\/favorites/, 'favourites'],
  [/^\/defendants/, 'people'],
  [/^\/presets/, 'presets'],
  [/^\/exports/, 'exports'],
  [/^\/subscriptions/, 'subscriptions'],
  [/^\/stats/, 'stats'],
  [/^\/data/, 'data'],
  [/^\/loadtags/, 'tags'],
  [/^\/(changepassword|sessions)/, 'account'],
  [/^\/(approve|people|forgetting|audit|captcha|debug|courts)/, 'admin'],
]
export const chapterAbout = (path: string): string => about.find(([page]) => page.test(path))?.[1] ?? 'begin'

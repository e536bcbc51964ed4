import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { releaseQueryOptions } from '../api/release.ts'
import { Icon } from '../ui/icon.tsx'

/** Pages in the header. */
export const menuItems = [
  { to: '/today', label: 'Сегодня' },
  { to: '/', label: 'Дела' },
  { to: '/favorites', label: 'Избранное' },
  { to: '/sets', label: 'Подборки' },
  { to: '/defendants', label: 'Лица' },
  { to: '/presets', label: 'Наборы фильтров' },
  { to: '/subscriptions', label: 'Подписки' },
] as const
/** «page» on the page of the item and its subpages; a case belongs to the list of cases. */
export const currentIf = (to: string, path: string): 'page' | undefined =>
  path === to || path.startsWith(`${to === '/' ? '/cases' : to}/`) ? 'page' : undefined

export const usePath = (): string => useRouterState({ select: state => state.location.pathname })

export const OutsideItems = ({ className }: { className?: string | undefined }) => {
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

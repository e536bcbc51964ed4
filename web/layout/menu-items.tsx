import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { releaseQueryOptions } from '../api/release.ts'
import { Icon } from '../ui/icon.tsx'

/** Pages that the head names. */
export const menuItems = [
  { to: '/today', label: 'Сегодня', within: /^\/today(\/|$)/ },
  { to: '/', label: 'Дела', within: /^\/($|cases(\/|$))/ },
  { to: '/favorites', label: 'Избранное', within: /^\/favorites(\/|$)/ },
  { to: '/defendants', label: 'Лица', within: /^\/defendants(\/|$)/ },
  { to: '/presets', label: 'Наборы фильтров', within: /^\/presets(\/|$)/ },
  { to: '/subscriptions', label: 'Подписки', within: /^\/subscriptions(\/|$)/ },
] as const

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

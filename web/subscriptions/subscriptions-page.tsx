import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { counted } from '#shared/domain/wording.ts'
import { subscriptionsQueryOptions } from '../api/subscriptions.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { CollectionPage, EmptyCollection } from '../ui/collection-page.tsx'
import rows from '../ui/rows.module.css'
import { SubscriptionCard } from './subscription-card.tsx'
import styles from './subscriptions-page.module.css'

export const SubscriptionsPage = () => {
  const list = useQuery(subscriptionsQueryOptions)
  const { data } = list
  const isFilled = data !== undefined && data.count > 0
  return (
    <CollectionPage title="Подписки" count={isFilled ? counted(data.count, subscriptionForms) : undefined}>
      {!data && <RetryAlert of={list} />}
      {data?.count === 0 && <NoSubscriptions />}
      {isFilled && <Cards subscriptions={data.results} />}
    </CollectionPage>
  )
}
const subscriptionForms = ['подписка', 'подписки', 'подписок'] as const

const Cards = ({ subscriptions }: { subscriptions: readonly Subscription[] }) => {
  const list = useRef<HTMLUListElement>(null)
  // A message links to the card of its subscription, which is rendered only now.
  useEffect(() => {
    const wanted = window.location.hash.slice(1)
    if (!/^\d+$/.test(wanted)) return
    const card = list.current?.querySelector<HTMLElement>(`[data-subscription="${wanted}"]`)
    card?.scrollIntoView({ block: 'start' })
    card?.focus({ preventScroll: true })
  }, [])
  return (
    <ul className={`${rows.rows} ${styles.rows}`} ref={list}>
      {subscriptions.map(subscription => (
        <li key={subscription.id} data-subscription={subscription.id} tabIndex={-1}>
          <SubscriptionCard subscription={subscription} />
        </li>
      ))}
    </ul>
  )
}

const NoSubscriptions = () => (
  <EmptyCollection title="Подписок пока нет">
    <p>
      Выберите фильтры в&nbsp;списке дел и&nbsp;нажмите «Подписаться», или «Следить» на&nbsp;странице дела или лица.
      До&nbsp;сохранения видно, сколько новостей пришло бы за&nbsp;последние 100&nbsp;дней.
    </p>
    <Link to="/" className={buttonClass()}>
      К списку дел
    </Link>
  </EmptyCollection>
)

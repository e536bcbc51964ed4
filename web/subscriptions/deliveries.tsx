import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeliveredMessage, SubscriptionHit } from '#shared/api/messages.ts'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { counted } from '#shared/domain/wording.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { deliveriesQueryOptions } from '../api/subscriptions.ts'
import { NotYet } from '../filters/load-failed.tsx'
import { LinkToCase } from '../filters/record-links.tsx'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import styles from './deliveries.module.css'
import { deliveryLine, deliverySign, hitLines, messageTitle, whyLine } from './subscription-wording.ts'
import type { ChangeSubscription } from './use-subscription-changes.ts'

type DeliveriesProps = { subscription: Subscription; onChange: ChangeSubscription }
export const Deliveries = ({ subscription, onChange }: DeliveriesProps) => {
  const [page, setPage] = useState(1)
  const told = useQuery(deliveriesQueryOptions(subscription.id, page))
  const { data, isPlaceholderData } = told
  const muted = new Set(subscription.muted.map(({ id }) => id))
  if (!data) return <NotYet of={told} />
  return (
    <>
      {subscription.muted.length > 0 && <Muted subscription={subscription} onChange={onChange} />}
      {data.count === 0 && <p className="quiet">Сообщений ещё не было.</p>}
      <ol className={styles.messages} aria-busy={isPlaceholderData}>
        {data.results.map(message => (
          <Message key={message.id} subscription={subscription} message={message} muted={muted} onChange={onChange} />
        ))}
      </ol>
      {(data.next !== null || page > 1) && (
        <p className="row">
          <Button busy={page === 1} onClick={() => setPage(page - 1)}>
            Новее
          </Button>
          <Button busy={data.next === null} onClick={() => setPage(page + 1)}>
            Старше
          </Button>
        </p>
      )}
    </>
  )
}

const moreForms = ['новость', 'новости', 'новостей'] as const
type Props = {
  subscription: Subscription
  message: DeliveredMessage
  muted: ReadonlySet<number>
  onChange: ChangeSubscription
}
const Message = ({ subscription, message, muted, onChange }: Props) => (
  <li>
    <div className={styles.head}>
      <h3 className="h4">{messageTitle(message)}</h3>
      <span className="quiet">{showMoment(message.due_at)}</span>
      {message.deliveries.map(delivery => (
        <Status key={delivery.channel} sign={deliverySign(delivery)} plain>
          {deliveryLine(delivery)}
        </Status>
      ))}
    </div>
    {message.days?.to && (
      <p>
        <Link
          to="/cases/changes"
          search={{ ...toWire(subscription.get_params), from: message.days.from, to: message.days.to }}
        >
          Что изменилось
        </Link>
      </p>
    )}
    {message.hits.length > 0 && (
      <ul className={styles.hits}>
        {message.hits.map(hit => (
          <Hit key={hit.id} hit={hit} isMuted={muted.has(hit.case.id)} onChange={onChange} />
        ))}
      </ul>
    )}
    {message.count > message.hits.length && (
      <p className="quiet">И ещё {counted(message.count - message.hits.length, moreForms)}.</p>
    )}
  </li>
)

const Hit = ({ hit, isMuted, onChange }: { hit: SubscriptionHit; isMuted: boolean; onChange: ChangeSubscription }) => {
  const { id, case_number, court, articles, defendants } = hit.case
  return (
    <li>
      <div>
        <p>
          <LinkToCase id={id}>{case_number}</LinkToCase>, {court.title}
        </p>
        <p className="quiet">
          {[articles.length > 0 && `ст.\u00a0${noBreak(articles.join(', '))}`, noBreak(defendants.join(', '))]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div>
        {hitLines(hit).map(line => (
          <p key={line}>{line}</p>
        ))}
        <p className="faint">
          {hit.missed && 'Найдено ночной проверкой. '}
          Почему: {whyLine(hit)}
        </p>
      </div>
      <Button
        look="bare"
        onClick={() =>
          isMuted
            ? onChange({ unmute: [id] }, `Дело ${case_number} снова в подписке.`)
            : onChange({ mute: [id] }, `О деле ${case_number} эта подписка больше не сообщит.`)
        }
        aria-label={`${isMuted ? 'Снова сообщать' : 'Заглушить'}: ${case_number}`}
      >
        {isMuted ? 'Снова сообщать' : 'Заглушить'}
      </Button>
    </li>
  )
}

const Muted = ({ subscription: { muted }, onChange }: { subscription: Subscription; onChange: ChangeSubscription }) => (
  <section className={styles.muted}>
    <h3 className="h4">Заглушённые дела</h3>
    <ul>
      {muted.map(({ id, case_number, court }) => (
        <li key={id}>
          <LinkToCase id={id}>{case_number}</LinkToCase>, {court}{' '}
          <Button
            look="link"
            onClick={() => onChange({ unmute: [id] }, `Дело ${case_number} снова в подписке.`)}
            aria-label={`Снова сообщать о деле ${case_number}`}
          >
            Снова сообщать
          </Button>
        </li>
      ))}
    </ul>
  </section>
)

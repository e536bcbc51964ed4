import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { presetLines } from '../filters/presets/use-presets.ts'
import { LinkToCase, LinkToPerson } from '../filters/record-links.tsx'
import { watchedOf } from '../filters/subscribing/subscription-draft.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { RefusableButton } from '../ui/refusable-button.tsx'
import { Status } from '../ui/status.tsx'
import styles from './subscription-card.module.css'
import { channelsLine, kindsLine, standingLine, undeliveredLine, whatLines, whenLine } from './subscription-wording.ts'
import { useSubscriptionChanges } from './use-subscription-changes.ts'

const SubscriptionForm = lazyPart(() => import('../filters/subscribing/subscription-form.tsx'), 'SubscriptionForm')
const Feeds = lazyPart(() => import('./feeds.tsx'), 'Feeds')
const WebhookPanel = lazyPart(() => import('./webhook.tsx'), 'WebhookPanel')
const Deliveries = lazyPart(() => import('./deliveries.tsx'), 'Deliveries')

const coming = <p className="quiet">Загружается…</p>
const parts = [
  { value: 'told', label: 'Последние сообщения' },
  { value: 'feeds', label: 'Ленты и календарь' },
  { value: 'webhook', label: 'Вебхук' },
] as const
type Part = (typeof parts)[number]['value']

export const SubscriptionCard = ({ subscription }: { subscription: Subscription }) => {
  const [edited, setEdited] = useState(false)
  const [doomed, setDoomed] = useState(false)
  const [opened, setOpened] = useState<Part>()
  const { change, remove, test, busy } = useSubscriptionChanges(subscription)
  const partId = useId()
  const { title, paused_at, asked_at, note, undelivered, channels, webhook } = subscription
  const watched = watchedOf(subscription)
  const isPaused = paused_at !== null
  return (
    <article className={styles.card} aria-label={title} data-paused={isPaused || undefined}>
      <div className={`small ${styles.what}`}>
        <h2 className="h3">
          <WatchedLink subscription={subscription} />
        </h2>
        <ul>
          {whatLines(subscription).map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {note && <p className="doubt">{note}</p>}
      </div>
      <div className={`small ${styles.how}`}>
        <p>
          {isPaused ? (
            <Status sign="none">Приостановлена {showMoment(paused_at)}</Status>
          ) : (
            <Status sign="next">{channelsLine(subscription)}</Status>
          )}
        </p>
        <p>{whenLine(subscription)}</p>
        <p>{kindsLine(subscription)}</p>
        <p className="quiet">{standingLine(subscription)}</p>
        {webhook?.off_at && (
          <p className="doubt">Вебхук выключен {showMoment(webhook.off_at)}: адрес не принимает сообщений</p>
        )}
        {undelivered > 0 && <p className="doubt">{undeliveredLine(subscription)}</p>}
      </div>
      <div className={`acts ${styles.acts}`}>
        {watched && (
          <Button onClick={() => setEdited(true)} aria-label={`Изменить: ${title}`}>
            Изменить
          </Button>
        )}
        <Button
          onClick={() =>
            change({ paused: !isPaused }, isPaused ? 'Подписка возобновлена.' : 'Подписка приостановлена.')
          }
          busy={busy}
          aria-label={`${isPaused ? 'Возобновить' : 'Приостановить'}: ${title}`}
        >
          {isPaused ? 'Возобновить' : 'Приостановить'}
        </Button>
        <RefusableButton
          refusal={channels.length === 0 && 'Проверять нечего: у подписки нет ни почты, ни чата, ни вебхука.'}
          onClick={test}
          busy={busy}
          title="Отправить проверочное сообщение"
          aria-label={`Проверить: ${title}`}
        >
          Проверить
        </RefusableButton>
        <Button look="bare" onClick={() => setDoomed(true)} aria-label={`Удалить: ${title}`}>
          Удалить
        </Button>
      </div>
      {asked_at !== null && (
        <p className={styles.question}>
          <span>Эта подписка ещё нужна? Без ответа она продолжит работать.</span>
          <Button onClick={() => change({ kept: true }, 'Подписка остаётся.')}>Оставить</Button>
        </p>
      )}
      <div className={`small ${styles.told}`}>
        <p className={`screen-only ${styles.doors}`}>
          {parts.map(({ value, label }) => (
            <Button
              key={value}
              look="link"
              aria-expanded={opened === value}
              aria-controls={partId}
              onClick={() => setOpened(opened === value ? undefined : value)}
            >
              {label}
            </Button>
          ))}
        </p>
        <div id={partId}>
          {opened === 'told' && <Deliveries fallback={coming} subscription={subscription} onChange={change} />}
          {opened === 'feeds' && <Feeds fallback={coming} subscription={subscription} />}
          {opened === 'webhook' && <WebhookPanel fallback={coming} subscription={subscription} />}
        </div>
      </div>
      {edited && watched && (
        <SubscriptionForm
          watched={watched}
          what={subscription.about === 'filters' ? presetLines(subscription) : whatLines(subscription).join(' · ')}
          subscription={subscription}
          onClose={() => setEdited(false)}
        />
      )}
      <Confirm
        opened={doomed}
        title="Удалить подписку?"
        act="Удалить"
        busy={busy}
        onAct={() => remove(() => setDoomed(false))}
        onClose={() => setDoomed(false)}
      >
        <p>«{title}» больше ни о чём не сообщит. То, что она собирала, тоже не придёт. Вернуть её будет нельзя.</p>
      </Confirm>
    </article>
  )
}

const WatchedLink = ({
  subscription: { title, about, get_params, case: one, person },
}: {
  subscription: Subscription
}) => {
  if (about === 'filters')
    return (
      <Link to="/" search={{ ...toWire(get_params), ordering: defaultOrdering }}>
        {title}
      </Link>
    )
  if (one) return <LinkToCase id={one.id}>{title}</LinkToCase>
  return person ? <LinkToPerson id={person.id}>{title}</LinkToPerson> : title
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Alarm, FeedLinks } from '#shared/api/other-programs.ts'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { feedQueryOptions, renewFeed, revokeFeed, withAlarms } from '../api/subscriptions.ts'
import { NotYet } from '../filters/load-failed.tsx'
import { AlarmChoice, OnlyFromHere, SecretAddress } from '../filters/subscribing/calendar-parts.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import styles from './card-part.module.css'

/** Feed addresses of a subscription: anybody with the address can read, until it is revoked or replaced. */
const addresses = [
  { key: 'atom', label: 'Лента новостей, Atom', hint: 'Для программ чтения лент.' },
  { key: 'rss', label: 'Лента новостей, RSS', hint: 'Для программ без поддержки Atom.' },
  {
    key: 'calendar',
    label: 'Календарь заседаний',
    hint: 'Добавьте её как «календарь по ссылке»: заседания переносятся и снимаются сами.',
  },
] as const satisfies readonly { key: keyof FeedLinks; label: string; hint: string }[]

type Props = { subscription: Pick<Subscription, 'id' | 'title' | 'sends'> }
export const Feeds = ({ subscription: { id, title, sends } }: Props) => {
  const client = useQueryClient()
  const { queryKey } = feedQueryOptions(id)
  const asking = useQuery(feedQueryOptions(id))
  const [asked, setAsked] = useState<'renew' | 'revoke'>()
  const [alarms, setAlarms] = useState<readonly Alarm[]>([])
  const changing = useAct((act: 'renew' | 'revoke') => (act === 'renew' ? renewFeed(id) : revokeFeed(id)), {
    done: (_, act) => (act === 'renew' ? 'Ссылки готовы.' : 'Ссылки отозваны: больше они не работают.'),
    onDone: feed => client.setQueryData(queryKey, before => before && { ...before, feed }),
    onSettled: () => setAsked(undefined),
  })
  if (!asking.data) return <NotYet of={asking} />
  const { feed, is_public } = asking.data
  return (
    <section className={styles.part} aria-label={`Ленты и календарь: ${title}`}>
      {sends === 'changes' && <p className="doubt">В ленту идут только новости: сводки изменений в ней не будет.</p>}
      {feed === null ? (
        <>
          <p className="quiet">
            Новости этой подписки могут читать другие программы, а заседания — ваш календарь. Ссылки секретные: кто их
            знает, тот видит дела подписки без входа.
          </p>
          <Button onClick={() => changing.mutate('renew')} busy={changing.isPending}>
            Создать ссылки
          </Button>
        </>
      ) : (
        <>
          {addresses.map(({ key, label, hint }) => (
            <SecretAddress
              key={key}
              label={label}
              value={key === 'calendar' ? withAlarms(feed.calendar, alarms) : feed[key]}
            >
              {hint}
            </SecretAddress>
          ))}
          <AlarmChoice alarms={alarms} onChange={setAlarms} />
          {is_public || <OnlyFromHere />}
          <p className="quiet">
            Созданы {showMoment(feed.created_at)}.{' '}
            {feed.read_at === null ? 'Ещё не открывали.' : `Последний раз открывали ${showMoment(feed.read_at)}.`} Кто
            знает ссылку, тот видит дела подписки без входа.
          </p>
          <div className="row">
            <Button onClick={() => setAsked('renew')}>Заменить</Button>
            <Button onClick={() => setAsked('revoke')}>Отозвать</Button>
          </div>
        </>
      )}
      <Confirm
        opened={asked !== undefined}
        title={asked === 'renew' ? 'Заменить ссылки?' : 'Отозвать ссылки?'}
        act={asked === 'renew' ? 'Заменить' : 'Отозвать'}
        busy={changing.isPending}
        onAct={() => asked && changing.mutate(asked)}
        onClose={() => setAsked(undefined)}
      >
        <p>
          Нынешние ссылки перестанут работать сразу: программы и календари, которые их читают, больше ничего не получат.
        </p>
      </Confirm>
    </section>
  )
}

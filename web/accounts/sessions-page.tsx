import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showMoment } from '#shared/domain/dates.ts'
import { endSession, endSessions, type OwnSession, sessionsQueryOptions } from '../api/accounts.ts'
import { ListState } from '../filters/load-failed.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { PagePart, PartedPage } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import { Status } from '../ui/status.tsx'
import styles from './account-page.module.css'
import { agentTitle } from './account-wording.ts'
import { useSignOut } from './sign-out-notice.ts'
import { TokenList } from './token-list.tsx'

export const SessionsPage = () => (
  <PartedPage
    title="Сеансы и ключи"
    lead="Где открыта ваша учётная запись. Незнакомый сеанс завершите и смените пароль."
  >
    <SessionList />
    <PagePart id="second-factor" title="Вход с кодом">
      <p className="prose">
        Кроме пароля можно спрашивать код из приложения на телефоне: тогда украденного пароля мало, чтобы войти.{' '}
        <Link to="/second-factor">Настроить вход с кодом</Link>.
      </p>
    </PagePart>
    <TokenList />
  </PartedPage>
)

const SessionList = () => {
  const leave = useSignOut()
  const list = useQuery(sessionsQueryOptions)
  const [leaving, setLeaving] = useState(false)
  const changes = [sessionsQueryOptions.queryKey]
  const ending = useAct(endSession, { done: 'Сеанс завершён.', changes })
  const endingOthers = useAct(() => endSessions({ keepCurrent: true }), {
    done: 'Остальные сеансы завершены.',
    changes,
  })
  const endingAll = useAct(() => endSessions({ keepCurrent: false }), {
    onDone: () => leave('left-everywhere'),
    onSettled: () => setLeaving(false),
  })
  const sessions = (list.data?.results ?? []).toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  const others = sessions.filter(session => !session.is_current)
  return (
    <PagePart
      id="sessions"
      title="Сеансы"
      busy={list.isPending}
      acts={
        <div className="row">
          {others.length > 0 && (
            <Button busy={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
              Завершить остальные
            </Button>
          )}
          <Button onClick={() => setLeaving(true)}>Выйти везде</Button>
        </div>
      }
    >
      <ListState list={list} empty="Открытых сеансов нет." />
      <ul className={`${rows.rows} ${styles.rows}`}>
        {sessions.map(session => (
          <li key={session.id}>
            <div>
              <p className="strong">{agentTitle(session.agent)}</p>
              <p className="quiet small">{session.address || 'Адрес неизвестен'}</p>
            </div>
            <div>
              <p>{session.is_current ? <Status sign="next">Этот сеанс</Status> : usedOf(session)}</p>
              <p className="quiet small">
                Вход {showMoment(session.created_at)}, истекает {showMoment(session.expires_at)}
              </p>
            </div>
            {session.is_current ? (
              <span />
            ) : (
              <Button
                aria-label={`Завершить: ${agentTitle(session.agent)}, ${session.address}`}
                busy={ending.isPending}
                onClick={() => ending.mutate(session.id)}
              >
                Завершить
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        opened={leaving}
        title="Выйти везде?"
        act="Выйти везде"
        busy={endingAll.isPending}
        onAct={() => endingAll.mutate()}
        onClose={() => setLeaving(false)}
      >
        <p>Завершатся все сеансы, и этот тоже: войти придётся заново на каждом устройстве. Ключи продолжат работать.</p>
      </Confirm>
    </PagePart>
  )
}

/** The server records the time of last use at most once an hour. */
const usedOf = ({ used_at }: OwnSession): string => `Последний раз ${showMoment(used_at)}`

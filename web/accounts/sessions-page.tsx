import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showMoment } from '#shared/domain/dates.ts'
import { endSession, endSessions, type OwnSession, sessionsQueryOptions } from '../api/accounts.ts'
import { showFailure } from '../filters/show-failure.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { PagePart, PartedPage } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import { Status } from '../ui/status.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './account-page.module.css'
import { agentTitle } from './account-wording.ts'
import { ListState } from './list-state.tsx'
import { useSignOut } from './sign-out-notice.ts'
import { TokenList } from './token-list.tsx'

export const SessionsPage = () => (
  <PartedPage
    title="Сеансы и ключи"
    lead="Где открыта ваша учётная запись. Незнакомый сеанс завершите и смените пароль."
  >
    <SessionList />
    <TokenList />
  </PartedPage>
)

const SessionList = () => {
  const client = useQueryClient()
  const leave = useSignOut()
  const list = useQuery(sessionsQueryOptions)
  const [leaving, setLeaving] = useState(false)
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: async () => {
      showToast('Сеанс завершён.')
      await client.invalidateQueries({ queryKey: sessionsQueryOptions.queryKey })
    },
    onError: showFailure,
  })
  const endingAll = useMutation({
    mutationFn: endSessions,
    onSuccess: async (_, { keepCurrent }) => {
      if (!keepCurrent) return leave('left-everywhere')
      showToast('Остальные сеансы завершены.')
      await client.invalidateQueries({ queryKey: sessionsQueryOptions.queryKey })
    },
    onError: showFailure,
    onSettled: () => setLeaving(false),
  })
  const sessions = (list.data?.results ?? []).toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  const others = sessions.filter(session => !session.is_current)
  const all = (keepCurrent: boolean) => {
    if (!endingAll.isPending) endingAll.mutate({ keepCurrent })
  }
  return (
    <PagePart
      id="sessions"
      title="Сеансы"
      acts={
        <div className="row">
          {others.length > 0 && <Button onClick={() => all(true)}>Завершить остальные</Button>}
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
                aria-disabled={ending.isPending || undefined}
                onClick={() => {
                  if (!ending.isPending) ending.mutate(session.id)
                }}
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
        onAct={() => all(false)}
        onClose={() => setLeaving(false)}
      >
        <p>Завершатся все сеансы, и этот тоже: войти придётся заново на каждом устройстве. Ключи продолжат работать.</p>
      </Confirm>
    </PagePart>
  )
}

/** The server notes use at most once an hour. */
const usedOf = ({ used_at }: OwnSession): string => `Последний раз ${showMoment(used_at)}`

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { decideRegistration, type PendingAccount, pendingQueryOptions } from '../api/accounts.ts'
import { ListState } from '../filters/load-failed.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { PagePart, PartedPage } from '../ui/parted-page.tsx'
import { AccessFields, type AccountAccess, ordinaryAccess, useAccess } from './access-fields.tsx'
import { AccountList, Counted } from './account-list.tsx'
import styles from './pending-request.module.css'

export const ApprovePage = ({ user }: { user: CurrentUser }) => {
  const pending = useQuery(pendingQueryOptions)
  const heading = useRef<HTMLHeadingElement>(null)
  const requests = pending.data?.results ?? []
  return (
    <PartedPage title="Учётные записи" lead="Пока заявка ждёт, войти по ней нельзя. Решение записывается в журнал.">
      <PagePart
        id="requests"
        title={<Counted title="Заявки" count={pending.data?.count} />}
        headingRef={heading}
        busy={pending.isPending}
      >
        <ListState list={pending} empty="Никто не ждёт одобрения." />
        <ul>
          {requests.map(request => (
            <PendingRequest
              key={request.username}
              request={request}
              // The focused row is gone.
              onDecided={() => heading.current?.focus()}
            />
          ))}
        </ul>
        {pending.data && pending.data.count > requests.length && requests.length > 0 && (
          <p className="prose">Показаны первые {requests.length}: остальные появятся, когда вы рассмотрите эти.</p>
        )}
      </PagePart>
      <AccountList user={user} />
    </PartedPage>
  )
}

const PendingRequest = ({ request, onDecided }: { request: PendingAccount; onDecided: () => void }) => {
  const { username, email, about, created_at } = request
  const client = useQueryClient()
  const { fields, withAccess } = useAccess(() => ordinaryAccess)
  const [declining, setDeclining] = useState(false)
  const decision = useAct(
    (access: AccountAccess | undefined) => decideRegistration({ username, approve: access !== undefined, ...access }),
    {
      done: outcome => outcome,
      onDone: onDecided,
      onSettled: () => {
        setDeclining(false)
        // On failure too: somebody else may have decided meanwhile.
        return client.invalidateQueries({ queryKey: ['accounts'] })
      },
    },
  )
  return (
    <li className={styles.request}>
      <article aria-label={`Заявка: ${username}`}>
        <div>
          <h3>{username}</h3>
          <p className="quiet small">{email ?? 'Почта не указана'}</p>
          <p className="quiet small">Подана {showMoment(created_at)}</p>
          {about === '' ? (
            <p className="quiet small">О себе ничего не сказано.</p>
          ) : (
            <blockquote className={styles.about}>{about}</blockquote>
          )}
        </div>
        <div className={styles.decision}>
          <AccessFields {...fields} />
          <div className={`acts fill-phone ${styles.acts}`}>
            <Button
              look="main"
              aria-label={`Одобрить: ${username}`}
              onClick={() => withAccess(decision.mutate)}
              busy={decision.isPending}
            >
              Одобрить
            </Button>
            <Button aria-label={`Отклонить: ${username}`} onClick={() => setDeclining(true)} busy={decision.isPending}>
              Отклонить
            </Button>
          </div>
        </div>
      </article>
      <Confirm
        opened={declining}
        title="Отклонить заявку?"
        act="Отклонить"
        busy={decision.isPending}
        onAct={() => decision.mutate(undefined)}
        onClose={() => setDeclining(false)}
      >
        <p>
          Заявка «{username}» исчезнет из списка. Человек узнает об отказе, когда попробует войти, и сможет подать новую
          под другим именем.
        </p>
      </Confirm>
    </li>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showMoment } from '#shared/domain/dates.ts'
import { decide, type PendingAccount } from '../api/accounts.ts'
import { showFailure } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { showToast } from '../ui/toasts.tsx'
import { AccessFields, type AccountAccess, ordinaryAccess, useAccess } from './access-fields.tsx'
import styles from './pending-request.module.css'

export const PendingRequest = ({ request, onDecided }: { request: PendingAccount; onDecided: () => void }) => {
  const { username, email, about, created_at } = request
  const client = useQueryClient()
  const { fields, withAccess } = useAccess(() => ordinaryAccess)
  const [declining, setDeclining] = useState(false)
  const decision = useMutation({
    mutationFn: (access: AccountAccess | undefined) => decide({ username, approve: access !== undefined, ...access }),
    onSuccess: async outcome => {
      showToast(outcome)
      onDecided()
      await client.invalidateQueries({ queryKey: ['accounts'] })
    },
    // Somebody else may have decided meanwhile.
    onError: async error => {
      showFailure(error)
      await client.invalidateQueries({ queryKey: ['accounts'] })
    },
    onSettled: () => setDeclining(false),
  })
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

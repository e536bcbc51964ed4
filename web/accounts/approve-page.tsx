import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CurrentUser } from '#shared/api/accounts.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { pendingQueryOptions } from '../api/accounts.ts'
import frame from '../ui/parted-page.module.css'
import { useTitle } from '../ui/title.ts'
import { AccountList } from './account-list.tsx'
import styles from './account-page.module.css'
import { ListState } from './list-state.tsx'
import { PendingRequest } from './pending-request.tsx'

export const ApprovePage = ({ user }: { user: CurrentUser }) => {
  useTitle('Учётные записи')
  const pending = useQuery(pendingQueryOptions)
  const heading = useRef<HTMLHeadingElement>(null)
  const requests = pending.data?.results ?? []
  return (
    <main id="main" tabIndex={-1} className={`wrap ${frame.page}`}>
      <h1>Учётные записи</h1>
      <p className={frame.lead}>Пока заявка ждёт, войти по ней нельзя. Решение записывается в журнал.</p>
      <section className={frame.part} aria-labelledby="requests">
        <header>
          <h2 id="requests" ref={heading} tabIndex={-1}>
            Заявки {pending.data && <span className="quiet">{showNumber(pending.data.count)}</span>}
          </h2>
        </header>
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
          <p className={styles.note}>Показаны первые {requests.length}: остальные появятся, когда решатся эти.</p>
        )}
      </section>
      <AccountList user={user} />
    </main>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { pendingQueryOptions } from '../api/accounts.ts'
import { ListState } from '../filters/load-failed.tsx'
import { PagePart, PartedPage } from '../ui/parted-page.tsx'
import { AccountList, Counted } from './account-list.tsx'
import { PendingRequest } from './pending-request.tsx'

export const ApprovePage = ({ user }: { user: CurrentUser }) => {
  const pending = useQuery(pendingQueryOptions)
  const heading = useRef<HTMLHeadingElement>(null)
  const requests = pending.data?.results ?? []
  return (
    <PartedPage title="Учётные записи" lead="Пока заявка ждёт, войти по ней нельзя. Решение записывается в журнал.">
      <PagePart id="requests" title={<Counted title="Заявки" count={pending.data?.count} />} headingRef={heading}>
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
          <p className="prose">Показаны первые {requests.length}: остальные появятся, когда решатся эти.</p>
        )}
      </PagePart>
      <AccountList user={user} />
    </PartedPage>
  )
}

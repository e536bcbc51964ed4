import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { groups as allGroups } from '#shared/api/accounts.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import { showDate } from '#shared/domain/dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { accountsOnPage, accountsQueryOptions, changeAccount, type ManagedAccount } from '../api/accounts.ts'
import { sentenceOf } from '../api/api-error.ts'
import { ListState } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PagePart } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import { Status } from '../ui/status.tsx'
import { showToast } from '../ui/toasts.tsx'
import { AccessFields, type AccountAccess, useAccess } from './access-fields.tsx'
import styles from './account-page.module.css'
import { regionsOf, roleOf } from './account-wording.ts'

export const AccountList = ({ user }: { user: CurrentUser }) => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...accountsQueryOptions(page), placeholderData: keepPreviousData })
  const [changed, setChanged] = useState<ManagedAccount>()
  const last = Math.ceil((list.data?.count ?? 0) / accountsOnPage)
  return (
    <PagePart id="accounts" title={<Counted title="Все учётные записи" count={list.data?.count} />}>
      <ListState list={list} empty="Учётных записей нет." />
      <ul className={`${rows.rows} ${styles.rows}`}>
        {list.data?.results.map(account => (
          <li key={account.id}>
            <div>
              <p className={`strong ${styles.name}`}>
                {account.username}
                {account.username === user.username && <span className="quiet"> — это вы</span>}
              </p>
              <p className="quiet small">{account.email ?? 'Без почты'}</p>
            </div>
            <div>
              <p>
                {account.blocked_at !== null && (
                  <>
                    <Status sign="penalty">Заблокирована</Status>
                    {' · '}
                  </>
                )}
                {roleOf(account)}
              </p>
              <p className="quiet small">
                {regionsOf(account.regions)} · с {showDate(account.created_at)}
                {account.second_factor && ' · вход с кодом'}
              </p>
            </div>
            <Button onClick={() => setChanged(account)} aria-label={`Изменить: ${account.username}`}>
              Изменить
            </Button>
          </li>
        ))}
      </ul>
      <Pager label="Страницы учётных записей" page={page} last={last} hrefOf={() => '/approve'} onGo={setPage} />
      {changed && (
        <ChangeDialog
          account={changed}
          isSelf={changed.username === user.username}
          onClose={() => setChanged(undefined)}
        />
      )}
    </PagePart>
  )
}

export const Counted = ({ title, count }: { title: string; count: number | undefined }) => (
  <>
    {title} {count !== undefined && <span className="quiet">{showNumber(count)}</span>}
  </>
)

const accessOf = ({ groups, is_superuser, regions }: ManagedAccount): AccountAccess => ({
  groups: allGroups.filter(group => groups.includes(group)),
  is_superuser,
  regions,
})

type Props = { account: ManagedAccount; isSelf: boolean; onClose: () => void }
const ChangeDialog = ({ account, isSelf, onClose }: Props) => {
  const client = useQueryClient()
  const { fields, withAccess } = useAccess(() => accessOf(account))
  const change = useMutation({
    mutationFn: (what: Parameters<typeof changeAccount>[1]) => changeAccount(account.id, what),
    onSuccess: async () => {
      showToast(`${account.username}: изменено.`)
      onClose()
      // The change may concern the current user's own rights.
      await client.invalidateQueries({ queryKey: isSelf ? ['current-user'] : ['accounts'] })
      await client.invalidateQueries({ queryKey: ['accounts'] })
    },
  })
  const send = (what: Parameters<typeof changeAccount>[1]) => {
    if (!change.isPending) change.mutate(what)
  }
  const isBlocked = account.blocked_at !== null
  return (
    <Dialog
      opened
      onClose={onClose}
      title={account.username}
      size={520}
      footer={
        <>
          <Button look="main" onClick={() => withAccess(send)} busy={change.isPending}>
            Сохранить
          </Button>
          <Button onClick={onClose}>Отмена</Button>
          <span className="grow" />
          {!isSelf && account.second_factor && (
            <Button look="bare" onClick={() => send({ second_factor: false })}>
              Сбросить вход с кодом
            </Button>
          )}
          {!isSelf && (
            <Button look="bare" onClick={() => send({ blocked: !isBlocked })}>
              {isBlocked ? 'Разблокировать' : 'Заблокировать'}
            </Button>
          )}
        </>
      }
    >
      <div className={`stack ${styles.dialog}`}>
        {change.error && <Alert>{sentenceOf(change.error)}</Alert>}
        <AccessFields {...fields} />
      </div>
    </Dialog>
  )
}

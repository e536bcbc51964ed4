import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showMoment } from '#shared/domain/dates.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { auditQueryOptions, entriesOnPage } from '../api/accounts.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { Button } from '../ui/button.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import styles from './audit-page.module.css'

export const AuditPage = ({ page }: { page: number }) => {
  const navigate = useNavigate()
  const list = useQuery({ ...auditQueryOptions(page), placeholderData: keepPreviousData })
  const data = list.isError ? undefined : list.data
  const last = Math.ceil((data?.count ?? 0) / entriesOnPage)
  return (
    <PartedPage
      title="Журнал"
      lead={data?.count ? `${counted(data.count, ['запись', 'записи', 'записей'])}, последние сверху.` : '\u00a0'}
    >
      <RetryAlert of={list} />
      {data?.count === 0 && <p className="quiet">Записей пока нет.</p>}
      {data && data.count > 0 && data.results.length === 0 && (
        <p className="quiet">
          Такой страницы нет: их всего {showNumber(last)}.{' '}
          <Button look="link" onClick={() => void navigate({ to: '/audit', search: {} })}>
            К первой
          </Button>
        </p>
      )}
      <ol className={`${rows.rows} ${styles.entries}`}>
        {data?.results.map(entry => (
          <li key={entry.id}>
            <time dateTime={entry.happened_at}>{showMoment(entry.happened_at)}</time>
            <span className="strong">{entry.username ?? '—'}</span>
            <span>{entry.sentence}</span>
          </li>
        ))}
      </ol>
      <Pager
        label="Страницы журнала"
        page={page}
        last={last}
        hrefOf={to => (to === 1 ? '/audit' : `/audit?page=${to}`)}
        onGo={to => void navigate({ to: '/audit', search: to === 1 ? {} : { page: String(to) } })}
      />
    </PartedPage>
  )
}

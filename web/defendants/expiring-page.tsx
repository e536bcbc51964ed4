import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { WireRecord } from '#shared/filters/wire.ts'
import { expiringQueryOptions } from '../api/defendants.ts'
import { type Paging, readPaging, withSearchChange, writePaging } from '../filters/case-search.ts'
import { personName } from '../filters/case-wording.ts'
import { ListFoot, ListPager } from '../filters/list-foot.tsx'
import { RetryAlert } from '../filters/load-failed.tsx'
import { LinkToPerson } from '../filters/record-links.tsx'
import { Total } from '../filters/total.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import record from '../ui/record-page.module.css'
import rows from '../ui/rows.module.css'
import { Segmented } from '../ui/segmented.tsx'
import { useTitle } from '../ui/title.ts'
import { countWords, unbroken, untilWords } from './clock-wording.ts'
import { peopleForms } from './defendant-wording.ts'
import styles from './expiring-page.module.css'

const spans = [
  { value: '7', label: '7\u00a0дней' },
  { value: '30', label: '30\u00a0дней' },
  { value: '90', label: '90\u00a0дней' },
  { value: '366', label: 'Год' },
] as const
type Span = (typeof spans)[number]['value']
const usual: Span = '30'

export const ExpiringPage = ({ search }: { search: WireRecord }) => {
  useTitle('Истекает срок повторности')
  const navigate = useNavigate()
  const router = useRouter()
  const days = spans.find(({ value }) => value === search.days)?.value ?? usual
  const paging = readPaging(search)
  const list = useQuery({
    ...expiringQueryOptions({ days: Number(days), ...paging }),
    placeholderData: keepPreviousData,
  })
  const data = list.isError ? undefined : list.data
  const searchOf = (next: Partial<Paging> & { days?: Span }): WireRecord => {
    const { days: span, ...others } = withSearchChange({ days, ...paging }, next)
    return { ...(span !== usual && { days: span }), ...writePaging(others) }
  }
  const go = (next: Parameters<typeof searchOf>[0]) =>
    void navigate({ to: '/defendants/expiring', search: searchOf(next) })
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <nav className={`screen-only ${record.crumbs}`} aria-label="Где вы">
        <Link to="/defendants">
          <LateIcon name="back" />
          Лица
        </Link>
      </nav>
      <header className={styles.head}>
        <h1>Истекает срок повторности</h1>
        <p className="quiet">
          Лица, новое нарушение которых пока может повлечь уголовную ответственность, и{'\u00a0'}день, после которого
          этого не будет. Учитывается только несомненное, по{'\u00a0'}данным сайтов судов. «Не{'\u00a0'}раньше» — потому
          что сайты не{'\u00a0'}сообщают, когда исполнено наказание, а{'\u00a0'}иногда и{'\u00a0'}когда постановление
          вступило в{'\u00a0'}силу.
        </p>
        <Segmented label="Истекает за" options={spans} value={days} onChange={span => go({ days: span })} />
      </header>
      <RetryAlert of={list} />
      {data && (
        <p className={`h2 ${styles.total}`}>
          <Total count={data.count} forms={peopleForms} />
        </p>
      )}
      {data && data.results.length > 0 && (
        <>
          <ul className={`${rows.rows} ${styles.rows}`} aria-label="Лица">
            {data.results.map(({ defendant, rule, counted: count, ...time }) => (
              <li key={`${defendant.id} ${rule.id}`}>
                <LinkToPerson id={defendant.id} className="strong">
                  {personName(defendant.name) || `Лицо №\u00a0${defendant.id}`}
                </LinkToPerson>
                <span>
                  {rule.articles} → {unbroken(rule.follows)}
                </span>
                <span className="quiet">
                  {countWords(count)}; {untilWords(time)}
                </span>
              </li>
            ))}
          </ul>
          <ListPager
            count={data.count}
            shown={data.results.length}
            search={paging}
            hrefOf={next => router.buildLocation({ to: '/defendants/expiring', search: searchOf(next) }).href}
            onChange={go}
            sizeLabel="Лиц на странице"
          />
        </>
      )}
      {data && data.results.length === 0 && (
        <p className={styles.message}>
          {data.count > 0 ? 'Такой страницы нет.' : 'За это время ни у кого срок не истекает.'}
        </p>
      )}
      {data && <ListFoot values={{ type: '1' }} />}
    </main>
  )
}

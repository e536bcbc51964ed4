import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { defaultPageSize, pageSizes } from '#shared/domain/limits.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'
import { Pages } from '../ui/pages.tsx'
import type { Paging } from './case-search.ts'
import styles from './list-foot.module.css'
import { useDemoLoading } from './total.tsx'

const CoverageLine = lazyPart(() => import('./coverage-line.tsx'), 'CoverageLine')

export const ListFoot = ({ values, children }: { values: AnyValues; children?: ReactNode }) => (
  <footer className={frame.foot}>
    <div className={frame.coverage}>
      <CoverageLine values={values} />
    </div>
    {children}
  </footer>
)

/** An account to which no region is open finds nothing whatever it asks: the filters are not to blame. */
export const seesNothing = ({ regions }: Pick<CurrentUser, 'regions'>): boolean => regions?.length === 0

export const NoRegions = () => (
  <section className={frame.message}>
    <h2>Вам не открыт ни один регион</h2>
    <p>Поэтому дел не видно, какие фильтры ни выбрать. Регионы открывает администратор.</p>
  </section>
)

const sizeOptions = pageSizes.map(size => ({ value: String(size), label: String(size) }))

type ListPagerProps = {
  count: number
  shown: number
  search: Paging
  hrefOf: (change: Partial<Paging>) => string
  onChange: (change: Partial<Paging>) => void
  sizeLabel: string
}
/** Under a list: which rows these are of how many, other pages, how many rows a page has. Another page begins at its top. */
export const ListPager = ({ count, shown, search: { page, size }, hrefOf, onChange, sizeLabel }: ListPagerProps) => {
  const first = (page - 1) * size + 1
  const loading = useDemoLoading()
  return (
    <nav className={styles.pager} aria-label="Страницы">
      <span className="quiet">
        {shown > 1 && `${showNumber(first)}–`}
        {showNumber(first + shown - 1)} из {showNumber(count)}
        {loading && ', загружены не все'}
      </span>
      {count > size && (
        <div className={styles.pages}>
          <Pages
            page={page}
            last={Math.ceil(count / size)}
            hrefOf={next => hrefOf({ page: next })}
            onGo={next => {
              onChange({ page: next })
              window.scrollTo({ top: 0 })
            }}
            show={showNumber}
          />
        </div>
      )}
      {count > defaultPageSize && (
        <div className={`screen-only ${styles.size}`}>
          <span className="quiet">На странице</span>
          <Select
            aria-label={sizeLabel}
            options={sizeOptions}
            value={String(size)}
            onChange={chosen => onChange({ size: Number(chosen) })}
          />
        </div>
      )}
    </nav>
  )
}

type Props = {
  label: string
  page: number
  last: number
  onGo: (page: number) => void
  /** The address of a page; of a list without addresses of its own, that of the whole page. */
  hrefOf: (page: number) => string
}
/** Under a list that is a part of a page. Nothing where there is one page. */
export const Pager = ({ label, last, ...pages }: Props) =>
  last > 1 ? (
    <nav className={styles.centred} aria-label={label}>
      <Pages last={last} show={showNumber} {...pages} />
    </nav>
  ) : null

type PastTheEndProps = { count: number; size: number; onGo: (page: number) => void }
export const PastTheEnd = ({ count, size, onGo }: PastTheEndProps) => {
  const last = Math.ceil(count / size)
  return (
    <section className={frame.message}>
      <h2>Такой страницы нет</h2>
      <p>В списке {counted(last, ['страница', 'страницы', 'страниц'])}.</p>
      <Button onClick={() => onGo(last)}>На последнюю</Button>
    </section>
  )
}

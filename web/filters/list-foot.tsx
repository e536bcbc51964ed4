import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { defaultPageSize, pageSizes } from '#shared/domain/limits.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { Select } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'
import { Pages } from '../ui/pages.tsx'
import type { Paging } from './case-search.ts'
import styles from './list-foot.module.css'
import { useDemoLoading } from './total.tsx'

const CoverageLine = lazyPart(() => import('./coverage-line.tsx'), 'CoverageLine')

/** `user`: for filters of regions. */
type FootProps = { user?: Pick<CurrentUser, 'regions'>; values: AnyValues; children?: ReactNode }
export const ListFoot = ({ user, values, children }: FootProps) => (
  <footer className={frame.foot}>
    <div className={frame.coverage}>
      <CoverageLine values={values} user={user} />
    </div>
    {children}
  </footer>
)

const sizeOptions = pageSizes.map(size => ({ value: String(size), label: String(size) }))

type ListPagerProps = {
  count: number
  /** The count is a lower bound. */
  isLeast?: boolean | undefined
  shown: number
  search: Paging
  hrefOf: (change: Partial<Paging>) => string
  onChange: (change: Partial<Paging>) => void
  sizeLabel: string
}
/** Below a list: the range of rows, links to pages, page size. Another page starts at the top. */
export const ListPager = ({
  count,
  isLeast,
  shown,
  search: { page, size },
  hrefOf,
  onChange,
  sizeLabel,
}: ListPagerProps) => {
  const first = (page - 1) * size + 1
  const loading = useDemoLoading()
  return (
    <nav className={styles.pager} aria-label="Страницы">
      <span className="quiet">
        {shown > 1 && `${showNumber(first)}–`}
        {showNumber(first + shown - 1)} {isLeast ? 'из не\u00a0менее' : 'из'} {showNumber(count)}
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

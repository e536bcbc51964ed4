import { defaultPageSize, pageSizes } from '#shared/domain/limits.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { Select } from '../ui/field.tsx'
import { Pages } from '../ui/pages.tsx'
import styles from './list-pager.module.css'

const sizeOptions = pageSizes.map(size => ({ value: String(size), label: String(size) }))

/** Under a list: which rows these are of how many, other pages, how many rows a page has. Another page begins at its top. */
export const ListPager = ({
  count,
  shown,
  page,
  size,
  hrefOf,
  onGo,
  onSize,
  sizeLabel,
}: {
  count: number
  shown: number
  page: number
  size: number
  hrefOf: (page: number) => string
  onGo: (page: number) => void
  onSize: (size: number) => void
  sizeLabel: string
}) => {
  const first = (page - 1) * size + 1
  return (
    <nav className={styles.pager} aria-label="Страницы">
      <span className="quiet">
        {shown > 1 && `${showNumber(first)}–`}
        {showNumber(first + shown - 1)} из {showNumber(count)}
      </span>
      {count > size && (
        <div className={styles.pages}>
          <Pages
            page={page}
            last={Math.ceil(count / size)}
            hrefOf={hrefOf}
            onGo={next => {
              onGo(next)
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
            onChange={chosen => onSize(Number(chosen))}
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

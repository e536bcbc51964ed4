import { showNumber } from '#shared/domain/wording.ts'
import { Pages } from '../ui/pages.tsx'
import styles from './list-foot.module.css'

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

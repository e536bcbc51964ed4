import { showNumber } from '#shared/domain/wording.ts'
import { Pages } from '../ui/pages.tsx'
import styles from './list-foot.module.css'

type Props = {
  label: string
  page: number
  last: number
  onGo: (page: number) => void
  /** The address of a page; for a list without addresses, that of the current page. */
  hrefOf: (page: number) => string
}
/** Below a list that is a part of a page. Renders nothing for a single page. */
export const Pager = ({ label, last, ...pages }: Props) =>
  last > 1 ? (
    <nav className={styles.centred} aria-label={label}>
      <Pages last={last} show={showNumber} {...pages} />
    </nav>
  ) : null

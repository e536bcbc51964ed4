import { Link } from '@tanstack/react-router'
import { statsFields } from '#shared/filters/case-fields.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { Icon } from '../ui/icon.tsx'
import segmented from '../ui/segmented.module.css'
import { type CaseSearch, writeCaseSearch } from './case-search.ts'
import styles from './view-switch.module.css'

/** The same cases as a list or as figures: the filters both know go along. */
export const ViewSwitch = ({ section, search }: { section: 'index' | 'stats'; search: CaseSearch }) => (
  <nav className={`screen-only ${segmented.group} ${styles.views}`} aria-label="Вид">
    <Link
      to="/"
      search={writeCaseSearch({ ...search, page: 1 })}
      className={segmented.part}
      aria-current={section === 'index' ? 'page' : undefined}
    >
      <Icon name="list" />
      <span className={styles.name}>Список</span>
    </Link>
    <Link
      to="/stats"
      search={writeValues(statsFields, search.values)}
      className={segmented.part}
      aria-current={section === 'stats' ? 'page' : undefined}
    >
      <Icon name="chart" />
      <span className={styles.name}>Статистика</span>
    </Link>
  </nav>
)

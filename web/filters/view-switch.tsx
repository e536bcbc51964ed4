import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import segmented from '../ui/segmented.module.css'
import { type CaseSearch, writeCaseSearch } from './case-search.ts'
import type { CaseListKind } from './list-fields.ts'
import styles from './view-switch.module.css'

const views = [
  { section: 'index', to: '/', icon: 'list', name: 'Список' },
  { section: 'stats', to: '/stats', icon: 'chart', name: 'Графики' },
  { section: 'data', to: '/data', icon: 'table', name: 'Таблица' },
] as const

/** Three views of the same cases. Each preserves the parameters of the others. */
export const ViewSwitch = ({ section: shown, search }: { section: CaseListKind; search: CaseSearch }) => (
  <nav className={`screen-only ${segmented.group} ${styles.views}`} aria-label="Вид">
    {views.map(({ section, to, icon, name }) => (
      <Link
        key={section}
        to={to}
        search={writeCaseSearch(search)}
        className={segmented.part}
        aria-current={section === shown ? 'page' : undefined}
      >
        <Icon name={icon} />
        {name}
      </Link>
    ))}
  </nav>
)

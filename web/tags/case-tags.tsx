import { Link } from '@tanstack/react-router'
import type { CaseRow } from '#shared/api/cases.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import styles from './case-tags.module.css'

/** Each links to the list of its cases. */
export const TagChips = ({ tags }: { tags: NonNullable<CaseRow['tags']> }) => (
  <ul className={styles.chips} aria-label="Метки">
    {tags.map(({ id, value }) => (
      <li key={id}>
        <Link
          to="/"
          search={{ tags: String(id), ordering: defaultOrdering }}
          className={`clip ${styles.chip}`}
          title={value}
        >
          {value}
        </Link>
      </li>
    ))}
  </ul>
)

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import styles from './case-tags.module.css'
import type { TaggedCase } from './tag-dialog.tsx'

const TagDialog = lazyPart(() => import('./tag-dialog.tsx'), 'TagDialog')

/** Each leads to the list of its cases. */
export const TagChips = ({ tags }: { tags: NonNullable<CaseRow['tags']> }) => (
  <ul className={styles.chips} aria-label="Метки">
    {tags.map(({ id, value }) => (
      <li key={id}>
        <Link
          to="/"
          search={{ tags: String(id), ordering: defaultOrdering }}
          className={`clip ${styles.chip}`}
          title={`Дела с меткой «${value}»`}
        >
          {value}
        </Link>
      </li>
    ))}
  </ul>
)

/** Only for those who may change tags; `l`. */
export const TagButton = ({ one }: { one: TaggedCase }) => {
  const [opened, setOpened] = useState(false)
  useShortcuts({ l: () => setOpened(true) })
  return (
    <>
      <Button look="link" onClick={() => setOpened(true)} title="Поставить или снять метки (l)">
        <Icon name="plus" size={14} />
        Метка
      </Button>
      {opened && <TagDialog cases={[one]} onClose={() => setOpened(false)} />}
    </>
  )
}

import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './tag.module.css'

/** A removable tag: what is chosen and a cross. `not`: it excludes. `inField`: stands in the field it was typed in. */
export const Tag = ({
  name,
  value,
  not = false,
  inField = false,
  title,
  removeLabel,
  onRemove,
  children,
}: {
  name?: string
  value: ReactNode
  not?: boolean
  inField?: boolean
  title?: string
  removeLabel: string
  onRemove: () => void
  children?: ReactNode
}) => (
  <span className={styles.tag} data-not={not || undefined} data-in={inField || undefined} title={title}>
    {name && <span className={styles.name}>{name}:</span>}
    <span className={styles.value}>{value}</span>
    {children}
    <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
      <Icon name="x" size={14} />
    </button>
  </span>
)

/** An act that stands among tags. */
export const TagAct = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <button type="button" className={styles.act} onClick={onClick}>
    {children}
  </button>
)

import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './tag.module.css'

/**
 * `not`: an exclusion; `soft`: represents several others; `inField`: inside a field; `onEdit`: its text is a button.
 */
export const Tag = ({
  name,
  value,
  not = false,
  soft = false,
  inField = false,
  title,
  removeLabel,
  onRemove,
  editLabel,
  onEdit,
  children,
}: {
  name?: string
  value: ReactNode
  not?: boolean
  soft?: boolean
  inField?: boolean
  title?: string
  removeLabel: string
  onRemove: () => void
  editLabel?: string
  onEdit?: () => void
  children?: ReactNode
}) => {
  const words = (
    <>
      {name && <span className={styles.name}>{name}:</span>}
      <span className="clip">{value}</span>
    </>
  )
  return (
    <span
      className={styles.tag}
      data-not={not || undefined}
      data-soft={soft || undefined}
      data-in={inField || undefined}
      title={title}
    >
      {onEdit ? (
        <button type="button" className={styles.edit} aria-label={editLabel} aria-haspopup="dialog" onClick={onEdit}>
          {words}
        </button>
      ) : (
        words
      )}
      {children}
      <button type="button" className={`screen-only ${styles.remove}`} aria-label={removeLabel} onClick={onRemove}>
        <Icon name="x" size={14} />
      </button>
    </span>
  )
}

type Props = { children: ReactNode; disabled?: boolean; onClick: () => void }
export const TagAct = ({ children, disabled, onClick }: Props) => (
  <button type="button" className={`screen-only ${styles.act}`} aria-disabled={disabled || undefined} onClick={onClick}>
    {children}
  </button>
)

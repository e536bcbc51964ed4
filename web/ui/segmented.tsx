import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

/** One of a few options, as native radio buttons. `count` follows the label. */
type Segment<V extends string> = { value: V; label: ReactNode; title?: string; count?: ReactNode }
type Props<V extends string> = {
  options: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
  fill?: boolean
} & ({ label: string; labelledBy?: undefined } | { labelledBy: string; label?: undefined })

export const Segmented = <V extends string>({ options, value, onChange, fill, label, labelledBy }: Props<V>) => {
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      className={`screen-only ${styles.group}`}
      data-fill={fill || undefined}
      data-many={options.length > 3 || undefined}
    >
      {options.map(option => (
        <label key={option.value} className={styles.part}>
          <input
            type="radio"
            className={styles.input}
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {/* The bold copy reserves the width, so that a new choice does not shift the layout. */}
          <span className={styles.text}>
            <span className={styles.seen}>{option.label}</span>
            <span className={styles.room} aria-hidden="true">
              {option.label}
            </span>
          </span>
          {option.count}
        </label>
      ))}
    </div>
  )
}

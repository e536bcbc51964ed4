import { type ReactNode, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'

/** A native checkbox; `partly` shows that some of what it stands for is chosen. */
export const Checkbox = ({
  checked,
  partly = false,
  onChange,
  children,
}: {
  checked: boolean
  partly?: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly && !checked
  }, [partly, checked])
  return (
    <label className={styles.check}>
      <input
        ref={input}
        type="checkbox"
        className={styles.box}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span className={styles.label}>{children}</span>
    </label>
  )
}

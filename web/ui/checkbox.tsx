import { type ReactNode, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'

type Props = { checked: boolean; partly?: boolean; onChange: (checked: boolean) => void; children: ReactNode }
/** A native checkbox; `partly` is the mixed state. */
export const Checkbox = ({ checked, partly = false, onChange, children }: Props) => {
  const input = useIndeterminate(partly && !checked)
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

type RowCheckboxProps = {
  checked: boolean
  partly?: boolean
  label: string
  onChange: (checked: boolean, shift: boolean) => void
}
/** The same in a row of a list, with a visually hidden name. `shift`: a range is meant. */
export const RowCheckbox = ({ checked, partly = false, label, onChange }: RowCheckboxProps) => (
  <label className={`screen-only ${styles.row}`} title={label}>
    <input
      ref={useIndeterminate(partly && !checked)}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
)

const useIndeterminate = (on: boolean) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = on
  }, [on])
  return input
}

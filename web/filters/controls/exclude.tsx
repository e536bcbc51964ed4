import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './exclude.module.css'

/** Turns a filter round: from «this» to «all but this». Shows under the pointer, when focused, and when it is on. */
export const Exclude = ({ what, on, onChange }: { what: string; on: boolean; onChange: (on: boolean) => void }) => (
  <button
    type="button"
    className={styles.exclude}
    aria-pressed={on}
    aria-label={`Исключить: ${what}`}
    title="Исключить"
    onClick={() => onChange(!on)}
  >
    <Icon name="not" size={14} />
  </button>
)

/**
 * A control of one value with its switch beside the label. An address may hold both sides; then both are drawn, and
 * either can be let go.
 */
export const TwoSided = <V,>({
  what,
  value,
  excluded,
  set,
  children,
}: {
  what: string
  value: V | undefined
  excluded: V | undefined
  set: (value: V | undefined, excluded: V | undefined) => void
  children: (side: {
    value: V | undefined
    onChange: (value: V | undefined) => void
    toggle: ReactNode
    not: boolean
  }) => ReactNode
}) => {
  const [turned, setTurned] = useState(value === undefined && excluded !== undefined)
  const not = value === undefined && excluded !== undefined ? true : value !== undefined ? false : turned
  const toggle = (
    <Exclude
      what={what}
      on={not}
      onChange={on => {
        setTurned(on)
        set(on ? undefined : (excluded ?? value), on ? (value ?? excluded) : undefined)
      }}
    />
  )
  if (value !== undefined && excluded !== undefined)
    return (
      <>
        {children({ value, onChange: next => set(next, excluded), toggle: null, not: false })}
        {children({ value: excluded, onChange: next => set(value, next), toggle: null, not: true })}
      </>
    )
  return children({
    value: not ? excluded : value,
    onChange: next => (not ? set(undefined, next) : set(next, undefined)),
    toggle,
    not,
  })
}

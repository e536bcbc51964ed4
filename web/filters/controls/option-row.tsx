import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { caseForms, plural, showNumber } from '#shared/domain/wording.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LabelledGroup, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { OptionCounts } from '../counts.ts'
import styles from './controls.module.css'

/** One option: chosen or not, its count, excluded or not. Space chooses and minus excludes. */
export const OptionRow = ({
  what,
  checked,
  partly = false,
  excluded,
  onInclude,
  onExclude,
  counts,
  count,
  children,
}: {
  what: string
  checked: boolean
  partly?: boolean
  excluded: boolean
  onInclude: (on: boolean) => void
  onExclude: (on: boolean) => void
  counts: OptionCounts | undefined
  count: number | null | undefined
  children: ReactNode
}) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== '-' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onExclude(!excluded)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the checkbox within; the button beside it does the same
    <div className={styles.option} data-not={excluded || undefined} onKeyDown={onKeyDown}>
      <Checkbox checked={checked} partly={partly} onChange={onInclude}>
        {children}
      </Checkbox>
      {counts && <Count count={count} />}
      <Exclude what={what} on={excluded} onChange={onExclude} />
    </div>
  )
}

/** «Все» clears a filter (§2) in controls without such an option. Its space is reserved. */
export const AllButton = ({ what, shown, onClick }: { what: string; shown: boolean; onClick: () => void }) => (
  <button
    type="button"
    className={`${buttonClass('link')} small ${styles.all}`}
    aria-label={`${what}: все`}
    data-shown={shown || undefined}
    disabled={!shown}
    onClick={onClick}
  >
    Все
  </button>
)

/** The count at the end of an option. Keeps its space while loading. */
export const Count = ({ count, inSegment }: { count: number | null | undefined; inSegment?: true }) => (
  <span
    className={inSegment ? styles.inSegment : styles.count}
    title={count === null ? 'Не успели посчитать' : undefined}
  >
    {count === null ? (
      <>
        <span aria-hidden="true">—</span>
        <span className="sr">не успели посчитать</span>
      </>
    ) : count === undefined ? (
      '\u00a0'
    ) : (
      <>
        {showNumber(count)}
        <span className="sr"> {plural(count, caseForms)}</span>
      </>
    )}
  </span>
)

/** Negates a filter: «this» or «all but this». Visible on hover, on focus, and when active. */
const Exclude = ({ what, on, onChange }: { what: string; on: boolean; onChange: (on: boolean) => void }) => (
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

/** A single-value control with an exclude switch. If an address has both sides, both are shown. */
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

type Props = {
  label: string
  isSet: boolean
  onClear: () => void
  search?: { label: string; placeholder: string; typed: string; onTyped: (typed: string) => void } | false
  children: ReactNode
}
export const OptionGroup = ({ label, isSet, onClear, search, children }: Props) => (
  <LabelledGroup label={label} aside={<AllButton what={label} shown={isSet} onClick={onClear} />}>
    {labelId => (
      <fieldset aria-labelledby={labelId}>
        {search && (
          <TextInput
            icon="search"
            aria-label={search.label}
            placeholder={search.placeholder}
            value={search.typed}
            onChange={search.onTyped}
          />
        )}
        {children}
      </fieldset>
    )}
  </LabelledGroup>
)

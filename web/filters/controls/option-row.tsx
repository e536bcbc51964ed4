import type { KeyboardEvent, ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { OptionCounts } from '../counts.ts'
import styles from './controls.module.css'
import { Count } from './count.tsx'
import { Exclude } from './exclude.tsx'

/** One option: chosen or not, how many cases it leaves, excluded or not. On the keyboard Space chooses and minus excludes. */
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
  /** What is excluded, in words. */
  what: string
  checked: boolean
  partly?: boolean
  excluded: boolean
  onInclude: (on: boolean) => void
  onExclude: (on: boolean) => void
  /** Undefined: nothing is counted here. */
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

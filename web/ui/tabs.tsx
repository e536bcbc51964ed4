import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './tabs.module.css'

/** Tabs of one place. Arrows, Home and End move between tabs and open them. */
type Tab<V extends string> = { value: V; label: ReactNode }
type Props<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  ids: TabIds
}
type TabIds = (value: string) => { tab: string; panel: string }
export const useTabIds = (): TabIds => {
  const id = useId()
  return value => ({ tab: `${id}-${value}-tab`, panel: `${id}-${value}` })
}

export const Tabs = <V extends string>({ label, tabs, value, onChange, ids }: Props<V>) => {
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen the row scrolls sideways. Not `scrollIntoView`: it would scroll the page too.
  const chosenId = ids(value).tab
  useLayoutEffect(() => {
    const row = list.current
    const chosen = document.getElementById(chosenId)
    if (row && chosen && row.scrollWidth > row.clientWidth)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  }, [chosenId])
  const go = (at: number): void => {
    const next = tabs.at(at % tabs.length)
    if (!next) return
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[id="${ids(next.value).tab}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const now = tabs.findIndex(tab => tab.value === value)
    const places: Readonly<Record<string, number>> = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    go(place)
  }
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={ids(tab.value).tab}
          aria-controls={ids(tab.value).panel}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {/* The bold copy reserves the width, so that a new choice does not shift the layout. */}
          <span className={styles.seen}>{tab.label}</span>
          <span className={styles.room} aria-hidden="true">
            {tab.label}
          </span>
        </button>
      ))}
    </div>
  )
}

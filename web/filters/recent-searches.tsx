import { type KeyboardEvent, useRef, useState } from 'react'
import type { WireRecord } from '#shared/filters/wire.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuCaption, menuItemClass } from '../ui/menu.tsx'
import { type RecentSearch, recallRecent, removeRecent } from './bar-memory.ts'
import styles from './recent-searches.module.css'

/** Recent searches below the words line: arrow keys move, Enter applies, Delete removes, Escape returns. */
export const RecentSearches = ({ onPick, onClose }: { onPick: (filters: WireRecord) => void; onClose: () => void }) => {
  const [searches, setSearches] = useState<readonly RecentSearch[]>(recallRecent)
  const list = useRef<HTMLUListElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-recent]') ?? [])]
  const focusAt = (at: number): void => {
    const found = buttons().at(at)
    if (at >= 0 && found) found.focus()
    else if (at < 0 || buttons().length === 0) onClose()
  }
  const remove = (filters: WireRecord, at: number): void => {
    setSearches(removeRecent(filters))
    requestAnimationFrame(() => focusAt(Math.min(at, buttons().length - 1)))
  }
  const onKey = (event: KeyboardEvent, at: number, filters: WireRecord): void => {
    const act = { ArrowDown: () => focusAt(at + 1), ArrowUp: () => focusAt(at - 1), Delete: () => remove(filters, at) }
    const chosen =
      event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Delete' ? event.key : undefined
    if (!chosen) return
    event.preventDefault()
    act[chosen]()
  }
  if (searches.length === 0) return null
  return (
    <section className={`raised ${styles.panel}`} data-overlay aria-label="Недавние поиски">
      <MenuCaption>Недавние поиски</MenuCaption>
      <ul ref={list}>
        {searches.map(({ filters, text }, at) => (
          <li key={text} className={styles.line} onKeyDown={event => onKey(event, at, filters)}>
            <button
              type="button"
              data-recent
              className={`grow ${menuItemClass}`}
              title={text}
              onClick={() => onPick(filters)}
            >
              <span className="clip">{text}</span>
            </button>
            <IconButton aria-label={`Убрать из недавних: ${text}`} onClick={() => remove(filters, at)}>
              <Icon name="x" size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

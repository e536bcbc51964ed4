import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Status } from '../ui/status.tsx'
import { type MarkedPiece, markedPieces } from './marked-words.ts'
import styles from './search-box.module.css'
import type { FoundRow, RowGroup, Target } from './suggestion-rows.ts'

type Props = {
  id: string
  groups: readonly RowGroup[]
  activeId: string | undefined
  /** The letters to highlight in results. */
  typed: string
  hrefOf: (target: Target) => string | undefined
  onChoose: (row: FoundRow) => void
}
export const optionId = (list: string, row: string): string => `${list}-${row}`

/** Groups of one listbox: the focus stays in the field, and arrow keys move through the rows of all groups. */
export const SuggestionList = ({ id, groups, activeId, typed, hrefOf, onChoose }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(optionId(id, activeId))?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId, id])
  return (
    <div role="listbox" id={id} aria-label="Найдено" ref={list}>
      {groups.map(group => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div
          key={group.kind}
          role="group"
          className={styles.group}
          data-empty={group.rows.length === 0 || undefined}
          data-stale={group.isStale}
          // Without options; the status announces it.
          aria-hidden={group.rows.length === 0 || undefined}
          aria-labelledby={`${id}-${group.kind}`}
        >
          <div className={styles.groupTitle} id={`${id}-${group.kind}`}>
            {group.title}
          </div>
          <div className={styles.rows}>
            {group.note && (
              <div className={styles.nothing} aria-hidden="true">
                {group.note}
              </div>
            )}
            {group.rows.map(row => (
              <Option
                key={row.id}
                id={optionId(id, row.id)}
                row={row}
                isActive={row.id === activeId}
                // The row with the typed words themselves would be highlighted entirely.
                typed={row.id === 'words' ? '' : typed}
                href={group.isStale ? undefined : hrefOf(row.target)}
                onChoose={group.isStale ? undefined : () => onChoose(row)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  row: FoundRow
  isActive: boolean
  typed: string
  href: string | undefined
  /** Undefined for results of the previous letters. */
  onChoose: (() => void) | undefined
}
const Option = ({ id, row, isActive, typed, href, onChoose }: OptionProps) => {
  const option = {
    id,
    role: 'option',
    'aria-selected': isActive,
    'aria-disabled': onChoose === undefined || undefined,
    tabIndex: -1,
    className: styles.row,
    // Keeps the focus in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  } as const
  const words = (
    <>
      <span>
        {row.quote ? (
          <span className="court">«{pieced(row.quote)}»</span>
        ) : (
          <>
            {row.lead && <b className={styles.lead}>{marked(row.lead, typed)}</b>}
            {row.lead && row.title && ' '}
            {marked(row.title, typed)}
          </>
        )}
        {row.hearing && (
          <span className={styles.hearing}>
            <Status sign="next">{row.hearing}</Status>
          </span>
        )}
        {row.second && <span className="second">{row.second}</span>}
      </span>
      {row.aside && <span className={styles.aside}>{row.aside}</span>}
    </>
  )
  return href === undefined ? (
    <button type="button" {...option} onClick={onChoose}>
      {words}
    </button>
  ) : (
    <a
      {...option}
      href={href}
      onClick={event => {
        // Opens in another tab, like any link.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onChoose?.()
      }}
    >
      {words}
    </a>
  )
}

const marked = (text: string, typed: string): ReactNode => pieced(markedPieces(text, typed))
/** Keyed by position, which distinguishes equal pieces. */
const pieced = (pieces: readonly MarkedPiece[]): ReactNode[] => {
  let at = 0
  return pieces
    .filter(({ text }) => text !== '')
    .map(({ text, hit }) => {
      at += text.length
      return hit ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>
    })
}

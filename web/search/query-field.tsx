import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { WordsMistake } from '#shared/api/words.ts'
import type { Reading } from '#shared/questions/reading.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './search-box.module.css'

/** Marks in the field: words read as conditions, unread words, errors. */
type MarkedSpan = { from: number; to: number; look: 'read' | 'unread' | 'wrong' }
/**
 * Spans to mark in the field, whose leading spaces are not part of the parsed text: an error, or read and unread words.
 */
export const spansIn = (
  text: string,
  reading: Reading | undefined,
  mistake: WordsMistake | undefined,
): MarkedSpan[] => {
  const start = text.length - text.trimStart().length
  const marked =
    (look: MarkedSpan['look']) =>
    ({ from, to }: { from: number; to: number }): MarkedSpan => ({ from: from + start, to: to + start, look })
  if (typeof mistake?.at === 'number') return [marked('wrong')({ from: mistake.at, to: mistake.at + 1 })]
  return reading ? [...reading.understood.map(marked('read')), ...reading.unread.map(marked('unread'))] : []
}

type Props = {
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  spans: readonly MarkedSpan[]
  listId: string
  activeId: string | undefined
  /** There are options for the arrow keys. */
  hasOptions: boolean
  describedBy?: string | undefined
}

/** A single-line input with a copy of its text behind it, which carries the underlines that an input cannot. */
export const QueryField = ({ value, onChange, onKeyDown, spans, listId, activeId, hasOptions, describedBy }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const mirror = useRef<HTMLParagraphElement>(null)
  const follow = (): void => {
    if (mirror.current && input.current) mirror.current.scrollLeft = input.current.scrollLeft
  }
  useLayoutEffect(follow)
  // In a layout effect, so that the next key goes to the field.
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <div className={styles.query}>
      <Icon name="search" size={20} />
      <div className={styles.typed}>
        <p className={styles.mirror} ref={mirror} aria-hidden="true">
          {underlined(value, spans)}
        </p>
        <input
          ref={input}
          data-autofocus
          role="combobox"
          aria-label="Поиск"
          aria-expanded={hasOptions}
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-describedby={describedBy}
          className={styles.input}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={longestQuery}
          placeholder="Имя, номер, статья или фраза"
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onKeyUp={follow}
          onSelect={follow}
          onScroll={follow}
        />
      </div>
    </div>
  )
}
const longestQuery = 1_000

const underlined = (text: string, spans: readonly MarkedSpan[]): ReactNode[] => {
  const pieces: ReactNode[] = []
  let done = 0
  for (const { from, to, look } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from < done || to > text.length) continue
    pieces.push(
      text.slice(done, from),
      <span key={from} data-look={look}>
        {text.slice(from, to)}
      </span>,
    )
    done = to
  }
  return [...pieces, text.slice(done)]
}

export const QueryKeys = () => (
  <p className={styles.keys}>
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> выбрать
    </span>
    <span>
      <kbd>Enter</kbd> открыть
    </span>
    <span>
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> искать слова в текстах
    </span>
    <span>
      <kbd>Esc</kbd> закрыть
    </span>
  </p>
)

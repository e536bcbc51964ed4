import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './picker.module.css'
import { type Suggestion as PickerOption, SuggestionField } from './suggestion-field.tsx'
import { Tag } from './tag.tsx'

export type { PickerOption }

type PickerItem = { value: string; label: string; not?: boolean }

/** Picks any number of suggestions; Backspace in an empty field removes the last one. `onTyped` gets every change. */
export const Picker = ({
  id,
  label,
  picked,
  options,
  typed,
  onTyped,
  onPick,
  onRemove,
  onTurn,
  placeholder,
  note,
  oneLine = false,
  more = 0,
  autoFocus = false,
  picksFirst = false,
}: {
  id?: string
  label?: string
  picked: readonly PickerItem[]
  options: readonly PickerOption[]
  typed: string
  onTyped: (typed: string) => void
  onPick: (option: PickerOption) => void
  onRemove: (item: PickerItem) => void
  onTurn?: (item: PickerItem) => void
  placeholder?: string
  /** Shown when there are no suggestions. */
  note?: ReactNode
  oneLine?: boolean
  /** How many picked ones did not fit. */
  more?: number
  autoFocus?: boolean
  /** Enter picks the first suggestion. */
  picksFirst?: boolean
}) => {
  const last = picked.at(-1)
  return (
    <SuggestionField
      id={id}
      inputLabel={label}
      listLabel={label ?? 'Варианты'}
      value={typed}
      onChange={onTyped}
      suggestions={options}
      onPick={value => {
        const option = options.find(candidate => candidate.value === value)
        if (option) onPick(option)
        onTyped('')
      }}
      note={options.length === 0 && note}
      className={oneLine ? styles.oneLine : undefined}
      placeholder={focused => (picked.length === 0 || focused || oneLine ? placeholder : '')}
      autoFocus={autoFocus}
      picksFirst={picksFirst}
      onKeyDown={({ key }) => {
        if (key === 'Backspace' && typed === '' && last) onRemove(last)
      }}
      before={
        <>
          {more > 0 && <span className={`quiet small ${styles.more}`}>ещё {more},</span>}
          {picked.map(item => (
            <Tag
              key={`${item.value}${item.not ? '!' : ''}`}
              inField
              not={item.not ?? false}
              value={item.not ? `не ${item.label}` : item.label}
              title={item.label}
              removeLabel={`Убрать: ${item.label}`}
              onRemove={() => onRemove(item)}
            >
              {onTurn && (
                <button
                  type="button"
                  className={styles.turn}
                  aria-pressed={item.not ?? false}
                  aria-label={`Исключить: ${item.label}`}
                  title="Исключить"
                  onClick={() => onTurn(item)}
                >
                  <Icon name="not" size={14} />
                </button>
              )}
            </Tag>
          ))}
        </>
      }
    />
  )
}

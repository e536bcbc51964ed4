import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { FieldBox } from './field.tsx'
import { Icon } from './icon.tsx'
import { Library } from './library.tsx'
import styles from './picker.module.css'
import { Tag } from './tag.tsx'

/** What may be picked, and what is picked. `aside` stands at the end of the line. `not`: it excludes. */
export type PickerOption = { value: string; label: string; hint?: string | undefined; aside?: ReactNode }
export type PickerItem = { value: string; label: string; not?: boolean }

/** Picks any number of suggestions; Backspace in an empty field removes the last. `onTyped` hears every letter. */
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
  note?: ReactNode
  oneLine?: boolean
  more?: number
  autoFocus?: boolean
}) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [focused, setFocused] = useState(false)
  const last = picked.at(-1)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && typed === '' && last) onRemove(last)
    // The first Escape closes the list only, not the dialog the field stands in.
    if (event.key === 'Escape' && combobox.dropdownOpened) {
      event.stopPropagation()
      combobox.closeDropdown()
    }
  }
  return (
    <Library>
      <Combobox
        store={combobox}
        onOptionSubmit={value => {
          const option = options.find(candidate => candidate.value === value)
          if (option) onPick(option)
          onTyped('')
          combobox.closeDropdown()
        }}
        offset={4}
        transitionProps={{ duration: 0 }}
        classNames={{
          dropdown: styles.dropdown ?? '',
          options: styles.options ?? '',
          option: styles.option ?? '',
          empty: styles.note ?? '',
        }}
      >
        <Combobox.DropdownTarget>
          <div>
            <FieldBox className={`${styles.field} ${oneLine ? styles.oneLine : ''}`}>
              {more > 0 && <span className={styles.more}>ещё {more},</span>}
              {picked.map(item => (
                <Tag
                  key={`${item.value}${item.not ? '!' : ''}`}
                  inField
                  not={item.not ?? false}
                  value={item.not ? `кроме ${item.label}` : item.label}
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
              <Combobox.EventsTarget withExpandedAttribute>
                <input
                  // biome-ignore lint/a11y/noAutofocus: only where the person already is in this field
                  autoFocus={autoFocus}
                  id={id}
                  role="combobox"
                  aria-expanded={combobox.dropdownOpened}
                  aria-label={label}
                  className={styles.input}
                  value={typed}
                  placeholder={picked.length === 0 || focused || oneLine ? placeholder : ''}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={event => {
                    onTyped(event.currentTarget.value)
                    combobox.openDropdown()
                    combobox.updateSelectedOptionIndex()
                  }}
                  onFocus={() => {
                    setFocused(true)
                    combobox.openDropdown()
                  }}
                  onClick={() => combobox.openDropdown()}
                  onBlur={() => {
                    setFocused(false)
                    combobox.closeDropdown()
                  }}
                  onKeyDown={onKeyDown}
                />
              </Combobox.EventsTarget>
            </FieldBox>
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={options.length === 0 && !note}>
          <Combobox.Options aria-label={label ?? 'Варианты'}>
            {options.map(option => (
              <Combobox.Option key={option.value} value={option.value}>
                <span className={styles.name}>{option.label}</span>
                {option.aside}
                {option.hint && <span className={styles.hint}>{option.hint}</span>}
              </Combobox.Option>
            ))}
            {options.length === 0 && <Combobox.Empty>{note}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Library>
  )
}

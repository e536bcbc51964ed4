import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { FieldBox } from './field.tsx'
import { Library } from './library.tsx'
import styles from './picker.module.css'

export type Suggestion = { value: string; label: string; hint?: string | undefined; aside?: ReactNode }
type Props = {
  id?: string | undefined
  value: string
  onChange: (value: string) => void
  suggestions: readonly Suggestion[]
  onPick: (value: string) => void
  listLabel: string
  inputLabel?: string | undefined
  note?: ReactNode
  before?: ReactNode
  className?: string | undefined
  placeholder?: ((isFocused: boolean) => string | undefined) | undefined
  maxLength?: number | undefined
  autoFocus?: boolean
  picksFirst?: boolean
  /** Opens upwards inside the container of the field, so that a click on a suggestion is not a click outside. */
  upwards?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

/** A text field with suggestions: type, move with arrow keys, pick with Enter. */
export const SuggestionField = (props: Props) => {
  const { id, value, onChange, suggestions, onPick, listLabel, inputLabel, note, before, className } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [focused, setFocused] = useState(false)
  const isEmpty = suggestions.length === 0 && !note
  const first = props.picksFirst && value !== '' ? suggestions[0]?.value : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another first suggestion is chosen again
  useEffect(() => {
    if (first !== undefined) combobox.selectFirstOption()
  }, [first])
  return (
    <Library>
      <Combobox
        store={combobox}
        {...(props.upwards && {
          withinPortal: false,
          position: 'top-start',
          middlewares: { flip: false, shift: true },
        })}
        offset={4}
        transitionProps={{ duration: 0 }}
        onOptionSubmit={picked => {
          onPick(picked)
          combobox.closeDropdown()
        }}
        classNames={{
          dropdown: styles.dropdown ?? '',
          options: `${styles.options} ${props.upwards ? styles.short : ''}`,
          option: styles.option ?? '',
          empty: styles.note ?? '',
        }}
      >
        <Combobox.DropdownTarget>
          <div>
            <FieldBox className={`${styles.field} ${className ?? ''}`}>
              {before}
              <Combobox.EventsTarget withExpandedAttribute>
                <input
                  // biome-ignore lint/a11y/noAutofocus: only where the person already is in this field
                  autoFocus={props.autoFocus}
                  // Otherwise a dialog focuses its close button.
                  data-autofocus={props.autoFocus || undefined}
                  id={id}
                  role="combobox"
                  aria-expanded={combobox.dropdownOpened}
                  aria-autocomplete="list"
                  aria-label={inputLabel}
                  className={styles.input}
                  value={value}
                  placeholder={props.placeholder?.(focused)}
                  maxLength={props.maxLength}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={event => {
                    onChange(event.currentTarget.value)
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
                  onKeyDown={event => {
                    props.onKeyDown?.(event)
                    // The first Escape closes only the list, not the surrounding dialog.
                    if (event.key !== 'Escape' || !combobox.dropdownOpened || isEmpty) return
                    event.stopPropagation()
                    combobox.closeDropdown()
                  }}
                />
              </Combobox.EventsTarget>
            </FieldBox>
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={isEmpty}>
          <Combobox.Options aria-label={listLabel}>
            {suggestions.map(suggestion => (
              <Combobox.Option key={suggestion.value} value={suggestion.value}>
                <span className={styles.name}>{suggestion.label}</span>
                {suggestion.aside}
                {suggestion.hint && <span className="quiet small clamp">{suggestion.hint}</span>}
              </Combobox.Option>
            ))}
            {note && <Combobox.Empty>{note}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Library>
  )
}

import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Combobox, useCombobox } from '@mantine/core'
import { FieldBox } from './field.tsx'
import { Library } from './library.tsx'
import styles from './picker.module.css'

/** One line of free text with suggestions that hold what is typed; nothing has to be picked. */
export type Suggestion = { value: string; hint?: string }

export const SuggestInput = ({
  id,
  value,
  onChange,
  suggestions,
  label,
  note,
  maxLength,
  placeholder,
}: {
  id?: string
  value: string
  onChange: (value: string) => void
  suggestions: readonly Suggestion[]
  label: string
  /** Said under the suggestions about what is typed and is none of them. */
  note?: string | undefined
  maxLength?: number
  placeholder?: string
}) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  return (
    <Library>
      <Combobox
        store={combobox}
        // Inside whatever holds the field, so that a click on a suggestion is not a click outside of it.
        withinPortal={false}
        // Upwards: below a last field stands the button that sends the form.
        position="top-start"
        middlewares={{ flip: false, shift: true }}
        offset={4}
        transitionProps={{ duration: 0 }}
        onOptionSubmit={picked => {
          onChange(picked)
          combobox.closeDropdown()
        }}
        classNames={{
          dropdown: styles.dropdown ?? '',
          options: `${styles.options} ${styles.short}`,
          option: styles.option ?? '',
          empty: styles.note ?? '',
        }}
      >
        <Combobox.DropdownTarget>
          <div>
            <FieldBox className={styles.field}>
              <Combobox.EventsTarget withExpandedAttribute>
                <input
                  id={id}
                  role="combobox"
                  aria-expanded={combobox.dropdownOpened}
                  aria-autocomplete="list"
                  className={styles.input}
                  value={value}
                  placeholder={placeholder}
                  maxLength={maxLength}
                  autoComplete="off"
                  onChange={event => {
                    onChange(event.currentTarget.value)
                    combobox.openDropdown()
                    combobox.updateSelectedOptionIndex()
                  }}
                  onFocus={() => combobox.openDropdown()}
                  onClick={() => combobox.openDropdown()}
                  onBlur={() => combobox.closeDropdown()}
                  onKeyDown={event => {
                    // The first Escape closes the list only.
                    if (event.key !== 'Escape' || !combobox.dropdownOpened || (suggestions.length === 0 && !note))
                      return
                    event.stopPropagation()
                    combobox.closeDropdown()
                  }}
                />
              </Combobox.EventsTarget>
            </FieldBox>
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={suggestions.length === 0 && !note}>
          <Combobox.Options aria-label={label}>
            {suggestions.map(suggestion => (
              <Combobox.Option key={suggestion.value} value={suggestion.value}>
                <span>{suggestion.value}</span>
                {suggestion.hint && <span className={styles.hint}>{suggestion.hint}</span>}
              </Combobox.Option>
            ))}
            {note && <Combobox.Empty>{note}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Library>
  )
}

import { type FormEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { type TextSearchType, textSearchTypes } from '#shared/domain/outcomes.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, type WireRecord } from '#shared/filters/wire.ts'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { CaseValues } from './case-search.ts'
import styles from './main-filters.module.css'
import { searchLineOf, withSearchLine } from './search-text.ts'

const RecentSearches = lazy(() => import('./recent-searches.tsx').then(module => ({ default: module.RecentSearches })))

/** The words line: what is typed, how it is read, and below it what was looked for lately. */
export const SearchLine = ({
  values,
  onChange,
  inputRef,
}: {
  values: CaseValues
  onChange: (values: CaseValues) => void
  inputRef: RefObject<HTMLInputElement | null>
}) => {
  const current = searchLineOf(values)
  const currentMode = textSearchTypes.find(({ value }) => value === values.result_text_search?.mode)?.value ?? 'plain'
  const [text, setText] = useState(current)
  const [mode, setMode] = useState<TextSearchType>(currentMode)
  const [offering, setOffering] = useState(false)
  // The address may change under the line: a removed tag, the browser's «back».
  useEffect(() => setText(current), [current])
  useEffect(() => setMode(currentMode), [currentMode])
  const isUntouched = text.trim() === current
  const apply = (nextMode: TextSearchType) => {
    if (isUntouched && (nextMode === currentMode || !values.result_text_search)) return
    onChange(withSearchLine(values, text, nextMode))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOffering(false)
    apply(mode)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && offering) {
      event.preventDefault()
      inputRef.current?.focus()
      setOffering(false)
    }
    if (event.key !== 'ArrowDown' || event.target !== inputRef.current || !isUntouched) return
    event.preventDefault()
    const first = event.currentTarget.querySelector<HTMLElement>('[data-recent]')
    if (offering && first) first.focus()
    else setOffering(true)
  }
  const pick = (filters: WireRecord) => {
    setOffering(false)
    inputRef.current?.focus()
    setOffering(false)
    onChange(readLenient(caseListFields, filters))
  }
  return (
    <form
      className={styles.find}
      onSubmit={submit}
      onKeyDown={onKey}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOffering(false)
      }}
    >
      <TextInput
        ref={inputRef}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Слова из текста решения, номер дела или УИД"
        placeholder="Слова из решения, номер, УИД"
        value={text}
        onChange={typed => {
          setOffering(false)
          setText(typed)
        }}
        onFocus={() => setOffering(isUntouched)}
        onClick={() => setOffering(isUntouched)}
        onBlur={() => apply(mode)}
        before={
          <span className={styles.mode}>
            <select
              aria-label="Как искать слова"
              value={mode}
              onFocus={() => setOffering(false)}
              onChange={event => {
                const chosen = textSearchTypes.find(({ value }) => value === event.currentTarget.value)
                if (!chosen) return
                setMode(chosen.value)
                apply(chosen.value)
              }}
            >
              {textSearchTypes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        }
        after={
          <kbd className={styles.key} title="Клавиша / ставит курсор сюда">
            /
          </kbd>
        }
      />
      {offering && (
        <Suspense>
          <RecentSearches onPick={pick} onClose={() => inputRef.current?.focus()} />
        </Suspense>
      )}
    </form>
  )
}

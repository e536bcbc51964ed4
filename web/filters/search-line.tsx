import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, type WireRecord } from '#shared/filters/wire.ts'
import type { WrongWords } from '../api/words.ts'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import type { CaseValues } from './case-search.ts'
import styles from './main-filters.module.css'

const MistakeText = lazyPart(() => import('./words-mistake.tsx'), 'MistakeText')
const RecentSearches = lazyPart(() => import('./recent-searches.tsx'), 'RecentSearches')

type Props = {
  values: CaseValues
  onChange: (values: CaseValues) => void
  inputRef: RefObject<HTMLInputElement | null>
}
export const SearchLine = ({ values, onChange, inputRef }: Props) => {
  const current = searchLineOf(values)
  const [asked, askedMode] = [values.result_text_search?.text, values.result_text_search?.mode]
  const currentMode = askedMode ?? 'plain'
  const [text, setText] = useState(current)
  const [mode, setMode] = useState(currentMode)
  const [offering, setOffering] = useState(false)
  const client = useQueryClient()
  const mistakeId = useId()
  const { history } = useRouter()
  const [found, setFound] = useState<WrongWords>()
  // Not for words changed since.
  const wrong = found?.text === text.trim() && found.mode === mode ? found : undefined
  // The answer to a check may arrive after other filters were chosen.
  const latest = useRef({ values, onChange, mode })
  latest.current = { values, onChange, mode }
  // The address may change elsewhere: a removed tag, or the browser's «back».
  useEffect(() => setText(current), [current])
  useEffect(() => setMode(currentMode), [currentMode])
  useEffect(() => {
    if (asked && askedMode) void mistakeOf(client, { text: asked, mode: askedMode }).then(one => one && setFound(one))
  }, [client, asked, askedMode])
  const isUntouched = text.trim() === current
  const apply = async (nextMode: string) => {
    if (isUntouched && (nextMode === currentMode || !askedMode)) return
    const { pathname } = history.location
    const next = withSearchLine(values, text, nextMode).result_text_search
    const mistake = next && (await mistakeOf(client, next))
    // The answer may arrive after other words, or on another page without the line.
    const isLate =
      inputRef.current?.value !== text || latest.current.mode !== nextMode || history.location.pathname !== pathname
    if (next && isLate) return
    if (mistake) setFound(mistake)
    else latest.current.onChange(withSearchLine(latest.current.values, text, nextMode))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOffering(false)
    void apply(mode)
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
        aria-invalid={wrong && true}
        aria-describedby={wrong && mistakeId}
        onFocus={() => setOffering(isUntouched)}
        onClick={() => setOffering(isUntouched)}
        onBlur={() => void apply(mode)}
        before={
          <span className={styles.mode}>
            <select
              aria-label="Как искать слова"
              value={mode}
              onFocus={() => setOffering(false)}
              onChange={event => {
                const chosen = event.currentTarget.value
                setMode(chosen)
                void apply(chosen)
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
          <kbd className={styles.key} title="Клавиша w ставит курсор сюда">
            w
          </kbd>
        }
      />
      {wrong && !offering && (
        <p className={`raised error small ${styles.wrong}`} id={mistakeId} role="alert">
          <MistakeText of={wrong.mistake} text={wrong.text} />
        </p>
      )}
      {offering && <RecentSearches onPick={pick} onClose={() => inputRef.current?.focus()} />}
    </form>
  )
}

type Words = NonNullable<CaseValues['result_text_search']>
const mistakeOf = (client: QueryClient, words: Words): Promise<WrongWords | null> =>
  loadChunk(() => import('../api/words.ts')).then(
    ({ findMistake }) => findMistake(client, words),
    () => null,
  )

/** A УИД (`77RS0001-01-2021-000123-45`) or a number (`5-209/2021 (5-1/2020)`) is searched in its own field. */
const uid = /^\d{2}[a-zа-я]{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}$/i
const number = /^(?:п?\d{1,2}[а-яa-z]?|п)-\d{1,6}(\/\d{4})?([([/\s].*)?$/i

type SearchLineField = 'case_uid' | 'case_number' | 'result_text_search'
export const searchLineField = (text: string): SearchLineField =>
  uid.test(text.trim()) ? 'case_uid' : number.test(text.trim()) ? 'case_number' : 'result_text_search'

/** The values with the text in the matching field; an empty line clears all three. */
export const withSearchLine = (values: CaseValues, text: string, mode: string): CaseValues => {
  const { case_uid: _uid, case_number: _number, result_text_search: _words, ...rest } = values
  const line = text.trim()
  if (line === '') return rest
  const field = searchLineField(line)
  return field === 'result_text_search'
    ? { ...rest, result_text_search: { text: line, mode } }
    : { ...rest, [field]: line }
}

export const searchLineOf = (values: CaseValues): string =>
  values.result_text_search?.text ?? values.case_number ?? values.case_uid ?? ''

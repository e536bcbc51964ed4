import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { WordsMistake } from '#shared/api/words.ts'
import { type TextSearchType, textSearchTypes } from '#shared/domain/outcomes.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, type WireRecord } from '#shared/filters/wire.ts'
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
  const currentMode = textSearchTypes.find(({ value }) => value === values.result_text_search?.mode)?.value ?? 'plain'
  const [text, setText] = useState(current)
  const [mode, setMode] = useState<TextSearchType>(currentMode)
  const [offering, setOffering] = useState(false)
  const client = useQueryClient()
  const mistakeId = useId()
  const [wrong, setWrong] = useState<{ mistake: WordsMistake; text: string }>()
  // What is checked may be answered when other filters have been chosen.
  const latest = useRef({ values, onChange })
  latest.current = { values, onChange }
  // The address may change under the line: a removed tag, the browser's «back».
  useEffect(() => setText(current), [current])
  useEffect(() => setMode(currentMode), [currentMode])
  const words = values.result_text_search
  const [asked, askedMode] = [words?.text, words?.mode]
  useEffect(() => {
    let isNow = true
    setWrong(undefined)
    if (asked !== undefined && askedMode !== undefined)
      void mistakeOf(client, { text: asked, mode: askedMode }).then(
        mistake => isNow && mistake && setWrong({ mistake, text: asked }),
      )
    return () => {
      isNow = false
    }
  }, [client, asked, askedMode])
  const isUntouched = text.trim() === current
  const apply = async (nextMode: TextSearchType) => {
    if (isUntouched && (nextMode === currentMode || !values.result_text_search)) return
    const next = withSearchLine(values, text, nextMode).result_text_search
    const mistake = next && (await mistakeOf(client, next))
    if (mistake) setWrong({ mistake, text: next.text })
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
          setWrong(undefined)
          setText(typed)
        }}
        aria-invalid={wrong !== undefined || undefined}
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
                const chosen = textSearchTypes.find(({ value }) => value === event.currentTarget.value)
                if (!chosen) return
                setMode(chosen.value)
                void apply(chosen.value)
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
const mistakeOf = (client: QueryClient, words: Words): Promise<WordsMistake | null> =>
  loadChunk(() => import('../api/words.ts')).then(
    ({ findMistake }) => findMistake(client, words),
    () => null,
  )

/** A УИД (`77RS0001-01-2021-000123-45`) or a number (`5-209/2021 (5-1/2020)`) is looked for as such. */
const uid = /^\d{2}[a-zа-я]{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}$/i
const number = /^(?:п?\d{1,2}[а-яa-z]?|п)-\d{1,6}(\/\d{4})?([([/\s].*)?$/i

type SearchLineField = 'case_uid' | 'case_number' | 'result_text_search'
export const searchLineField = (text: string): SearchLineField =>
  uid.test(text.trim()) ? 'case_uid' : number.test(text.trim()) ? 'case_number' : 'result_text_search'

/** The values with the line's text in its field; an empty line lets all three go. */
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

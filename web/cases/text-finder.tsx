import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { counted } from '#shared/domain/wording.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { sentenceOf } from '../api/api-error.ts'
import { textHitsQueryOptions } from '../api/case-details.ts'
import { wordsHints } from '../filters/words-hints.ts'
import { IconButton } from '../ui/button.tsx'
import { Select, TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { hitContext, type Paragraph, paragraphOf } from './decision-paragraphs.ts'
import { useListOrigin } from './list-origin.ts'
import styles from './text-finder.module.css'

type Props = {
  text: string
  paragraphs: readonly Paragraph[]
  words: Words
  onChange: (words: Words) => void
  found: ReturnType<typeof useHits>
}
/** «из 21 места», «из 5 мест». */
const ofPlaces = ['места', 'мест', 'мест'] as const
const mostListed = 60
const typingPause = 300

export const TextFinder = ({ text, paragraphs, words, onChange, found }: Props) => {
  const { hits, at, go, error, isSet, more, isFetching } = found
  return (
    <section aria-label="Поиск по тексту">
      <h2 className="h3">Поиск по тексту</h2>
      <WordsField words={words} onChange={onChange} invalid={error !== null} />
      <div className={styles.state} aria-live="polite">
        {error ? (
          <p className="error small" id={errorId}>
            {sentenceOf(error)}
          </p>
        ) : (
          isSet &&
          !(isFetching && hits.length === 0) && (
            <p className={hits.length > 0 ? 'strong' : 'quiet'}>
              {hits.length > 0
                ? `${at + 1}\u00a0из ${more ? `более чем ${hits.length}\u00a0мест` : counted(hits.length, ofPlaces)}`
                : 'В этом решении не встречается.'}
            </p>
          )
        )}
        {hits.length > 0 && (
          <div className={styles.steps} data-steps-bar>
            <span className={styles.count} aria-hidden="true">
              {at + 1} из {hits.length}
            </span>
            <IconButton aria-label="Предыдущее место" title="Предыдущее место (p)" onClick={() => go(at - 1)}>
              <Icon name="up" />
            </IconButton>
            <IconButton aria-label="Следующее место" title="Следующее место (n)" onClick={() => go(at + 1)}>
              <Icon name="down" />
            </IconButton>
          </div>
        )}
      </div>
      <ol className={styles.hits}>
        {hits.slice(0, mostListed).map((hit, n) => {
          const { before, words: sought, after } = hitContext(text, hit)
          return (
            <li key={hit.start}>
              <a
                href={`#${hitId(n)}`}
                aria-current={n === at ? 'true' : undefined}
                onClick={event => {
                  event.preventDefault()
                  go(n)
                }}
              >
                <span className={styles.number}>{paragraphOf(paragraphs, hit)?.number}</span>
                <span className={`clip ${styles.context}`}>
                  {before}
                  <mark>{sought}</mark>
                  {after}
                </span>
              </a>
            </li>
          )
        })}
      </ol>
      {hits.length > mostListed && (
        <p className="quiet small">Показаны первые {mostListed}, остальные отмечены в тексте.</p>
      )}
    </section>
  )
}

const errorId = 'text-words-error'

type WordsFieldProps = { words: Words; onChange: (words: Words) => void; invalid: boolean }
const WordsField = ({ words, onChange, invalid }: WordsFieldProps) => {
  const [typed, setTyped] = useState(words.text)
  // The mode can be chosen before words are typed.
  const [mode, setMode] = useState(modeOf(words.mode))
  useEffect(() => setTyped(words.text), [words.text])
  useEffect(() => {
    if (typed.trim() === words.text) return
    const timer = setTimeout(() => onChange({ text: typed.trim(), mode }), typingPause)
    return () => clearTimeout(timer)
  })
  return (
    <form
      className={styles.field}
      onSubmit={event => {
        event.preventDefault()
        if (typed.trim() !== words.text) onChange({ text: typed.trim(), mode })
      }}
    >
      <TextInput
        icon="search"
        aria-label="Искать в тексте"
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        placeholder="Слова, фраза, ст. 20.2"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Select
        aria-label="Как искать"
        options={textSearchTypes}
        value={mode}
        onChange={chosen => {
          setMode(chosen)
          if (typed.trim()) onChange({ text: typed.trim(), mode: chosen })
        }}
      />
      <p className="quiet small">{wordsHints[mode]}</p>
    </form>
  )
}

/** The words of the address, else those of the list the text was opened from. */
export type Words = ValueOf['words']
const noWords: Words = { text: '', mode: 'plain' }

export const useTextWords = (): { words: Words; change: (words: Words) => void } => {
  const navigate = useNavigate()
  const inAddress = useMatch({
    strict: false,
    select: match => readLenient(wordsFields, match.search).result_text_search,
    structuralSharing: true,
  })
  const from = useListOrigin()
  const [touched, setTouched] = useState(false)
  const ofList = useMemo(() => readLenient(wordsFields, from?.query ?? {}).result_text_search, [from])
  const words = inAddress ?? (touched ? undefined : ofList) ?? noWords
  return {
    words,
    change: next => {
      setTouched(true)
      const words = next.text.trim() ? writeValues(wordsFields, { result_text_search: next }) : {}
      // Keeps the set that is being read.
      const search = ({ set }: { set?: unknown }) => ({ ...words, ...(typeof set === 'string' && { set }) })
      void navigate({ to: '.', search, replace: true, hash: true, state: true, resetScroll: false })
    },
  }
}

const modeOf = (mode: string) => textSearchTypes.find(({ value }) => value === mode)?.value ?? 'plain'

export const useHits = (id: number, words: Words) => {
  const isSet = words.text.trim() !== ''
  const query = writeValues(wordsFields, { result_text_search: words })
  const { data, error, isFetching } = useQuery({
    ...textHitsQueryOptions(id, query),
    enabled: isSet,
    placeholderData: keepPreviousData,
  })
  const found = isSet && !error ? data : undefined
  const hits = useMemo(() => found?.hits ?? [], [found])
  const [at, setAt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin again
  useEffect(() => setAt(0), [hits])
  const go = (to: number): void => {
    if (hits.length === 0) return
    const next = (to + hits.length) % hits.length
    setAt(next)
    showHit(next)
  }
  useShortcuts({ n: () => go(at + 1), p: () => go(at - 1) })
  return {
    hits,
    more: found?.more ?? false,
    at,
    go,
    error: isSet ? error : null,
    isFetching: isSet && isFetching,
    isSet,
  }
}

export const hitId = (hit: number): string => `h${hit + 1}`
export const showHit = (hit: number): void =>
  document.getElementById(hitId(hit))?.scrollIntoView({ block: 'center', behavior: 'instant' })

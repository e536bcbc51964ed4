import { useEffect, useState } from 'react'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { counted } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/client.ts'
import { wordsHints } from '../filters/words-hints.ts'
import { IconButton } from '../ui/button.tsx'
import { Select, TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { hitContext, type Paragraph, paragraphOf } from './decision-paragraphs.ts'
import styles from './text-finder.module.css'
import { hitId, modeOf, type useHits, type Words } from './text-words.ts'

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
  // The mode may be chosen before there are words.
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

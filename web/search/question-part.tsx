import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mostCountedSets } from '#shared/api/case-counts.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseForms, plural, showNumber } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import type { QuestionReading, Reading, Said, Unread } from '#shared/questions/reading.ts'
import { stepsOf } from '#shared/questions/steps.ts'
import { caseCountsQueryOptions } from '../api/case-counts.ts'
import { useChips } from '../filters/chips.ts'
import { rememberNames } from '../filters/remembered.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Tag } from '../ui/tag.tsx'
import { QuestionFind } from './question-find.tsx'
import styles from './question-part.module.css'

type Props = {
  question: QuestionReading
  chosen: number
  onReading: (at: number) => void
  /** Called when it is on screen, with the unread words. */
  onShown: (reading: Reading) => void
  text: string
  onText: (text: string) => void
  onFind: () => void
  onFollow: () => void
}
/**
 * The interpretation of a question: the words with their conditions, and the unread words, which are never dropped
 * silently.
 */
export const QuestionPart = ({ question, chosen, onReading, onShown, text, onText, onFind, onFollow }: Props) => {
  const reading = question.readings[chosen] ?? question.readings[0]
  useEffect(() => rememberNames(reading.names), [reading.names])
  useEffect(() => onShown(reading))
  // With too many conditions only the last ones are counted, because these include the total.
  const steps = stepsOf(reading)
  const uncounted = Math.max(0, steps.length - mostCountedSets)
  const sets = steps.slice(uncounted).map(step => filtersOf(step))
  const counts = useQuery(caseCountsQueryOptions(sets)).data?.counts
  const lines = [...reading.understood, ...reading.unread].toSorted((one, other) => one.from - other.from)
  return (
    <section className={styles.part} aria-label="Как прочитан вопрос">
      {question.readings.length > 1 && (
        <div className={styles.readings}>
          <Segmented
            label="Это можно понять по-разному"
            options={question.readings.map(({ differs }, at) => ({ value: String(at), label: differs }))}
            value={String(chosen)}
            onChange={at => onReading(Number(at))}
          />
        </div>
      )}
      <ul>
        {lines.map(line =>
          'values' in line ? (
            <UnderstoodLine
              key={line.from}
              said={line}
              values={line.values}
              whole={reading.values}
              view={reading.view}
              left={leftOf(counts, reading.understood.indexOf(line) - uncounted)}
              onRemove={() => onText(withoutWords(text, line))}
            />
          ) : (
            <UnreadLine
              key={line.from}
              said={line}
              onSearch={() => onText(quoted(text, line))}
              onRemove={() => onText(withoutWords(text, line))}
            />
          ),
        )}
      </ul>
      {/* Another reading needs a new form. */}
      <QuestionFind
        key={JSON.stringify(reading.values)}
        reading={reading}
        values={casesOf(reading.values)}
        count={counts?.at(-1) ?? undefined}
        onFind={onFind}
        onFollow={onFollow}
      />
    </section>
  )
}

type LineProps = {
  said: Said
  values: AnyValues
  whole: AnyValues
  view: Reading['view']
  left: Left | undefined
  onRemove: () => void
}
const UnderstoodLine = ({ said, values, whole, view, left, onRemove }: LineProps) => {
  // The unit of an amount depends on the penalty of another line.
  const { penalty_type: kinds } = whole
  const chips = useChips(caseListFields, { ...(kinds && { penalty_type: kinds }), ...values }).filter(
    ({ name }) => name !== 'penalty_type' || 'penalty_type' in values,
  )
  return (
    <li className={styles.line}>
      <span className="quiet">
        <span className="sr">прочитано </span>
        {inQuotes(said.words)}
      </span>
      <span className={styles.chips}>
        {chips.map(({ name, label, text, not }) => (
          <Tag
            key={name}
            name={label}
            value={text}
            not={not}
            removeLabel={`Убрать: ${label}, ${text}`}
            onRemove={onRemove}
          />
        ))}
        {chips.length === 0 && viewWords[view.kind]}
      </span>
      {/* Its space is reserved. */}
      <span className={styles.left}>
        {left && chips.length > 0 && (
          <>
            {showNumber(left.count)} <span className="second">{left.words}</span>
          </>
        )}
      </span>
    </li>
  )
}
const viewWords = {
  list: 'Покажем списком',
  charts: 'Покажем графиками',
  table: 'Покажем таблицей',
  people: 'Покажем лица',
} as const

/** How many cases match a condition together with the previous ones; after «или» the number grows. */
type Left = { count: number; words: string }
const leftOf = (counts: readonly (number | null)[] | undefined, at: number): Left | undefined => {
  const [count, before] = [counts?.[at], counts?.[at - 1]]
  if (count === undefined || count === null) return undefined
  if (at === 0) return { count, words: plural(count, caseForms) }
  const isMore = typeof before === 'number' && count > before
  return { count, words: isMore ? 'вместе' : 'осталось' }
}

const UnreadLine = ({ said, onSearch, onRemove }: { said: Unread; onSearch: () => void; onRemove: () => void }) => (
  <li className={styles.line} data-unread>
    <span>
      {inQuotes(said.words)}
      <span className="second">не прочитано</span>
    </span>
    <span>
      {said.why} В поиск это не вошло.
      <span className={styles.acts}>
        <Button look="link" onClick={onSearch}>
          Искать в текстах
        </Button>
        <Button look="link" onClick={onRemove}>
          Убрать слова
        </Button>
      </span>
    </span>
  </li>
)

/** Normalised as for the list. */
const casesOf = (values: AnyValues) => readLenient(caseListFields, writeValues(caseListFields, values))
const filtersOf = (values: AnyValues) => writeValues(caseListFields, casesOf(values))

/** Removes the words with the separating comma and space. */
const withoutWords = (text: string, { from, to }: Said): string =>
  `${text.slice(0, from).replace(/[\s,]+$/, '')} ${text.slice(to).replace(/^[\s,]+/, '')}`.trim()
/** Quoted words are searched in texts. */
const quoted = (text: string, { from, to, words }: Said): string => `${text.slice(0, from)}«${words}»${text.slice(to)}`

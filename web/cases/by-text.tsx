import { Link } from '@tanstack/react-router'
import type { Decision } from '#shared/api/decisions.ts'
import type { FullCase } from '#shared/api/full-case.ts'
import { barePenalty, isProbable, penaltyKinds, penaltyText } from '#shared/domain/penalty-wording.ts'
import { pleas, readOutcomes, reviews } from '#shared/domain/read-outcomes.ts'
import { counted, lowerFirst, upperFirst } from '#shared/domain/wording.ts'
import { isImposed, isPenaltyShown } from '../filters/case-wording.ts'
import { penaltyLines } from '../filters/penalty-lines.ts'
import styles from './by-text.module.css'

export const ByText = ({ one }: { one: FullCase }) => {
  const { decision } = one
  if (decision === null) return null
  const byText = one.penalties.filter(({ by_text }) => by_text)
  const isQuoted = byText.some(({ text }) => text === decision.evidence)
  return (
    <section>
      <h3>Извлечено из решения</h3>
      {byText.length > 0 ? (
        sentencesOf({ ...one, penalties: byText }).map(words => <p key={words}>{words}</p>)
      ) : (
        <p>{readWords(one, decision)}</p>
      )}
      {decision.evidence && !isQuoted && (
        <blockquote className={`court ${styles.evidence}`} cite={`/cases/text/${one.id}`}>
          «{decision.evidence}»
        </blockquote>
      )}
      {factLines(decision).map(({ words, evidence }) => (
        <Told key={words} words={words} evidence={evidence} />
      ))}
      {decision.facts.masks.count > 0 && (
        <p className="quiet small">
          Суд скрыл {counted(decision.facts.masks.count, ['место', 'места', 'мест'])} в{'\u00a0'}тексте
        </p>
      )}
      <p className="quiet small">
        {decision.outcome === 'error'
          ? 'Программа не нашла в\u00a0тексте, чем кончилось дело.'
          : 'Извлечено программой, возможны ошибки.'}{' '}
        Сверьтесь с{'\u00a0'}
        <Link to="/cases/text/$id" params={{ id: String(one.id) }}>
          текстом
        </Link>
        .
      </p>
    </section>
  )
}

const Told = ({ words, evidence }: { words: string; evidence: string }) => (
  <details className={styles.fact}>
    <summary>{words}</summary>
    <blockquote className={`court ${styles.evidence}`}>«{evidence}»</blockquote>
  </details>
)

type DefenceParam = FullCase['defence_params'][number]
export const Circumstance = ({ one, param }: { one: FullCase; param: DefenceParam }) => {
  const told = one.decision?.facts.defence_params.find(({ key, value }) => key === param.key && value === param.value)
  return param.by_text && told ? <Told words={param.value} evidence={told.evidence} /> : param.value
}

export const FromText = () => <span className="quiet small"> извлечено из{'\u00a0'}решения</span>

const labelOf = <T extends string>(list: readonly { value: T; label: string }[], value: T): string =>
  list.find(known => known.value === value)?.label ?? value

/** One of several penalties must not be shown as the whole outcome. */
export const readWords = ({ penalties }: Pick<FullCase, 'penalties'>, decision: Decision): string =>
  penaltyKinds[decision.outcome] !== undefined && penalties.filter(isPenaltyShown).length > 1
    ? 'Наказания назначены'
    : outcomeWords(decision)

export const outcomeWords = ({ outcome, value, hidden, review, certainty }: Decision): string => {
  const read = { ...barePenalty, type: outcome, value, hidden, text: '', by_text: true, person: null }
  const words = isImposed(read) ? penaltyText(read) : labelOf(readOutcomes, outcome)
  const reviewed = review === null ? undefined : labelOf(reviews, review)
  // An outcome that equals the result of the review is shown once.
  const isSame = outcome === 'no_data' || outcome === 'upheld'
  const whole =
    reviewed === undefined || outcome === 'complaint_returned'
      ? words
      : isSame
        ? reviewed
        : `${reviewed}: ${lowerFirst(words)}`
  return upperFirst(outcome !== 'error' && isProbable({ certainty }) ? `вероятно, ${lowerFirst(whole)}` : whole)
}
const sentencesOf = (one: FullCase): string[] => penaltyLines(one).each.map(upperFirst)

type Line = { words: string; evidence: string }
const factLines = ({ facts }: Decision): Line[] => [
  ...(facts.plea === null ? [] : [{ words: labelOf(pleas, facts.plea.said), evidence: facts.plea.evidence }]),
  ...facts.counsel.slice(0, 1).map(({ evidence }) => ({ words: 'Участвовал защитник', evidence })),
]

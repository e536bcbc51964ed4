import { Link } from '@tanstack/react-router'
import type { DeadlineRow as Row, UpcomingDeadline } from '#shared/api/deadlines.ts'
import { daysBetween, ownDay, showDate } from '#shared/domain/dates.ts'
import { deadlineKinds } from '#shared/domain/deadlines/case-facts.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { lowerFirst } from '#shared/domain/wording.ts'
import { shortName } from '../filters/case-wording.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { withCity } from '../filters/titles.ts'
import styles from './deadlines.module.css'
import { leftWords } from './left-words.ts'

/** The grounds of a deadline: shown only together with its date, and the date only with them. */
export const RestsOn = ({ one: { assumption, edition, quote } }: { one: Row }) => (
  <dl className={styles.rests}>
    {quote !== null && (
      <>
        <dt>Слова суда</dt>
        <dd>«{quote}»</dd>
      </>
    )}
    <dt>Допущение</dt>
    <dd>{assumption}</dd>
    <dt>Правило</dt>
    <dd>
      <Link to="/deadlines/rules" hash={edition.term}>
        {noBreak(edition.article)}
      </Link>
      {editionWords(edition)}
    </dd>
    <dt>Источник</dt>
    <dd>
      {edition.source.url === null ? (
        edition.source.title
      ) : (
        <a href={edition.source.url} rel="noopener noreferrer" target="_blank">
          {edition.source.title}
        </a>
      )}
      , {confidenceWords[edition.confidence]}
    </dd>
  </dl>
)
export const confidenceWords = {
  high: 'достоверность высокая',
  medium: 'прочитано частично',
  low: 'достоверность низкая',
} as const

/** «, редакция с 29 октября 2024» */
const editionWords = ({ since, until, law }: Pick<Row['edition'], 'since' | 'until' | 'law'>): string => {
  const days =
    since === null
      ? until === null
        ? ', с\u00a0какого дня действует, не\u00a0установлено'
        : `, редакция до ${showDate(until)}`
      : `, редакция с\u00a0${showDate(since)}${until === null ? '' : ` по\u00a0${showDate(until)}`}`
  return `${days}${law === null ? '' : `; ${noBreak(law)}`}`
}

const daysLeft = ({ date }: { date: string }): number => daysBetween(ownDay(), date)
export const Left = ({ of: { certainty, date } }: { of: Row }) => {
  if (date === null) return null
  const days = daysLeft({ date })
  const words = leftWords(certainty, days)
  const isSoon = certainty !== 'not_before' && days >= 0 && days <= soonDays
  return words !== undefined && <span className={isSoon ? styles.soon : 'quiet'}>{words}</span>
}
const soonDays = 7

/** Two terms of one kind, such as custody, differ by their quotes. */
export const deadlineKey = ({ kind, person, date, quote }: Row): string => `${kind} ${person} ${date} ${quote}`

/** Deadlines of several cases, one per line: many share the law and its source, which are shown on demand. */
export const UpcomingRows = ({ rows }: { rows: readonly UpcomingDeadline[] }) => (
  <ul className={styles.rows}>
    {rows.map(row => (
      <li key={`${row.case.id} ${deadlineKey(row.deadline)}`}>
        <Upcoming row={row} />
      </li>
    ))}
  </ul>
)

const Upcoming = ({ row: { case: one, deadline } }: { row: UpcomingDeadline }) => {
  const [first, ...others] = one.people
  const kind = deadlineKinds[deadline.kind]
  const court = withCity(one.court)
  return (
    <>
      <p className={styles.due}>
        <b className="strong">{dayWords(deadline)}</b> <Left of={deadline} />
      </p>
      <p className={styles.what}>
        <span className="together">{kind}:</span>{' '}
        <LinkToCase id={one.id}>
          {first && (
            <>
              <span className="clip">{`${peopleWords(first)}${others.length > 0 ? ' ' : ', '}`}</span>
              {/* Never truncated: a row with several people would seem to be about the first one. */}
              {others.length > 0 && <span className="together">{`и\u00a0ещё ${others.length}, `}</span>}
            </>
          )}
          <span className="together">{one.case_number}</span>
        </LinkToCase>{' '}
        {/* Many courts have a case with this number. */}
        <span className={styles.court}>{court}</span>
      </p>
      <p className={styles.brief}>
        {deadline.brief ?? deadline.assumption}
        {deadline.missing && (
          <>
            {' '}
            <Link className="screen-only together" to="/cases/$id" params={{ id: String(one.id) }} hash="deadlines">
              Указать день
            </Link>
          </>
        )}
      </p>
      <details className={styles.why}>
        <summary aria-label={`Основание: ${lowerFirst(kind)}, ${one.case_number}, ${court}`}>
          <span>Основание</span>
        </summary>
        <RestsOn one={deadline} />
      </details>
    </>
  )
}
/** «до» for custody: a bare day would read as its first day. */
const dayWords = ({ kind, certainty, date }: UpcomingDeadline['deadline']): string =>
  `${certainty === 'not_before' ? 'не\u00a0раньше ' : kind === 'custody' ? 'до\u00a0' : ''}${showDate(date)}`
const peopleWords = ({ name, hidden }: UpcomingDeadline['case']['people'][number]): string =>
  hidden ? name : shortName(name)

/** «Ближайший срок: обжалование, через 6 дней»; only future ones. */
export const nearestLine = (rows: readonly UpcomingDeadline[]): string | undefined => {
  const nearest = rows.find(({ deadline }) => daysLeft(deadline) >= 0)
  if (nearest === undefined) return undefined
  const { deadline } = nearest
  const kind = lowerFirst(deadlineKinds[deadline.kind])
  if (deadline.kind === 'custody') return `Ближайший срок: ${kind} ${dayWords(deadline)}`
  const left = leftWords(deadline.certainty, daysLeft(deadline))
  return `Ближайший срок: ${kind}, ${deadline.certainty === 'not_before' ? dayWords(deadline) : left}`
}

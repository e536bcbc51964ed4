import { Link } from '@tanstack/react-router'
import type { CaseRow } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { Status } from '../ui/status.tsx'
import styles from './case-cards.module.css'
import { articleLines, hearingOf, isNew, penaltyText, personName } from './case-wording.ts'
import { courtTitle } from './court-title.ts'
import { Star, useFavourite } from './favourite.tsx'
import type { OpenedFrom } from './neighbours.ts'
import { outcomeOf } from './outcome.ts'

/** The list on a narrow screen: what the table says, in the order a person asks. */
export const CaseCards = ({ rows, openedFrom }: { rows: readonly CaseRow[]; openedFrom: OpenedFrom }) => {
  const toggle = useFavourite()
  const now = new Date()
  return (
    <ul className={styles.cards} aria-label="Дела">
      {rows.map(row => (
        <Card key={row.id} row={row} now={now} openedFrom={openedFrom} onToggle={toggle} />
      ))}
    </ul>
  )
}

const Card = ({
  row,
  now,
  openedFrom,
  onToggle,
}: {
  row: CaseRow
  now: Date
  openedFrom: OpenedFrom
  onToggle: (row: CaseRow) => void
}) => {
  const people = whoOf(row)
  const hearing = hearingOf(row)
  const result = row.result_type && outcomeOf(row.result_type.title)
  const penalty = row.penalties.find(({ type }) => type !== 'no_data' && type !== 'error')
  return (
    <li className={styles.card} data-case={row.id}>
      <div className={styles.top}>
        <Link
          to="/cases/$id"
          params={{ id: String(row.id) }}
          state={{ openedFrom }}
          className={styles.number}
          data-case-link
        >
          {row.case_number}
        </Link>
        <span className="quiet small">
          {articleLines(row).first && `${articleLines(row).first}, `}
          {row.stage}-я{'\u00a0'}инст.
        </span>
        {isNew(row.entry_date, now) && <span className={styles.fresh}>новое</span>}
        <Star row={row} onToggle={() => onToggle(row)} />
      </div>
      <p className={styles.who}>{people.hidden ? <span className="masked">{people.text}</span> : people.text}</p>
      <div className={styles.facts}>
        {result && row.state !== 'is_planned' ? (
          <Status sign={result.sign} plain>
            {result.short}
          </Status>
        ) : (
          <Status sign={hearing.sign}>{[hearing.label, hearing.when].filter(Boolean).join(' ')}</Status>
        )}
        {penalty && <span>{penaltyText(penalty)}</span>}
      </div>
      <p className="quiet small">
        {courtTitle(row.court)}, {regionTitle(row.court.region)}
        <br />
        {[row.entry_date && `Поступило ${showDate(row.entry_date)}`, row.judge && `судья ${personName(row.judge.name)}`]
          .filter(Boolean)
          .join(', ')}
      </p>
    </li>
  )
}

const whoOf = (row: CaseRow): { text: string; hidden: boolean } => {
  const [first, ...others] = row.defendants
  const more = others.length > 0 ? ` и ещё ${others.length}` : ''
  if (!first)
    return { text: row.defendants_hidden ? 'Информация скрыта' : 'Лица не указаны', hidden: row.defendants_hidden }
  return { text: `${personName(first.name) || 'Информация скрыта'}${more}`, hidden: first.hidden }
}

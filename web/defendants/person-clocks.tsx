import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Defendant } from '#shared/api/defendants.ts'
import type { Clock } from '#shared/api/risk.ts'
import { showDate } from '#shared/domain/dates.ts'
import { personRiskQuery } from '../api/defendants.ts'
import { Status } from '../ui/status.tsx'
import { countWords, lineWords, untilWords } from './clock-wording.ts'
import styles from './person-clocks.module.css'

/** Repeat prosecution of a person: what counts, until when, and what is coming. Nothing where no clock runs. */
export const PersonClocks = ({ person }: { person: Defendant }) => {
  const { data } = useQuery(personRiskQuery(person.id))
  if (!data || data.clocks.length === 0) return null
  return (
    <section className={styles.clocks} aria-labelledby="person-clocks">
      <h2 id="person-clocks">Повторная ответственность</h2>
      <ul>
        {data.clocks.map(clock => (
          <OneClock key={clock.rule.id} clock={clock} />
        ))}
      </ul>
      <p className="quiet small">По данным сайтов судов и только по делам, открытым вам; это не правовой вывод.</p>
    </section>
  )
}

const OneClock = ({ clock }: { clock: Clock }) => (
  <li className={styles.clock}>
    <p>
      <Status sign={clock.at_line ? 'changed' : 'none'}>{lineWords(clock)}</Status>
    </p>
    <p className={styles.until}>
      {countWords(clock.counted.length)} по{'\u00a0'}ст.{'\u00a0'}
      {clock.rule.articles.replace(/^КоАП /, '')} КоАП — {untilWords(clock)}.
    </p>
    <ul className={styles.cases}>
      {clock.counted.map(one => (
        <li key={one.id}>
          <CaseLink one={one} />{' '}
          <span className="quiet small">
            {showDate(one.from)} — {showDate(one.until)}
          </span>
        </li>
      ))}
      {clock.coming.map(one => (
        <li key={one.id}>
          <CaseLink one={one} />{' '}
          <span className="quiet small">
            рассматривается{one.entry_date && `, поступило ${showDate(one.entry_date)}`}
            {clock.crossing?.id === one.id && ` — ${crossings[clock.crossing.how]}`}
          </span>
        </li>
      ))}
    </ul>
    <details className="small">
      <summary>Правило</summary>
      <p className="quiet">
        {clock.rule.follows}: {clock.rule.says}. {clock.rule.source}.
      </p>
    </details>
  </li>
)

const crossings = { beyond: 'переходит предел', reaches: 'доводит до предела' } as const

const CaseLink = ({ one }: { one: { id: number; case_number: string } }) => (
  <Link to="/cases/$id" params={{ id: String(one.id) }}>
    № {one.case_number}
  </Link>
)

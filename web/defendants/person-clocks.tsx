import { useQuery } from '@tanstack/react-query'
import type { Defendant } from '#shared/api/defendants.ts'
import type { Clock } from '#shared/api/risk.ts'
import { clockDoubts } from '#shared/domain/clock-doubts.ts'
import { showDate } from '#shared/domain/dates.ts'
import { personRiskQueryOptions } from '../api/defendants.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { Status } from '../ui/status.tsx'
import {
  countWords,
  earliestWords,
  lineWords,
  namedWords,
  noteWords,
  periodWords,
  untilWords,
} from './clock-wording.ts'
import styles from './person-clocks.module.css'

/** Rules that are not computed are only named. */
/** `day`: as known at its end; absent means now. */
export const PersonClocks = ({ person, day }: { person: Defendant; day: string | undefined }) => {
  const { data } = useQuery(personRiskQueryOptions(person.id, day))
  if (!data || (data.clocks.length === 0 && data.named.length === 0)) return null
  return (
    <section className={styles.clocks} aria-labelledby="person-clocks">
      <h2 id="person-clocks">Повторная ответственность</h2>
      {data.clocks.length > 0 && (
        <ul>
          {data.clocks.map(clock => (
            <OneClock key={clock.rule.id} clock={clock} isNow={day === undefined} />
          ))}
        </ul>
      )}
      {data.named.length > 0 && (
        <details className={`small ${styles.named}`}>
          <summary>Есть правила, которые не{'\u00a0'}считаются</summary>
          <ul className="quiet">
            {data.named.map(rule => (
              <li key={rule.id}>{namedWords(rule)}.</li>
            ))}
          </ul>
        </details>
      )}
      <p className="quiet small">По данным сайтов судов и только по делам, открытым вам; это не правовой вывод.</p>
    </section>
  )
}

const OneClock = ({ clock, isNow }: { clock: Clock; isNow: boolean }) => (
  <li className={styles.clock}>
    <p>
      <Status sign={clock.at_line && clock.rule.kind === 'koap-to-uk' ? 'changed' : 'none'}>{lineWords(clock)}</Status>
    </p>
    {clock.end && (
      <p className={styles.until}>
        {countWords(clock.counted.length)} по{'\u00a0'}ст.{'\u00a0'}
        {clock.rule.articles.replace(/^КоАП /, '')} КоАП; {untilWords(clock.end, isNow)}
        {earliestWords(clock.end, clock.rule)}.
      </p>
    )}
    <ul className={styles.cases}>
      {clock.counted.map(one => (
        <li key={one.id}>
          <LinkToCase id={one.id}>№ {one.case_number}</LinkToCase>{' '}
          <span className="quiet small">{periodWords(one, clock.rule)}</span>
        </li>
      ))}
      {clock.coming.map(one => (
        <li key={one.id}>
          <LinkToCase id={one.id}>№ {one.case_number}</LinkToCase>{' '}
          <span className="quiet small">
            рассматривается{one.entry_date && `, поступило ${showDate(one.entry_date)}`}
            {clock.crossing?.id === one.id && ` — ${crossings[clock.crossing.how]}`}
          </span>
        </li>
      ))}
    </ul>
    {clock.doubtful.length > 0 && (
      <div className={styles.doubtful}>
        <p className="small">Под вопросом, не{'\u00a0'}учитывается:</p>
        <ul className={styles.cases}>
          {clock.doubtful.map(one => (
            <li key={one.id}>
              <LinkToCase id={one.id}>№ {one.case_number}</LinkToCase>{' '}
              <span className="quiet small">
                {one.court && `${one.court} — `}
                {clockDoubts[one.reason]}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )}
    {noteWords(clock.rule).map(note => (
      <p key={note} className="quiet small">
        {note}
      </p>
    ))}
    <details className="small">
      <summary>Правило</summary>
      <p className="quiet">
        {clock.rule.follows}: {clock.rule.says}.
        {clock.rule.next !== clock.rule.articles && ` Новое нарушение — ${clock.rule.next}.`} {clock.rule.source}.
      </p>
    </details>
  </li>
)

const crossings = { beyond: 'сверх порога', reaches: 'достигает порога' } as const

import { useQuery } from '@tanstack/react-query'
import type { Defendant } from '#shared/api/defendants.ts'
import type { Clock } from '#shared/api/risk.ts'
import { addDays, showDate, showDateRange, yearOf } from '#shared/domain/dates.ts'
import { personRiskQueryOptions } from '../api/defendants.ts'
import { unbroken } from './clock-wording.ts'
import styles from './person-strip.module.css'
import { markOnStrip, periodOnStrip, placeOfDay, type Strip, stripAround } from './strip-time.ts'

/** Two years of a person's cases with shaded periods of repeat prosecution. The text below says the same. */
export const PersonStrip = ({ person, day }: { person: Defendant; day: string | undefined }) => {
  const { data } = useQuery(personRiskQueryOptions(person.id, day))
  if (!data) return null
  const strip = stripAround(data.today)
  const marks = person.cases.flatMap(one => markOnStrip(one, strip))
  const clocks = data.clocks.filter(({ counted }) => counted.some(one => periodOnStrip(strip, one)))
  if (marks.length === 0 && clocks.length === 0) return null
  const today = placeOfDay(strip, data.today)
  return (
    <section className={styles.section} aria-labelledby="person-strip">
      <h2 id="person-strip">
        Два года{' '}
        <span className="quiet small">{showDateRange({ min: strip.from, max: addDays(strip.until, -1) })}</span>
      </h2>
      <div className={styles.strip}>
        <Months strip={strip} />
        <p className={styles.name}>Дела</p>
        <div className={styles.lane}>
          <Today at={today} />
          {marks.map(({ one, at, date, sign, what }) => (
            <span
              key={`${one.id} ${what}`}
              role="img"
              className={styles.mark}
              data-sign={sign}
              style={{ left: `${at}%` }}
              aria-label={`№ ${one.case_number}: ${what} ${showDate(date)}`}
              title={`№ ${one.case_number}: ${what} ${showDate(date)}`}
            />
          ))}
        </div>
        {clocks.map(clock => (
          <Lane key={clock.rule.id} clock={clock} strip={strip} today={today} />
        ))}
      </div>
      <p className="quiet small">
        Отметка — дело: решение, а пока его нет — поступление или заседание.
        {clocks.length > 0 &&
          ' Закрашено время, в которое новое нарушение может быть повторным; без правого края — конец срока неизвестен или за краем.'}
      </p>
    </section>
  )
}

const Months = ({ strip }: { strip: Strip }) => (
  <div className={styles.months} aria-hidden="true">
    {strip.months.map(({ day, at, width }) => (
      <span key={day} style={{ left: `${at}%`, width: `${width}%` }} data-quarter={isQuarter(day) || undefined}>
        {day.endsWith('-01-01') || day === strip.from ? <b>{yearOf(day)}</b> : null}
        {monthName.format(new Date(`${day}T00:00:00Z`)).slice(0, 3)}
      </span>
    ))}
  </div>
)
const monthName = new Intl.DateTimeFormat('ru', { month: 'short', timeZone: 'UTC' })
const isQuarter = (day: string): boolean => (Number(day.slice(5, 7)) - 1) % 3 === 0

const Today = ({ at }: { at: number }) => <span className={styles.today} style={{ left: `${at}%` }} />

const Lane = ({ clock, strip, today }: { clock: Clock; strip: Strip; today: number }) => (
  <>
    <p className={styles.name}>
      {clock.rule.articles.split('; ').map(unbroken).join('; ')} → {unbroken(clock.rule.follows)}
    </p>
    <div className={styles.lane}>
      <Today at={today} />
      {clock.counted.map(one => {
        const shade = periodOnStrip(strip, one)
        const words = `№ ${one.case_number}: с ${showDate(one.from)} ${one.until_is_earliest ? 'как минимум ' : ''}по ${showDate(one.until)}`
        return (
          shade && (
            <span
              key={one.id}
              role="img"
              className={styles.shade}
              data-before={shade.beginsBefore || undefined}
              data-after={shade.endsAfter || undefined}
              style={{ left: `${shade.at}%`, width: `${shade.width}%` }}
              aria-label={words}
              title={words}
            />
          )
        )
      })}
    </div>
  </>
)

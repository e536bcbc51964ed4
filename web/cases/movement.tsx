import { useId } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { showDayMonth, yearOf } from '#shared/domain/dates.ts'
import { calmTitle } from '../filters/calm-title.ts'
import { dayAt, daysAway, moscowDistance } from './court-time.ts'
import sectionStyles from './instance.module.css'
import styles from './movement.module.css'

/** What happened and what is set to happen, by the court's own clock. Hearings ahead of us carry the accent. */
type CaseEvent = FullCase['events'][number]

export const Movement = ({ one }: { one: FullCase }) => {
  const titleId = useId()
  const now = new Date()
  const events = one.events
  const years = new Set(events.map(event => yearOf(event.date)))
  const [onlyYear] = years.size === 1 ? years : []
  return (
    <section className={sectionStyles.instance} aria-labelledby={titleId}>
      <h3 id={titleId}>
        Движение дела
        {onlyYear && <span className={styles.year}>{onlyYear}</span>}
        <span className="sr">, {one.stage === 1 ? 'первая инстанция' : 'вторая инстанция'}</span>
      </h3>
      {events.length === 0 ? (
        <p className="quiet small">В источнике нет движения дела.</p>
      ) : (
        <ol className={styles.events}>
          {events.map((event, at) => {
            const kind = kindOf(event, one, now)
            const year = yearOf(event.date)
            const isNewYear = years.size > 1 && year !== (events[at - 1] && yearOf(events[at - 1]?.date ?? ''))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity of their own, and never move
              <li key={at} data-kind={kind}>
                {isNewYear && <p className={styles.yearLine}>{year}</p>}
                <p className={styles.when}>
                  {showDayMonth(event.date)}
                  <span className="quiet">{event.time}</span>
                </p>
                <div className={styles.what}>
                  <b>{calmTitle(event.type)}</b>
                  <Details event={event} next={kind === 'next'} zone={one.court.time_zone} now={now} />
                </div>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

/** `next`: a hearing ahead; `key`: the hearing that brought the result; `past`: other hearings; `step`: everything else. */
const kindOf = (event: CaseEvent, one: FullCase, now: Date): 'next' | 'key' | 'past' | 'step' => {
  const isAhead = event.happens_at
    ? Date.parse(event.happens_at) > now.getTime()
    : event.date >= dayAt(now, one.court.time_zone)
  if (event.is_hearing && isAhead && !one.result_date) return 'next'
  if (!event.is_hearing) return 'step'
  return event.date === one.result_date && event.result !== '' ? 'key' : 'past'
}

const Details = ({ event, next, zone, now }: { event: CaseEvent; next: boolean; zone: string; now: Date }) => {
  const words = [
    next && daysAway(event.date, dayAt(now, zone)),
    event.result && calmTitle(event.result),
    event.hall && `зал ${event.hall}`,
    event.note,
    next && event.time && distanceWords(moscowDistance(zone, new Date(event.happens_at ?? event.date))),
  ].filter(Boolean)
  return words.length > 0 ? <p className="quiet">{words.join(', ')}</p> : null
}

/** Where the court's clock is Moscow's there is nothing to say. */
const distanceWords = (distance: string): string =>
  distance === 'мск' || distance === '' ? '' : `время суда, ${distance}`

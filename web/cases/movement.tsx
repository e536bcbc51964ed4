import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { showDayMonth, yearOf } from '#shared/domain/dates.ts'
import { hallWords } from '#shared/domain/wording.ts'
import { caseOutcome } from '../filters/outcome.ts'
import { calmTitle } from '../filters/titles.ts'
import timeline from '../ui/timeline.module.css'
import { dayAt, daysAway, moscowDistance } from './court-time.ts'
import sectionStyles from './instance.module.css'
import { useListOrigin } from './list-origin.ts'
import styles from './movement.module.css'
import { type Moment, timelineOf } from './timeline.ts'

/** By the court's own clock. */
type CaseEvent = FullCase['events'][number]

export const Movement = ({ one }: { one: FullCase }) => {
  const titleId = useId()
  const now = new Date()
  const moments = timelineOf(one, now)
  const years = new Set(moments.map(({ date }) => yearOf(date)))
  const sign = one.result_type ? caseOutcome(one.result_type.title).sign : undefined
  const [onlyYear] = years.size === 1 ? years : []
  return (
    <section className={sectionStyles.instance} aria-labelledby={titleId}>
      <h3 id={titleId}>
        Движение дела
        {onlyYear && <span className={styles.year}>{onlyYear}</span>}
        <span className="sr">, {one.stage === 1 ? 'первая инстанция' : 'вторая инстанция'}</span>
      </h3>
      {moments.length === 0 ? (
        <p className="quiet small">В источнике нет движения дела.</p>
      ) : (
        <ol className={styles.events}>
          {moments.map((moment, at) => {
            const year = yearOf(moment.date)
            const isNewYear = years.size > 1 && year !== yearOf(moments[at - 1]?.date ?? '')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity of their own, and never move
              <li key={at} data-kind={moment.kind} data-sign={moment.kind === 'key' ? sign : undefined}>
                {isNewYear && <p className={styles.yearLine}>{year}</p>}
                <p className={styles.when}>
                  {showDayMonth(moment.date)}
                  {moment.kind !== 'fact' && <span className="quiet">{moment.event.time}</span>}
                </p>
                <div className={`${timeline.mark} ${styles.what}`}>
                  <What moment={moment} one={one} now={now} />
                </div>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

const What = ({ moment, one, now }: { moment: Moment; one: FullCase; now: Date }) => {
  const from = useListOrigin()
  if (moment.kind !== 'fact')
    return (
      <>
        <b>{calmTitle(moment.event.type)}</b>
        <Details event={moment.event} next={moment.kind === 'next'} zone={one.court.time_zone} now={now} />
      </>
    )
  if (moment.fact === 'valid')
    return (
      <b>{moment.date > dayAt(now, one.court.time_zone) ? 'Вступит в законную силу' : 'Вступило в законную силу'}</b>
    )
  return (
    <>
      <b>Опубликован текст решения</b>
      {one.has_result_text && (
        <p className="screen-only">
          <Link to="/cases/text/$id" params={{ id: String(one.id) }} state={{ ...(from && { openedFrom: from }) }}>
            Читать решение
          </Link>
        </p>
      )}
    </>
  )
}

const Details = ({ event, next, zone, now }: { event: CaseEvent; next: boolean; zone: string; now: Date }) => {
  const words = [
    event.is_possible_hearing && 'вероятно, заседание',
    next && daysAway(event.date, dayAt(now, zone)),
    event.result && calmTitle(event.result),
    event.hall && hallWords(event.hall),
    event.note,
    next && event.time && distanceWords(moscowDistance(zone, new Date(event.happens_at ?? event.date))),
  ].filter(Boolean)
  return words.length > 0 ? <p className="quiet">{words.join(', ')}</p> : null
}

const distanceWords = (distance: string): string =>
  distance === 'мск' || distance === '' ? '' : `время суда, ${distance}`

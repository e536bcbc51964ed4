import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { dayIn, farthestHearing, showDayMonth, yearOf } from '#shared/domain/dates.ts'
import { hallWords } from '#shared/domain/wording.ts'
import { caseOutcome, courtTitle, sentenceCase } from '../filters/titles.ts'
import timeline from '../ui/timeline.module.css'
import { daysAway, moscowDistance } from './court-time.ts'
import sectionStyles from './instance.module.css'
import { useListOrigin } from './list-origin.ts'
import styles from './movement.module.css'

type CaseEvent = FullCase['events'][number]

/** Past and future events of a matter through its instances, as one timeline with today marked. */
export const Movement = ({ instances }: { instances: readonly FullCase[] }) => {
  const titleId = useId()
  const now = new Date()
  const moments = wholeTimeline(instances, now)
  const years = new Set(moments.map(({ date }) => yearOf(date)))
  const [onlyYear] = years.size === 1 ? years : []
  return (
    <section className={sectionStyles.instance} aria-labelledby={titleId}>
      <h2 id={titleId} className="h3">
        Движение дела
        {onlyYear && <span className={styles.year}>{onlyYear}</span>}
      </h2>
      {moments.length === 0 ? (
        <p className="quiet small">В источнике нет движения дела.</p>
      ) : (
        <ol className={styles.events}>
          {moments.map((moment, at) => {
            const before = moments[at - 1]
            const year = yearOf(moment.date)
            const isNewYear = years.size > 1 && year !== yearOf(before?.date ?? '')
            const isNewInstance = instances.length > 1 && moment.of !== undefined && moment.of !== lastOf(moments, at)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity of their own, and never move
              <li key={at} data-kind={moment.kind} data-sign={moment.kind === 'key' ? signOf(moment.of) : undefined}>
                {isNewInstance && moment.of && <InstanceLine one={moment.of} />}
                {isNewYear && <p className={styles.yearLine}>{year}</p>}
                <p className={styles.when}>
                  {showDayMonth(moment.date)}
                  {'event' in moment && <span className="quiet">{moment.event.time}</span>}
                </p>
                <div className={`${timeline.mark} ${styles.what}`}>
                  {moment.kind === 'today' ? <b>Сегодня</b> : <What moment={moment} one={moment.of} now={now} />}
                </div>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

const signOf = ({ result_type }: FullCase) => result_type && caseOutcome(result_type.title).sign

const InstanceLine = ({ one }: { one: FullCase }) => (
  <p className={styles.instanceLine}>
    <b>{one.stage === 1 ? 'Первая инстанция' : 'Вторая инстанция'}</b>{' '}
    <span className="quiet small">
      № {one.case_number}, {courtTitle(one.court)}
    </span>
  </p>
)

const What = ({ moment, one, now }: { moment: Moment<FullCase>; one: FullCase; now: Date }) => {
  const from = useListOrigin()
  if (moment.kind !== 'fact')
    return (
      <>
        <b>{sentenceCase(moment.event.type)}</b>
        <Details event={moment.event} next={moment.kind === 'next'} zone={one.court.time_zone} now={now} />
      </>
    )
  if (moment.fact === 'valid')
    return (
      <b>{moment.date > dayIn(one.court.time_zone, now) ? 'Вступит в законную силу' : 'Вступило в законную силу'}</b>
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

type Detailed = { event: CaseEvent; next: boolean; zone: string; now: Date }
export const detailsOf = ({ event, next, zone, now }: Detailed): string =>
  [
    event.is_possible_hearing && 'вероятно, заседание',
    event.date > farthestHearing(dayIn(zone, now)) && 'вероятно, опечатка в\u00a0дате на\u00a0сайте суда',
    next && daysAway(event.date, dayIn(zone, now)),
    event.result && sentenceCase(event.result),
    event.hall && hallWords(event.hall),
    event.note,
    next && event.time && distanceWords(moscowDistance(zone, new Date(event.happens_at ?? event.date))),
  ]
    .filter(Boolean)
    .join(', ')
const Details = (told: Detailed) => {
  const words = detailsOf(told)
  return words ? <p className="quiet">{words}</p> : null
}

const distanceWords = (distance: string): string =>
  distance === 'мск' || distance === '' ? '' : `время суда, ${distance}`

/** Events of a card in its order, and dates of the card that no event has. */
type Moment<One> =
  /** `next`: a future or possible hearing; `key`: the hearing with the result; `past`: other hearings. */
  | { kind: 'next' | 'key' | 'past' | 'step'; date: string; event: CaseEvent; of: One }
  | { kind: 'fact'; date: string; fact: 'published' | 'valid'; of: One }
type Today = { kind: 'today'; date: string; of?: undefined }

type Told = Pick<FullCase, 'events' | 'result_date' | 'result_published_date' | 'result_valid_date' | 'court'>

export const timelineOf = <One extends Told>(one: One, now: Date): Moment<One>[] => {
  const moments: Moment<One>[] = one.events.map(event => ({
    ...{ kind: kindOf(event, one, now), date: event.date, event },
    of: one,
  }))
  const says = (words: RegExp): boolean => one.events.some(({ type, result }) => words.test(`${type} ${result}`))
  const facts: Moment<One>[] = []
  if (one.result_published_date && !says(/опубликов|размещ/i))
    facts.push({ kind: 'fact', date: one.result_published_date, fact: 'published', of: one })
  if (one.result_valid_date && !says(/законн\S+ сил/i))
    facts.push({ kind: 'fact', date: one.result_valid_date, fact: 'valid', of: one })
  // After the last event that is not later: a card may have its own order of events.
  for (const fact of facts.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const at = moments.findLastIndex(({ date }) => date <= fact.date)
    moments.splice(at + 1, 0, fact)
  }
  return moments
}

/** Merged by day, each card in its own order; «Сегодня» precedes future events. */
export const wholeTimeline = <One extends Told>(
  instances: readonly One[],
  now: Date,
): readonly (Moment<One> | Today)[] => {
  const left = instances.map(one => timelineOf(one, now))
  const headOf = ([first]: readonly Moment<One>[]): string => (first === undefined ? '' : momentOf(first))
  const merged: (Moment<One> | Today)[] = []
  for (;;) {
    const heads = left.filter(moments => moments.length > 0)
    const [first, ...others] = heads
    if (first === undefined) break
    const earliest = others.reduce((best, list) => (headOf(list) < headOf(best) ? list : best), first)
    merged.push(...earliest.splice(0, 1))
  }
  const today = dayIn(instances[0]?.court.time_zone, now)
  const ahead = merged.findIndex(({ kind, date }) => kind === 'next' || date > today)
  if (ahead >= 0) merged.splice(ahead, 0, { kind: 'today', date: today })
  return merged
}

/** Within a day, events with a time are sorted by it; those without follow. */
const momentOf = (moment: Moment<unknown>): string =>
  `${moment.date} ${'event' in moment ? (moment.event.time ?? '24:00') : '24:00'}`

const lastOf = <One,>(moments: readonly { of?: One | undefined }[], at: number): One | undefined =>
  moments.slice(0, at).findLast(({ of }) => of !== undefined)?.of

const kindOf = (event: CaseEvent, one: Told, now: Date): 'next' | 'key' | 'past' | 'step' => {
  const isAhead = event.happens_at
    ? Date.parse(event.happens_at) > now.getTime()
    : event.date >= dayIn(one.court.time_zone, now)
  if (event.is_possible_hearing || (event.is_hearing && isAhead && !one.result_date)) return 'next'
  if (!event.is_hearing) return 'step'
  return event.date === one.result_date && event.result !== '' ? 'key' : 'past'
}

import type { FullCase } from '#shared/api/cases.ts'
import { dayAt } from './court-time.ts'

/**
 * The events of a card in its order, and the dates the card names beside them (publication, coming into force) where no
 * event tells them.
 */
type CaseEvent = FullCase['events'][number]
export type Moment =
  /** `next`: a hearing ahead or a possible one; `key`: the hearing that brought the result; `past`: other hearings. */
  | { kind: 'next' | 'key' | 'past' | 'step'; date: string; event: CaseEvent }
  | { kind: 'fact'; date: string; fact: 'published' | 'valid' }

type Told = Pick<FullCase, 'events' | 'result_date' | 'result_published_date' | 'result_valid_date' | 'court'>

export const timelineOf = (one: Told, now: Date): Moment[] => {
  const moments: Moment[] = one.events.map(event => ({ kind: kindOf(event, one, now), date: event.date, event }))
  const says = (words: RegExp): boolean => one.events.some(({ type, result }) => words.test(`${type} ${result}`))
  const facts: Moment[] = []
  if (one.result_published_date && !says(/опубликов|размещ/i))
    facts.push({ kind: 'fact', date: one.result_published_date, fact: 'published' })
  if (one.result_valid_date && !says(/законн\S+ сил/i))
    facts.push({ kind: 'fact', date: one.result_valid_date, fact: 'valid' })
  // After the last event that is not later: a card may order its events in its own way.
  for (const fact of facts.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const at = moments.findLastIndex(({ date }) => date <= fact.date)
    moments.splice(at + 1, 0, fact)
  }
  return moments
}

const kindOf = (event: CaseEvent, one: Told, now: Date): 'next' | 'key' | 'past' | 'step' => {
  const isAhead = event.happens_at
    ? Date.parse(event.happens_at) > now.getTime()
    : event.date >= dayAt(now, one.court.time_zone)
  if (event.is_possible_hearing || (event.is_hearing && isAhead && !one.result_date)) return 'next'
  if (!event.is_hearing) return 'step'
  return event.date === one.result_date && event.result !== '' ? 'key' : 'past'
}

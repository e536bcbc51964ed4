import { eventTypes } from '../db/reference/tables.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import { fold } from './court-words.ts'

/** Which events of a card are hearings: by the kinds of events that the reference knows, never by a time that stands beside one. */
type Events = NonNullable<CaseRecordInput['events']>

let known: ReadonlySet<string> | undefined
/** «2026-08-18 14:00», in the order of the card. */
export const hearingsTold = (events: Events): string[] =>
  hearingEvents(events).map(({ date, time }) => (time === undefined ? date : `${date} ${time}`))

export function hearingEvents(events: Events): Events {
  known ??= new Set(eventTypes().flatMap(({ title, is_hearing }) => (is_hearing ? [fold(title)] : [])))
  const kinds = known
  return events.filter(({ type }) => kinds.has(fold(type)))
}

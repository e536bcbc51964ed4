import type { CaseRecord } from '../ingest/case-record.ts'

/**
 * When a card is read again although its row has not changed: lists show neither hearings nor texts nor reviews. Courts
 * post a movement within a working day, a text within a month or never (domain §6).
 */
const day = 86_400_000
/** How often, in days, a card is read again, by the time since a day of the case. The first matching row applies. */
const rhythm = {
  open: [
    { until: 60, every: 3 },
    { until: 365, every: 7 },
    { until: Number.POSITIVE_INFINITY, every: 30 },
  ],
  decided: [
    { until: 45, every: 5 },
    { until: 180, every: 30 },
    { until: 400, every: 90 },
  ],
} as const

export type Readable = Pick<
  CaseRecord,
  'entry_date' | 'result' | 'result_date' | 'result_valid_date' | 'text' | 'events'
>

/** Undefined when only a change of its row triggers a reading. */
export function nextReading(record: Readable, at: Date): Date | undefined {
  const decided = record.result !== undefined
  const settled = decided && record.text !== undefined && record.result_valid_date !== undefined
  const since = daysSince(decided ? (record.result_date ?? record.entry_date) : record.entry_date, at)
  const every = settled ? undefined : rhythm[decided ? 'decided' : 'open'].find(({ until }) => since <= until)?.every
  const regular = every === undefined ? undefined : at.getTime() + every * day
  const moments = [regular, ...record.events.map(({ date }) => Date.parse(date) + day)]
  const ahead = moments.filter(moment => moment !== undefined && moment > at.getTime())
  return ahead.length === 0 ? undefined : new Date(Math.min(...ahead.flatMap(moment => moment ?? [])))
}

const daysSince = (from: string | undefined, at: Date): number =>
  from === undefined ? 0 : (at.getTime() - Date.parse(from)) / day

export const gonePause = 30 * day

import type { CaseRecord } from '../ingest/case-record.ts'

/**
 * When a card is worth reading again though its row on the list says the same: lists tell neither hearings nor texts nor
 * what a higher court did. Courts post a movement within a working day, a text within a month or not at all (domain §6).
 */
const day = 86_400_000
/** How long after which day of the case, read again how often, in days. The first row that fits counts. */
const rhythm = {
  /** Without a result, by days since it came to court. */
  open: [
    { until: 60, every: 3 },
    { until: 365, every: 7 },
    { until: Number.POSITIVE_INFINITY, every: 30 },
  ],
  /** With a result, by days since it: until its text is out and it is in force. */
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

/** Undefined: only when its row changes. */
export function nextReading(record: Readable, at: Date): Date | undefined {
  const decided = record.result !== undefined
  const settled = decided && record.text !== undefined && record.result_valid_date !== undefined
  const since = daysSince(decided ? (record.result_date ?? record.entry_date) : record.entry_date, at)
  const every = settled ? undefined : rhythm[decided ? 'decided' : 'open'].find(({ until }) => since <= until)?.every
  const regular = every === undefined ? undefined : at.getTime() + every * day
  const moments = [regular, ...record.events.map(({ date }) => Date.parse(date) + day)]
  // The day after each event that is ahead.
  const ahead = moments.filter(moment => moment !== undefined && moment > at.getTime())
  return ahead.length === 0 ? undefined : new Date(Math.min(...ahead.flatMap(moment => moment ?? [])))
}

const daysSince = (from: string | undefined, at: Date): number =>
  from === undefined ? 0 : (at.getTime() - Date.parse(from)) / day

/** A card that has gone may come back. */
export const gonePause = 30 * day

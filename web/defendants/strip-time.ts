import type { PersonCase } from '#shared/api/defendants.ts'
import type { Clock } from '#shared/api/risk.ts'
import { addMonths, daysBetween } from '#shared/domain/dates.ts'
import { withSaid } from '#shared/domain/hearing-said.ts'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { caseOutcome } from '../filters/titles.ts'
import type { StatusSign } from '../ui/status.tsx'

/** A strip of two years in whole months: positions of days in percent of its width. */
const monthsBefore = 21
const monthsAfter = 3

export type Strip = { from: string; until: string; months: readonly { day: string; at: number; width: number }[] }
export function stripAround(today: string): Strip {
  const first = `${today.slice(0, 7)}-01`
  const [from, until] = [addMonths(first, -monthsBefore), addMonths(first, monthsAfter)]
  const months = Array.from({ length: monthsBefore + monthsAfter }, (_, at) => addMonths(from, at)).map((day, at) => {
    const left = placeOfDay({ from, until }, day)
    return { day, at: left, width: placeOfDay({ from, until }, addMonths(from, at + 1)) - left }
  })
  return { from, until, months }
}

type Ends = Pick<Strip, 'from' | 'until'>
/** Below 0 or above 100 outside the strip. */
export const placeOfDay = ({ from, until }: Ends, day: string): number =>
  (daysBetween(from, day) / daysBetween(from, until)) * 100

type PeriodOnStrip = { at: number; width: number; beginsBefore: boolean; endsAfter: boolean }
/** Undefined outside the strip. Periods include their last day. */
export function periodOnStrip(
  strip: Ends,
  { from, until, until_is_earliest }: Clock['counted'][number],
): PeriodOnStrip | undefined {
  const [begin, end] = [placeOfDay(strip, from), placeOfDay(strip, until) + 100 / daysBetween(strip.from, strip.until)]
  if (end <= 0 || begin >= 100) return undefined
  const at = Math.max(0, begin)
  return { at, width: Math.min(100, end) - at, beginsBefore: begin < 0, endsAfter: end > 100 || until_is_earliest }
}

type MarkedCase = Pick<
  PersonCase,
  | 'stage'
  | 'state'
  | 'annulled'
  | 'changed'
  | 'in_question'
  | 'entry_date'
  | 'result_date'
  | 'result_type'
  | 'possible_hearing'
  | 'hearing_said'
  | 'last_scheduled_hearing_date'
>
type Mark<One> = { one: One; at: number; date: string; sign: StatusSign; what: string }
/** The position of a case is its decision, else its next hearing, else its entry. */
export function markOnStrip<One extends MarkedCase>(one: One, strip: Strip): Mark<One>[] {
  const { result_date, possible_hearing, last_scheduled_hearing_date } = one
  // With only a possible hearing ahead, the last scheduled one is in the past.
  const ahead = one.state === 'is_planned' ? (possible_hearing?.date ?? last_scheduled_hearing_date) : null
  const date = result_date ?? ahead ?? one.entry_date
  if (date === null || date < strip.from || date >= strip.until) return []
  const at = placeOfDay(strip, date)
  if (result_date === null) {
    const hearing = withSaid(possible_hearing ? 'вероятно, заседание' : 'заседание', one.hearing_said)
    const sign = ahead !== null && one.hearing_said === null ? 'next' : 'open'
    return [{ one, at, date, sign, what: ahead ? hearing : 'поступило' }]
  }
  const outcome = one.result_type && caseOutcome(one.result_type.title)
  const fate = reviewMark(one)
  const what = [outcome?.short ?? 'Решено', fate].filter(Boolean).join(', ')
  return [{ one, at, date, sign: fate === undefined ? (outcome?.sign ?? 'past') : signOfFate(one), what }]
}
const signOfFate = ({ annulled, in_question }: MarkedCase): StatusSign =>
  annulled ? 'annulled' : in_question ? 'none' : 'changed'

import type { Clock } from '#shared/api/risk.ts'
import { addMonths, daysBetween } from '#shared/domain/dates.ts'

/** Two years of a person: where days lie on a strip of whole months, in percent of its width. */
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
/** Outside the strip beyond 0 and 100. */
export const placeOfDay = ({ from, until }: Ends, day: string): number =>
  (daysBetween(from, day) / daysBetween(from, until)) * 100

export type PeriodOnStrip = { at: number; width: number; beginsBefore: boolean; endsAfter: boolean }
/** Undefined: it lies outside. A period counts its last day. */
export function periodOnStrip(
  strip: Ends,
  { from, until, until_is_earliest }: Clock['counted'][number],
): PeriodOnStrip | undefined {
  const [begin, end] = [placeOfDay(strip, from), placeOfDay(strip, until) + 100 / daysBetween(strip.from, strip.until)]
  if (end <= 0 || begin >= 100) return undefined
  const at = Math.max(0, begin)
  return { at, width: Math.min(100, end) - at, beginsBefore: begin < 0, endsAfter: end > 100 || until_is_earliest }
}

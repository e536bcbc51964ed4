import { addDays, addMonths, dayIn, monthEnd, showDateRange, weekdayOf, yearOf } from './dates.ts'

/**
 * Relative ranges: «последние 7 дней» moves every day. Stored by name and resolved to days only in queries. Weeks begin
 * on Monday.
 */
type Unit = 'week' | 'month' | 'year'
type Relative = { value: string; label: string; ahead?: true } & (
  | { from: number; to: number }
  | { unit: Unit; shift: -1 | 0 | 1 }
)

/** `ahead`: only for fields that may have future dates. */
export const relativeRanges = [
  { value: 'today', label: 'сегодня', from: 0, to: 0 },
  { value: 'yesterday', label: 'вчера', from: -1, to: -1 },
  { value: 'last_7_days', label: 'последние 7\u00a0дней', from: -6, to: 0 },
  { value: 'last_30_days', label: 'последние 30\u00a0дней', from: -29, to: 0 },
  { value: 'last_90_days', label: 'последние 90\u00a0дней', from: -89, to: 0 },
  { value: 'last_365_days', label: 'последние 365\u00a0дней', from: -364, to: 0 },
  { value: 'this_week', label: 'эта неделя', unit: 'week', shift: 0 },
  { value: 'last_week', label: 'прошлая неделя', unit: 'week', shift: -1 },
  { value: 'this_month', label: 'этот месяц', unit: 'month', shift: 0 },
  { value: 'last_month', label: 'прошлый месяц', unit: 'month', shift: -1 },
  { value: 'this_year', label: 'этот год', unit: 'year', shift: 0 },
  { value: 'last_year', label: 'прошлый год', unit: 'year', shift: -1 },
  { value: 'tomorrow', label: 'завтра', from: 1, to: 1, ahead: true },
  { value: 'next_7_days', label: 'ближайшие 7\u00a0дней', from: 0, to: 6, ahead: true },
  { value: 'next_30_days', label: 'ближайшие 30\u00a0дней', from: 0, to: 29, ahead: true },
  { value: 'next_week', label: 'следующая неделя', unit: 'week', shift: 1, ahead: true },
  { value: 'next_month', label: 'следующий месяц', unit: 'month', shift: 1, ahead: true },
] as const satisfies readonly Relative[]
export type RelativeRange = (typeof relativeRanges)[number]['value']

export type Days = { min: string; max: string }
export type DateRange = Days | { relative: RelativeRange }

/** One time zone for everybody, so that a list does not depend on its reader. */
export const calendarZone = 'Europe/Moscow'
export const today = (now: Date = new Date()): string => dayIn(calendarZone, now)

const units: { [U in Unit]: (day: string, shift: number) => Days } = {
  week: (day, shift) => {
    const monday = addDays(day, 7 * shift + 1 - weekdayOf(day))
    return { min: monday, max: addDays(monday, 6) }
  },
  month: (day, shift) => {
    const first = addMonths(`${day.slice(0, 7)}-01`, shift)
    return { min: first, max: monthEnd(first) }
  },
  year: (day, shift) => {
    const year = Number(yearOf(day)) + shift
    return { min: `${year}-01-01`, max: `${year}-12-31` }
  },
}

export const daysOf = (range: DateRange, on: string = today()): Days => {
  if (!('relative' in range)) return range
  const found: Relative | undefined = relativeRanges.find(({ value }) => value === range.relative)
  if (found === undefined) throw new Error(`No such range: ${range.relative}`)
  return 'unit' in found
    ? units[found.unit](on, found.shift)
    : { min: addDays(on, found.from), max: addDays(on, found.to) }
}

export const showRange = (range: DateRange): string =>
  'relative' in range
    ? (relativeRanges.find(({ value }) => value === range.relative)?.label ?? range.relative)
    : showDateRange(range)

/** Dates are `YYYY-MM-DD` on the wire and shown as «21 ноября 2026» (§5, §9). */
// biome-ignore format: a calendar reads best in two rows
export const monthsInGenitive = [
  'января', 'февраля', 'марта', 'апреля', 'мая', 'июня',
  'июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря',
]

export const firstYear = 1990
export const lastYear = 2100
/** Range filters have two ends (§4): an open end is the first or last allowed day. */
export const firstDay = '1990-01-01'
export const lastDay = '2100-12-31'

type Day = { year: number; month: number; day: number }
const readDay = (date: string): Day | undefined => {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  return found ? { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) } : undefined
}

export const showDate = (date: string): string => {
  const day = readDay(date)
  return day ? `${showDayMonth(date)}\u00a0${day.year}` : date
}
export const showDayMonth = (date: string): string => {
  const day = readDay(date)
  return day ? `${day.day}\u00a0${monthsInGenitive[day.month - 1] ?? ''}` : date
}
export const yearOf = (date: string): string => date.slice(0, 4)
/** «1 января — 21 ноября 2026», «с 25 февраля 2022» */
export const showDateRange = ({ min, max }: { min: string; max: string }): string =>
  max === lastDay
    ? `с\u00a0${showDate(min)}`
    : min === firstDay
      ? `по\u00a0${showDate(max)}`
      : min === max
        ? showDate(min)
        : `${yearOf(min) === yearOf(max) ? showDayMonth(min) : showDate(min)} — ${showDate(max)}`

/**
 * Cached per zone, because formatters are slow to create; the default zone is not cached, because it changes when the
 * reader travels.
 */
const formats = new Map<string, { day: Intl.DateTimeFormat; clock: Intl.DateTimeFormat }>()
const formatsIn = (timeZone: string | undefined) => {
  const made = (timeZone === undefined ? undefined : formats.get(timeZone)) ?? {
    day: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    clock: new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }),
  }
  if (timeZone !== undefined) formats.set(timeZone, made)
  return made
}
export const dayIn = (timeZone: string | undefined, at: Date): string => formatsIn(timeZone).day.format(at)
/** Today in the reader's time zone. */
export const ownDay = (now: Date = new Date()): string => dayIn(undefined, now)
export const clockIn = (timeZone: string | undefined, at: Date): string => formatsIn(timeZone).clock.format(at)
export const momentIn = (timeZone: string, at: Date): string => `${dayIn(timeZone, at)} ${clockIn(timeZone, at)}`

const dayLength = 86_400_000
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const daysBetween = (from: string, to: string): number => Math.round((midnight(to) - midnight(from)) / dayLength)
export const addDays = (day: string, days: number): string =>
  new Date(midnight(day) + days * dayLength).toISOString().slice(0, 10)
/** 1 (Monday) to 7. */
export const weekdayOf = (day: string): number => new Date(midnight(day)).getUTCDay() || 7
/** The same day of the month, or the last day of a shorter month. */
export const addMonths = (day: string, months: number): string => {
  const date = new Date(midnight(day))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))).toISOString().slice(0, 10)
}

/** Courts set no hearing for a later day: the year is mistyped, «2062» for «2026» (decision 0136). */
export const farthestHearing = (today: string): string => addMonths(today, 12)

/** The last day of the month of `day`. */
export const monthEnd = (day: string): string => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)

/** «21 ноября 2026, 08:19»; in the reader's own zone by default. */
export const showMoment = (instant: string, timeZone?: string): string => {
  const at = new Date(instant)
  return `${showDate(dayIn(timeZone, at))}, ${clockIn(timeZone, at)}`
}

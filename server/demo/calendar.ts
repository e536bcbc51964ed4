import { memoized } from '../ingest/memoize.ts'
import type { Rng } from './random.ts'

const dayLength = 86_400_000

export const dayNumber = (iso: string): number => Math.round(Date.parse(`${iso}T00:00:00Z`) / dayLength)

/** More days than any corpus covers. */
const mostDays = 10_000
export const dayToIso = memoized(mostDays, (day: number) => new Date(day * dayLength).toISOString().slice(0, 10))
export const yearOfDay = (day: number): number => Number(dayToIso(day).slice(0, 4))
export const yearShare = (day: number): number => (day - dayNumber(`${yearOfDay(day)}-01-01`)) / 366

export const isWorkday = memoized(mostDays, (day: number) => {
  const weekday = (day + 4) % 7
  return weekday !== 0 && weekday !== 6 && !/-01-0[1-8]$/.test(dayToIso(day))
})
export const workdayFrom = (day: number): number => {
  let found = day
  while (!isWorkday(found)) found += 1
  return found
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const everyMinute = Array.from({ length: 24 * 60 }, (_, minute) => clock(minute))
export const clockAt = (minute: number): string => everyMinute[minute] ?? '09:00'

export const hearingMinute = (rng: Rng, after: number): number => {
  const slot = rng.int(0, 44)
  const minute = slot < 24 ? 9 * 60 + slot * 10 : 14 * 60 + (slot - 24) * 10
  return minute > after ? minute : Math.min(Math.ceil((after + 5) / 10) * 10, 18 * 60)
}
export const officeMinute = (rng: Rng, after: number, latest = 17 * 60 + 50): number => {
  const minute = rng.int(8 * 60 + 45, latest)
  return minute > after ? minute : after + rng.int(3, 20)
}

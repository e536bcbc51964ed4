import { daysBetween, showMoment } from '#shared/domain/dates.ts'

/** Times are in the court's zone (domain §6), with its offset from Moscow. */
const offsetMinutes = (timeZone: string, at: Date): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0
}

/** «мск», «мск+2», «мск−1»; '' for a zone unknown to the browser. */
export const moscowDistance = (timeZone: string, at: Date): string => {
  try {
    const hours = (offsetMinutes(timeZone, at) - offsetMinutes('Europe/Moscow', at)) / 60
    return hours === 0 ? 'мск' : `мск${hours > 0 ? '+' : '−'}${Math.abs(hours)}`
  } catch {
    return ''
  }
}

const relative = new Intl.RelativeTimeFormat('ru', { numeric: 'auto' })
/** «завтра», «через 4 дня», «3 дня назад» */
export const daysAway = (day: string, today: string): string =>
  relative.format(daysBetween(today, day), 'day').replace(/ (?=\d)|(?<=\d) /g, '\u00a0')

/** «21 ноября 2026, 06:12 мск» */
export const showInstant = (instant: string): string => `${showMoment(instant, 'Europe/Moscow')}\u00a0мск`

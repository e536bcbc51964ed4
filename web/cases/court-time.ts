import { showDate } from '#shared/domain/dates.ts'

/** Times are the court's own (domain §6), with its offset from Moscow. */
const offsetMinutes = (timeZone: string, at: Date): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0
}

/** «мск», «мск+2», «мск−1»; '' for a zone the browser does not know. */
export const moscowDistance = (timeZone: string, at: Date): string => {
  try {
    const hours = (offsetMinutes(timeZone, at) - offsetMinutes('Europe/Moscow', at)) / 60
    return hours === 0 ? 'мск' : `мск${hours > 0 ? '+' : '−'}${Math.abs(hours)}`
  } catch {
    return ''
  }
}

export const dayAt = (at: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(at)
}

const relative = new Intl.RelativeTimeFormat('ru', { numeric: 'auto' })
/** «завтра», «через 4 дня», «3 дня назад» */
export const daysAway = (day: string, today: string): string =>
  relative
    .format(Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000), 'day')
    .replace(/ (?=\d)|(?<=\d) /g, '\u00a0')

const clock = new Intl.DateTimeFormat('ru', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' })
/** «21 ноября 2026, 06:12 мск» */
export const showInstant = (instant: string): string => {
  const at = new Date(instant)
  return `${showDate(dayAt(at, 'Europe/Moscow'))}, ${clock.format(at)}\u00a0мск`
}

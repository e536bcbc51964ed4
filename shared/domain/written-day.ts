import { firstDay, lastDay, monthsInGenitive } from './dates.ts'

/** In a file of its own, because its patterns are built on load and the first page does not need them. */
const clock = String.raw`(?:[\s,T]+(?:в\s+)?\d{1,2}[:.]\d{2}(?::\d{2})?)?`
/** A year of two digits is taken for one only where no other century, and no hour, can be meant: «12.12.26», not «12.12.62». */
const ofYear = String.raw`(?<y>\d{4}|[12]\d)(?:\s*г(?:\.|ода)?)?${clock}$`
const dayForms = [
  new RegExp(String.raw`^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})${clock}$`),
  new RegExp(String.raw`^(?<d>\d{1,2})[./](?<m>\d{1,2})[./]${ofYear}`, 'u'),
  new RegExp(String.raw`^[«"]?(?<d>\d{1,2})[»"]?\s+(?<word>${monthsInGenitive.join('|')})\s+${ofYear}`, 'iu'),
]
/**
 * The ISO day of a date in the court's spelling, with or without a time: «02.03.2026», «2 марта 2026 года, 10:00»,
 * «2026-03-02».
 */
export function isoDay(written: string): string | undefined {
  const text = withoutWeekday(written)
  for (const form of dayForms) {
    const { y, m, d, word = '' } = form.exec(text)?.groups ?? {}
    if (y === undefined || d === undefined) continue
    const day = isoDayOf(y.padStart(4, '20'), m ?? String(monthsInGenitive.indexOf(word.toLowerCase()) + 1), d)
    return day !== undefined && day >= firstDay && day <= lastDay ? day : undefined
  }
  return undefined
}

const weekday = String.raw`(?:пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)(?!\p{L})\.?`
const weekdayBefore = new RegExp(`^${weekday},? `, 'iu')
const weekdayBehind = new RegExp(
  String.raw`((?:\d{4}|[./]\d{2})(?: ?г(?:\.|ода)?)?)(?:,? ${weekday}| \(${weekday}\))`,
  'iu',
)
/** «чт, 12.03.2026», «12. 03. 2026 (четверг)» → «12.03.2026» */
export const withoutWeekday = (written: string): string =>
  written
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(/(?<=\d)\. (?=\d)/g, '.')
    .replace(weekdayBefore, '')
    .replace(weekdayBehind, '$1')

/** Only existing calendar days. */
export const isoDayOf = (year: string, month: string, day: string): string | undefined => {
  const told = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${told}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === told ? told : undefined
}
/** The inverse of `showDate`. */
export const readShownDate = (shown: string): string | undefined => {
  const [, day = '', name = '', year] = /^(\d{1,2})\s(\p{L}+)\s(\d{4})$/u.exec(shown) ?? []
  const month = monthsInGenitive.indexOf(name) + 1
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}

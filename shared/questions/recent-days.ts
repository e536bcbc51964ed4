import { addDays, daysBetween, firstDay, lastDay, monthEnd, yearOf } from '../domain/dates.ts'
import type { Days } from '../domain/relative-dates.ts'
import { dayAt, monthOf, months, spanOfDays } from './day-points.ts'
import { linePattern } from './words.ts'

/** Days that are said without their year: they were last, and will be next. */
export type TwiceFound = { last: Days; next: Days }
type OfYear = (found: readonly (string | undefined)[], year: number) => Days | undefined

// As nouns alone: «Октябрьский», «Ноябрьск» and «мартовский» are no months.
const noun = [
  ...['январ', 'феврал', 'апрел', 'июн', 'июл', 'сентябр', 'октябр', 'ноябр', 'декабр'].map(stem => `${stem}[ьяею]`),
  ...['март', 'август'].map(stem => `${stem}[аеу]?`),
  'ма[йяею]',
].join('|')
/** Another word says whose year it is, or goes on with the row. */
const noYear = `(?! (?:и|или|,|–|по|до) (?:${noun})| (?:прошл|позапрошл|этого|того|текущ|следующ|будущ|нынешн|ближайш)| (?:,|\\() (?:19|20|21)\\d\\d| (?:19|20|21)\\d\\d| \\d\\d(?: |$))`

const ordinals: Readonly<Record<string, number>> = { перв: 1, втор: 2, трет: 3, четв: 4, iii: 3, ii: 2, iv: 4, i: 1 }
export const ordinal = '(перв[а-я]+|втор[а-я]+|трет[а-я]+|четв[а-я]+|[1-4]|i{1,3}|iv)'
export const partOfYear = (part = '', kind: string | undefined, year: number): Days | undefined => {
  const n = Number(part) || (Object.entries(ordinals).find(([stem]) => part.startsWith(stem))?.[1] ?? 0)
  const size = kind?.startsWith('кв') ? 3 : 6
  return n > 0 && n * size <= 12 ? months(year, (n - 1) * size + 1, n * size) : undefined
}
const seasons: Readonly<Record<string, number>> = { весн: 3, лет: 6, осен: 9 }
export const season = '(весн|лет|осен)(?:ой|ом|ью|а|о|ь|у)'
export const ofThatYear = '(прошлого|этого|текущего) года'
export const thatYear = (which: string | undefined, on: string): number =>
  Number(yearOf(on)) - (which === 'прошлого' ? 1 : 0)
export const seasonOf = (written = '', year: number): Days => {
  const from = seasons[written] ?? 1
  return months(year, from, from + 2)
}
const row = (from = '', to = '', year: number): Days | undefined =>
  monthOf(from) <= monthOf(to) ? months(year, monthOf(from), monthOf(to)) : undefined
const day = (d: string | undefined, month = '', year: number): Days | undefined =>
  dayAt(year, monthOf(month), Number(d))

export const halfOf = (part = '', month = '', year: number): Days | undefined => {
  const whole = months(year, monthOf(month), monthOf(month))
  const middle = `${whole.min.slice(0, 8)}15`
  return part.startsWith('перв') ? { min: whole.min, max: middle } : { min: addDays(middle, 1), max: whole.max }
}
const readers: readonly (readonly [RegExp, OfYear])[] = (
  [
    [`(?:(?:в|за|на) )?(${noun})${noYear}`, ([, month = ''], y) => months(y, monthOf(month), monthOf(month))],
    [`(?:(?:в|за|на|от) )?(\\d{1,2}) (${noun})${noYear}`, ([, d, month], y) => day(d, month, y)],
    [
      `(?:с|со) (\\d{1,2}) (?:по|до) (\\d{1,2}) (${noun})${noYear}`,
      ([, a, b, m], y) => spanOfDays(day(a, m, y), day(b, m, y)),
    ],
    [
      `(?:с|со) (\\d{1,2}) (${noun}) (?:по|до) (\\d{1,2}) (${noun})${noYear}`,
      ([, a, m, b, n], y) => spanOfDays(day(a, m, y), day(b, n, y)),
    ],
    [`(\\d{1,2})-(\\d{1,2}) (${noun})${noYear}`, ([, a, b, m], y) => spanOfDays(day(a, m, y), day(b, m, y))],
    [`(?:(?:в|во|за) )?(перв|втор)[а-я]+ половин[а-я]+ (${noun})${noYear}`, ([, part, m], y) => halfOf(part, m, y)],
    [`(?:(?:с|за|в) )?(${noun}) (?:по|–) (${noun})${noYear}`, ([, from, to], y) => row(from, to, y)],
    [
      `(?:(?:в|за) )?(${noun}) и (${noun})${noYear}`,
      ([, from = '', to = ''], y) => (monthOf(to) === monthOf(from) + 1 ? row(from, to, y) : undefined),
    ],
    [`(?:(?:в|во|за) )?${ordinal} (квартал|полугоди)[а-я]*${noYear}`, ([, part, kind], y) => partOfYear(part, kind, y)],
    [`(?:(?:в|во|за) )?${ordinal} (половин)[а-я]* года${noYear}`, ([, part, kind], y) => partOfYear(part, kind, y)],
    [`(?:за )?${season}${noYear}`, ([, own], y) => seasonOf(own, y)],
  ] as readonly (readonly [string, OfYear])[]
).map(([source, read]) => [linePattern(source), read])
/** «с марта», «с начала мая»: to this day and on. */
const since = linePattern(`(?:с|со|начиная с)(?: начала)? (?:(\\d{1,2}) )?(${noun})${noYear}`)

/**
 * A day without a year that begins or ends what is open: the last such day, and the one that is nearer; the last one too where it is as near, so
 * that «после 20 ноября» on the 26th is not of next year.
 */
const lastAndNearest = (at: (year: number) => Days | undefined, on: string): { last: Days; near: Days } | undefined => {
  const year = Number(yearOf(on))
  const own = [year - 1, year, year + 1].map(at)
  const [last, next] = [own.findLast(days => days && days.min <= on), own.find(days => days && days.min >= on)]
  const isNext = last && next && daysBetween(on, next.min) < daysBetween(last.min, on)
  return last && { last, near: isNext ? next : last }
}
/** «до 10 ноября», «после 1 сентября». */
const bounded = linePattern(`(до|раньше|после|позже|позднее) (\\d{1,2}) (${noun})${noYear}`)
const boundedDays = (line: string, on: string): { length: number; found?: TwiceFound } | undefined => {
  const match = bounded.exec(line)
  if (!match) return undefined
  const days = lastAndNearest(year => day(match[2], match[3], year), on)
  if (!days) return { length: match[0].length }
  const isBefore = /^(до|раньше)$/.test(match[1] ?? '')
  const open = ({ min }: Days): Days =>
    isBefore ? { min: min > on ? on : firstDay, max: addDays(min, -1) } : { min: addDays(min, 1), max: lastDay }
  return { length: match[0].length, found: { last: open(days.last), next: open(days.near) } }
}
const weekdays = ['воскресенье', 'понедельник', 'вторник', 'среду', 'четверг', 'пятницу', 'субботу']
const onWeekday = linePattern(`(?:(?:в|во|на) )?(${weekdays.join('|')})`)
/** «в понедельник»: today, where it is one. */
const weekdayNear = (name = '', on: string, step: 1 | -1): Days => {
  let day = on
  while (weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] !== name) day = addDays(day, step)
  return { min: day, max: day }
}

/** `length`: of what matched. */
export const withoutYear = (line: string, on: string): { length: number; found?: TwiceFound } | undefined => {
  let best: { length: number; found?: TwiceFound } | undefined
  for (const [pattern, read] of readers) {
    const match = pattern.exec(line)
    if (!match || (best && best.length >= match[0].length)) continue
    const year = Number(yearOf(on))
    const own = [year - 1, year, year + 1].map(one => read(match, one))
    const [last, next] = [own.findLast(days => days && days.min <= on), own.find(days => days && days.max >= on)]
    best = { length: match[0].length, ...(last && next && { found: { last, next } }) }
  }
  const weekday = onWeekday.exec(line)
  if (weekday && !best)
    return {
      length: weekday[0].length,
      found: { last: weekdayNear(weekday[1], on, -1), next: weekdayNear(weekday[1], on, 1) },
    }
  const bound = boundedDays(line, on)
  if (bound && (!best || bound.length > best.length)) return bound
  const match = since.exec(line)
  if (!match || (best && best.length >= match[0].length)) return best
  const days = lastAndNearest(y => (match[1] ? day(match[1], match[2], y) : row(match[2], match[2], y)), on)
  const open = ({ min }: Days): Days => ({ min, max: lastDay })
  return { length: match[0].length, ...(days && { found: { last: open(days.last), next: open(days.near) } }) }
}
/** «в мае прошлого года» */
export const monthOfYear = `(?:(?:в|за) )?(${noun}) ${ofThatYear}`
export const monthOfThatYear = (month = '', which: string | undefined, on: string): Days => {
  const year = thatYear(which, on)
  const first = months(year, monthOf(month), monthOf(month))
  return { min: first.min, max: monthEnd(first.min) }
}

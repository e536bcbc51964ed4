import { addDays, addMonths, lastDay } from '../domain/dates.ts'
import { type DateRange, type Days, daysOf, type RelativeRange } from '../domain/relative-dates.ts'
import { boundedDays, type LineDays, type ReadDays } from './bounded-days.ts'
import {
  anyPoint,
  count,
  dayAt,
  monthName,
  monthOf,
  months,
  nextDays,
  numeralOf,
  ofYear,
  pointDays,
  spanOfDays,
  year,
} from './day-points.ts'
import { type DaysReader, namedReaders } from './named-days.ts'
import {
  decade,
  decadeOf,
  halfOf,
  lastSeason,
  lastWeekday,
  ordinal,
  partOfYear,
  season,
  seasonOf,
  withoutYear,
  withYearsOf,
} from './recent-days.ts'
import { lineFrom, linePattern, type Token } from './words.ts'

/** Days in a question. An open end is the first or last day of a filter. */

/** `next`: without a year, the same days in the future; `lasts`: the days of «за 3 дня», which may be a duration. */
type DateFound = {
  to: number
  range: DateRange
  isAhead: boolean
  isOneDay: boolean
  next?: DateRange
  /** «прошлым летом»: this year's, or last year's. */
  other?: Days
  /** The future days are near: for hearings they are the first reading. */
  isNextNear?: true
  lasts?: number
}

const readers: readonly (readonly [RegExp, DaysReader])[] = (
  [
    ...namedReaders,
    // «с 1 по 15 мая 2024», «с 1 марта по 5 мая 2025 года»
    [
      `(?:с|со) (\\d{1,2}) (?:по|до) (\\d{1,2} (${monthName}) ${ofYear})`,
      ([, d, end, month = '', y]) => spanOfDays(dayAt(Number(y), monthOf(month), Number(d)), pointDays(end)),
    ],
    [
      `(?:с|со) (\\d{1,2}) (${monthName}) (?:по|до) (\\d{1,2} (?:${monthName}) ${ofYear})`,
      ([, d, month = '', end, y]) => spanOfDays(dayAt(Number(y), monthOf(month), Number(d)), pointDays(end)),
    ],
    [`(?:(?:в|за|с|со|от) )?${anyPoint} – ${anyPoint}`, ([, from, to]) => spanOfDays(pointDays(from), pointDays(to))],
    [`(?:с|со|от) ${anyPoint} (?:по|до) ${anyPoint}`, ([, from, to]) => spanOfDays(pointDays(from), pointDays(to))],
    [`между ${anyPoint} и ${anyPoint}`, ([, from, to]) => spanOfDays(pointDays(from), pointDays(to))],
    [
      `между (\\d{1,2})(?: (${monthName}))? и (\\d{1,2} (${monthName}) ${ofYear})`,
      ([, d, month, end, ownMonth = '', y]) =>
        spanOfDays(dayAt(Number(y), monthOf(month ?? ownMonth), Number(d)), pointDays(end)),
    ],
    [
      `(?:(?:с|за|в) )?(${monthName}) (?:по|–) (${monthName}) ${ofYear}`,
      ([, from = '', to = '', y]) =>
        monthOf(from) <= monthOf(to) ? months(Number(y), monthOf(from), monthOf(to)) : undefined,
    ],
    [
      `(?:(?:в|за) )?(${year})(?: – |-)(${year})(?: год[а-я]*| гг?(?: \\.)?)?`,
      ([, from, to]) => spanOfDays(pointDays(from), pointDays(to)),
    ],
    // Only consecutive days can be one filter.
    [
      `(?:(?:в|за) )?(${year}(?: , ${year})*) и (${year})(?: год[а-я]*)?`,
      ([, before = '', to = '']) => {
        const all = [...before.split(' , '), to].map(Number)
        const isRow = all.every((one, n) => n === 0 || one === (all[n - 1] ?? 0) + 1)
        return isRow ? spanOfDays(pointDays(String(all[0])), pointDays(to)) : undefined
      },
    ],
    [
      `между (${monthName}) и (${monthName}) ${ofYear}`,
      ([, from = '', to = '', y]) =>
        monthOf(from) <= monthOf(to) ? months(Number(y), monthOf(from), monthOf(to)) : undefined,
    ],
    [
      `(?:(?:в|за) )?(${monthName}) и (${monthName}) ${ofYear}`,
      ([, from = '', to = '', y]) =>
        monthOf(to) === monthOf(from) + 1 ? months(Number(y), monthOf(from), monthOf(to)) : undefined,
    ],
    [
      `(?:(?:в|во|за) )?${ordinal} (квартал|кв|полугоди|половин)[а-я]*(?: \\.)? ${ofYear}`,
      ([, part, kind, y]) => partOfYear(part, kind, Number(y)),
    ],
    [
      `(?:(?:в|за|на) )?(\\d{1,2}) (?:и|или) (\\d{1,2}) (${monthName}) ${ofYear}`,
      ([, from, to, month = '', y]) =>
        nextDays(dayAt(Number(y), monthOf(month), Number(from)), dayAt(Number(y), monthOf(month), Number(to))),
    ],
    [
      `(\\d{1,2})-(\\d{1,2}) (${monthName}) ${ofYear}`,
      ([, from, to, month = '', y]) =>
        spanOfDays(dayAt(Number(y), monthOf(month), Number(from)), dayAt(Number(y), monthOf(month), Number(to))),
    ],
    [
      `(?:(?:в|во|за) )?(перв|втор)[а-я]+ половин[а-я]+ (${monthName}) ${ofYear}`,
      ([, part, month, y]) => halfOf(part, month, Number(y)),
    ],
    // «2024 март»
    [
      `(?:(?:в|за) )?(${year})(?: ,)? (${monthName})`,
      ([, y, month = '']) => months(Number(y), monthOf(month), monthOf(month)),
    ],
    [`${decade} (${monthName}) ${ofYear}`, ([, part, month, y]) => decadeOf(part, month, Number(y))],
    [`(?:за )?${season} ${ofYear}`, ([, own, y]) => seasonOf(own, Number(y))],
    [`(?:за )?(?:эт|нынешн)[а-я]+ ${season}`, ([, own], on) => seasonOf(own, Number(on.slice(0, 4)))],
    [
      `(?:за )?зим(?:ой|а|у|ы) (${year})(?: – |-)(${year})(?: год[а-я]*| гг?(?: \\.)?)?`,
      ([, from, to]) =>
        Number(to) === Number(from) + 1
          ? spanOfDays(months(Number(from), 12, 12), months(Number(to), 1, 2))
          : undefined,
    ],
    [
      '(?:за )?прошл(?:ой|ую|ая) зим(?:ой|у|а)',
      (_, on) => {
        const year = Number(on.slice(0, 4))
        // In winter it may be the current one or the previous one.
        return /-(12|01|02)-/.test(on) ? undefined : spanOfDays(months(year - 1, 12, 12), months(year, 1, 2))
      },
    ],
    ['(?:за )?позавчера', (_, on) => ({ min: addDays(on, -2), max: addDays(on, -2) })],
    ['(?:на )?послезавтра', (_, on) => ({ min: addDays(on, 2), max: addDays(on, 2) })],
    [
      '(?:(?:в|за) )?(этом|этот|текущ[а-я]+|прошл[а-я]+) квартал[е]?',
      ([, which], on) => quarterOf(addMonths(on, which?.startsWith('прошл') ? -3 : 0)),
    ],
    [`(?:(?:в|за|на|от(?! ${year}(?: год| г| |$))) )?${anyPoint}`, ([, whole]) => pointDays(whole)],
  ] as readonly (readonly [string, DaysReader])[]
).map(([source, read]) => [linePattern(source), read])

const quarterOf = (day: string): DateRange => {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return months(Number(day.slice(0, 4)), first, first + 2)
}
const soon = 45
const inDays = linePattern(`за (${count}) (?:день|дня|дней|сут[а-я]+)`)

const ahead: readonly RelativeRange[] = ['tomorrow', 'next_7_days', 'next_30_days', 'next_week', 'next_month']

/** Days without bounds; those without a year are tried last. */
const plainDays: ReadDays = (line, on) => {
  let best: LineDays | undefined
  let lost = 0
  const offer = (length: number, found: Omit<LineDays, 'length'> | undefined): void => {
    if (!found) lost = Math.max(lost, length)
    else if (length > (best?.length ?? 0)) best = { length, ...found }
  }
  for (const [pattern, read] of readers) {
    const found = pattern.exec(line)
    const range = found ? read(found, on) : undefined
    if (found) offer(found[0].length, range && { range, isAhead: /ближ|предсто|гряд/.test(found[0]) })
  }
  const twice = withoutYear(line, on)
  if (twice && twice.length >= lost)
    offer(twice.length, twice.found && { range: twice.found.last, next: twice.found.next })
  for (const last of [lastSeason(line, on), lastWeekday(line, on)]) if (last) offer(last.length, last)
  return { ...(best && { best }), lost }
}
const daysIn = boundedDays(plainDays)
const noYearName = /^(?:январ|март|ма[йяею]|август)[а-я]*(?! (?:19|20|21)\d\d)/u

/**
 * `lost`: the end of words that look like days but are none: «31 февраля 2024», «с мая по март 2024»; no part of them
 * is read.
 */
const daysAndLost = (tokens: readonly Token[], start: number, on: string): { best?: DateFound; lost: number } => {
  const { line: said, endOf } = lineFrom(tokens, start)
  const line = withYearsOf(said, on)
  // «Марта Иванова»
  if (
    [tokens[start], tokens[start + 1]].every(token => /^\p{Lu}\p{Ll}/u.test(token?.written ?? '')) &&
    noYearName.test(line)
  )
    return { lost: 0 }
  const { best, lost } = daysIn(line, on)
  const lostAt = lost > 0 ? endOf(lost) : 0
  if (!best) return { lost: lostAt }
  const { range, next, other } = best
  const days = daysOf(range, on)
  // «до 10 декабря»: from today to that day.
  const named = next && (next.min === on ? next.max : next.min)
  const isNextNear =
    named && JSON.stringify(next) !== JSON.stringify(range) && named >= on && named <= addDays(on, soon)
  const isToCome = 'relative' in range ? ahead.includes(range.relative) : range.min > on && range.max < lastDay
  const lasts = inDays.exec(line)
  return {
    best: {
      to: endOf(best.length),
      range,
      isAhead: next === undefined && (best.isAhead === true || isToCome),
      isOneDay: 'min' in range && days.min === days.max,
      ...(next && { next }),
      ...(other && { other }),
      ...(isNextNear && { isNextNear }),
      ...(lasts?.[0].length === best.length && { lasts: numeralOf(lasts[1]) }),
    },
    lost: lostAt,
  }
}
export const dateAt = (tokens: readonly Token[], start: number, on: string): DateFound | undefined => {
  const { best, lost } = daysAndLost(tokens, start, on)
  return best && best.to >= lost ? best : undefined
}
export const lostDaysAt = (tokens: readonly Token[], start: number, on: string): number | undefined => {
  const { best, lost } = daysAndLost(tokens, start, on)
  return lost > (best?.to ?? 0) ? lost : undefined
}

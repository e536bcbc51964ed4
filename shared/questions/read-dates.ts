import { addDays, addMonths, firstDay, lastDay } from '../domain/dates.ts'
import type { DateRange, RelativeRange } from '../domain/relative-dates.ts'
import {
  anyPoint,
  count,
  dayAt,
  monthName,
  monthOf,
  months,
  numeralOf,
  ofYear,
  pointDays,
  spanOfDays,
  year,
} from './day-points.ts'
import { type DaysReader, namedReaders } from './named-days.ts'
import {
  halfOf,
  monthOfThatYear,
  monthOfYear,
  ofThatYear,
  ordinal,
  partOfYear,
  season,
  seasonOf,
  thatYear,
  withoutYear,
} from './recent-days.ts'
import { lineFrom, linePattern, type Token } from './words.ts'

/** Days in a question. An end that is open is the first or the last day a filter takes. */

/** `next`: where no year is said, the same days to come; `lasts`: days of «за 3 дня», which may be how long a case took. */
export type DateFound = {
  to: number
  range: DateRange
  isAhead: boolean
  isOneDay: boolean
  next?: DateRange
  /** The days to come are soon: of a hearing they are meant first. */
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
    // Days have no gaps: only what stands in a row can be one filter.
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
      `(?:после|позже|позднее) ${anyPoint}`,
      ([, from]) => {
        const days = pointDays(from)
        return days && { min: addDays(days.max, 1), max: lastDay }
      },
    ],
    [
      `(?:не раньше|не ранее|начиная с|с|со|от(?= ${year}(?: год[а-я]*| г(?: \\.)?)?(?: |$))) ${anyPoint}`,
      ([, from]) => {
        const days = pointDays(from)
        return days && { min: days.min, max: lastDay }
      },
    ],
    [
      `(?:до|раньше|ранее) ${anyPoint}`,
      ([, to]) => {
        const days = pointDays(to)
        return days && { min: firstDay, max: addDays(days.min, -1) }
      },
    ],
    [
      `(?:не позже|не позднее|по(?= \\d{1,2}[ .]| (?:${monthName}) ${year}| ${year} год(?: |$))) ${anyPoint}`,
      ([, to]) => {
        const days = pointDays(to)
        return days && { min: firstDay, max: days.max }
      },
    ],
    [
      `(?:(?:в|во|за) )?${ordinal} (квартал|кв|полугоди|половин)[а-я]*(?: \\.)? ${ofYear}`,
      ([, part, kind, y]) => partOfYear(part, kind, Number(y)),
    ],
    [
      `(?:(?:в|во|за) )?${ordinal} (квартал|полугоди|половин)[а-я]* ${ofThatYear}`,
      ([, part, kind, which], on) => partOfYear(part, kind, thatYear(which, on)),
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
    [`(?:за )?${season} ${ofYear}`, ([, own, y]) => seasonOf(own, Number(y))],
    [`(?:за )?${season} ${ofThatYear}`, ([, own, which], on) => seasonOf(own, thatYear(which, on))],
    [`(?:за )?(?:эт|нынешн)[а-я]+ ${season}`, ([, own], on) => seasonOf(own, thatYear(undefined, on))],
    [
      `(?:за )?зим(?:ой|а|у|ы) (${year})(?: – |-)(${year})(?: год[а-я]*| гг?(?: \\.)?)?`,
      ([, from, to]) =>
        Number(to) === Number(from) + 1
          ? spanOfDays(months(Number(from), 12, 12), months(Number(to), 1, 2))
          : undefined,
    ],
    [
      `(?:(?:с|от) )?${anyPoint} (?:и|или) (?:позже|позднее|далее|после|новее)`,
      ([, from]) => {
        const days = pointDays(from)
        return days && { min: days.min, max: lastDay }
      },
    ],
    [
      `(?:до )?${anyPoint} (?:и|или) (?:раньше|ранее|старше)`,
      ([, to]) => {
        const days = pointDays(to)
        return days && { min: firstDay, max: days.max }
      },
    ],
    [
      '(?:за )?прошл(?:ой|ую|ая) зим(?:ой|у|а)',
      (_, on) => {
        const year = Number(on.slice(0, 4))
        // In winter it may be this one or that before.
        return /-(12|01|02)-/.test(on) ? undefined : spanOfDays(months(year - 1, 12, 12), months(year, 1, 2))
      },
    ],
    [monthOfYear, ([, month, which], on) => monthOfThatYear(month, which, on)],
    [
      `(?:с|со) начала ${anyPoint}`,
      ([, from]) => {
        const days = pointDays(from)
        return days && { min: days.min, max: lastDay }
      },
    ],
    [
      `(?:с|со) ${anyPoint} (?:по|до) (?:настоящее время|настоящего времени|сегодня|сегодняшний день|сих пор)`,
      ([, from], on) => spanOfDays(pointDays(from), { min: on, max: on }),
    ],
    ['(?:за )?позавчера', (_, on) => ({ min: addDays(on, -2), max: addDays(on, -2) })],
    ['(?:на )?послезавтра', (_, on) => ({ min: addDays(on, 2), max: addDays(on, 2) })],
    [
      '(?:(?:в|за) )?(этом|этот|текущ[а-я]+|прошл[а-я]+) квартал[е]?',
      ([, which], on) => quarterOf(addMonths(on, which?.startsWith('прошл') ? -3 : 0)),
    ],
    [`(?:(?:в|за|от|на) )?${anyPoint}`, ([, whole]) => pointDays(whole)],
  ] as readonly (readonly [string, DaysReader])[]
).map(([source, read]) => [linePattern(source), read])

const quarterOf = (day: string): DateRange => {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return months(Number(day.slice(0, 4)), first, first + 2)
}
const soon = 45
const inDays = linePattern(`за (${count}) (?:день|дня|дней|сут[а-я]+)`)

const ahead: readonly RelativeRange[] = ['tomorrow', 'next_7_days', 'next_30_days', 'next_week', 'next_month']

/** `lost`: where words end that are written as days and are none: «31 февраля 2024», «с мая по март 2024»; no part of them is read. */
const daysAndLost = (tokens: readonly Token[], start: number, on: string): { best?: DateFound; lost: number } => {
  const { line, endOf } = lineFrom(tokens, start)
  let best: DateFound | undefined
  let lost = 0
  for (const [pattern, read] of readers) {
    const found = pattern.exec(line)
    if (!found) continue
    const range = read(found, on)
    const to = endOf(found[0].length)
    if (!range) lost = Math.max(lost, to)
    if (!range || (best && best.to >= to)) continue
    const isAhead =
      /ближ/.test(found[0]) ||
      ('relative' in range ? ahead.includes(range.relative) : range.min > on && range.max < lastDay)
    best = { to, range, isAhead, isOneDay: 'min' in range && range.min === range.max }
  }
  // «Марта Иванова»
  const isName = [tokens[start], tokens[start + 1]].every(token => /^\p{Lu}\p{Ll}/u.test(token?.written ?? ''))
  const twice = isName ? undefined : withoutYear(line, on)
  const end = twice ? endOf(twice.length) : 0
  if (twice && !twice.found) lost = Math.max(lost, end)
  if (twice?.found && end > (best?.to ?? 0) && end >= lost) {
    const { last, next } = twice.found
    // «до 10 декабря»: from today to the day that is named.
    const named = next.min === on ? next.max : next.min
    const isNextNear = JSON.stringify(next) !== JSON.stringify(last) && named >= on && named <= addDays(on, soon)
    best = {
      to: end,
      range: last,
      isAhead: false,
      isOneDay: last.min === last.max,
      next,
      ...(isNextNear && { isNextNear }),
    }
  }
  const lasts = inDays.exec(line)
  if (best && lasts && endOf(lasts[0].length) === best.to) best = { ...best, lasts: numeralOf(lasts[1]) }
  return { ...(best && { best }), lost }
}
export const dateAt = (tokens: readonly Token[], start: number, on: string): DateFound | undefined => {
  const { best, lost } = daysAndLost(tokens, start, on)
  return best && best.to >= lost ? best : undefined
}
export const lostDaysAt = (tokens: readonly Token[], start: number, on: string): number | undefined => {
  const { best, lost } = daysAndLost(tokens, start, on)
  return lost > (best?.to ?? 0) ? lost : undefined
}

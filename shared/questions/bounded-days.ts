import { addDays, addMonths, daysBetween, firstDay, lastDay, monthEnd } from '../domain/dates.ts'
import { type DateRange, type Days, daysOf } from '../domain/relative-dates.ts'
import { monthName, nextDays, spanOfDays, year } from './day-points.ts'

/**
 * Days bounded by other days: «с понедельника», «до прошлого лета», «в марте или позже», «к концу года». `next`:
 * without a year, the same days in the future; `other`: a second reading («прошлым летом»).
 */
export type LineDays = { length: number; range: DateRange; next?: Days; other?: Days; isAhead?: boolean }
/** `lost`: the end of words that look like days but are none. */
export type ReadDays = (line: string, on: string) => { best?: LineDays; lost: number }

type Side = 'since' | 'after' | 'before' | 'until' | 'to'
const sides: readonly (readonly [string, Side])[] = [
  [`с|со|начиная с|начиная со|не раньше|не ранее|от(?= ${year}(?: год[а-я]*| г(?: \\.)?)?(?: |$))`, 'since'],
  ['после|позже|позднее', 'after'],
  ['до|раньше|ранее', 'before'],
  [
    `не позже|не позднее|по(?= \\d{1,2}[ .]| (?:${monthName}) ${year}| ${year} год(?: |$)| (?:прошл|текущ)(?:ый|ую) | эт(?:от|у) | вчера| сегодня)`,
    'until',
  ],
  ['к|ближе к', 'to'],
]
/** «до 1 июня включительно», «после 5 мая включительно» */
const inclusively = /^ включительно(?= |$)/u
const inclusive: Readonly<Partial<Record<Side, Side>>> = { before: 'until', after: 'since' }
const part = '(?:(?:в|во) )?(начал(?:о|а|е|у)|середин(?:а|ы|е|у)|кон(?:ец|ца|це|цу)) '
const leads = sides.map(([words, side]) => ({ side, pattern: new RegExp(`^(?:${words}) (?:${part})?`, 'u') }))
const partAlone = new RegExp(`^${part}`, 'u')

/** The first, second or last ten days of a month; each month of a quarter. */
const partOf = ({ min, max }: Days, which: string): Days | undefined => {
  const n = which.startsWith('нач') ? 0 : which.startsWith('сер') ? 1 : 2
  if (min.endsWith('-01') && max === monthEnd(addMonths(min, 2))) {
    const first = addMonths(min, n)
    return { min: first, max: monthEnd(first) }
  }
  if (min.endsWith('-01') && max === monthEnd(min)) {
    const [from, to] = [[0, 9], [10, 19], [20]][n] ?? []
    return { min: addDays(min, from ?? 0), max: to === undefined ? max : addDays(min, to) }
  }
  return undefined
}
/** For a year only its middle is a day: «с середины 2024 года»; when its end begins is undefined. */
const middle = ({ min, max }: Days): string | undefined =>
  max === monthEnd(addMonths(min, 11)) ? addMonths(min, 6) : undefined
const current = [
  ['недели', 'this_week'],
  ['месяца', 'this_month'],
  ['года', 'this_year'],
] as const
/** «до конца недели»: of the current one. */
const currentAt = (line: string, on: string): LineDays | undefined => {
  const own = current.find(([word]) => new RegExp(`^${word}(?= |$)`, 'u').test(line))
  return own && { length: own[0].length, range: daysOf({ relative: own[1] }, on) }
}

const bound = (side: Side, days: Days, which = ''): Days | undefined => {
  const half = which.startsWith('сер') ? middle(days) : undefined
  if (half) {
    if (side === 'since') return { min: half, max: lastDay }
    return side === 'before' ? { min: firstDay, max: addDays(half, -1) } : undefined
  }
  const own = which === '' ? days : partOf(days, which)
  const isEnd = which.startsWith('кон')
  const isStart = which.startsWith('нач')
  switch (side) {
    case 'since':
      return isStart ? { min: days.min, max: lastDay } : own && { min: own.min, max: lastDay }
    case 'after':
      if (isStart) return { min: days.min, max: lastDay }
      return isEnd ? { min: addDays(days.max, 1), max: lastDay } : own && { min: addDays(own.max, 1), max: lastDay }
    case 'before':
      if (isEnd) return { min: firstDay, max: days.max }
      return isStart
        ? { min: firstDay, max: addDays(days.min, -1) }
        : own && { min: firstDay, max: addDays(own.min, -1) }
    case 'until':
      return own && { min: firstDay, max: own.max }
    // «к 1 декабря»: it is unclear whether the day itself is included.
    case 'to':
      return isEnd ? { min: firstDay, max: days.max } : undefined
  }
}
/** A bound without a year: the past or the future one, whichever is nearer; the past one on a tie. */
const nearer = (last: Days, next: Days, on: string): Days =>
  next.min >= on && daysBetween(on, next.min) < daysBetween(last.min, on) ? next : last
const withBound = (
  line: number,
  found: LineDays,
  on: string,
  of: (days: Days) => Days | undefined,
): LineDays | undefined => {
  const last = daysOf(found.range, on)
  const range = of(last)
  if (!range) return undefined
  const near = found.next && of(nearer(last, found.next, on))
  // A future range begins now.
  const next = near && near.min === firstDay && near.max >= on ? { min: on, max: near.max } : near
  const other = found.other && of(found.other)
  return { length: line, range, ...(next && { next }), ...(other && { other }) }
}

const tillNow =
  /^ (?:и )?(?:по|до) (?:настоящ[а-я]+ врем[а-я]+|сегодня|сегодняшн[а-я]+ (?:день|дня)|сих пор|сей день|сего дня|текущ[а-я]+ момент[а-я]*)(?= |$)/u
/** «и позже прекращены»: after «и» the adverb may belong to the following verb. */
const orLater =
  /^ (?:или(?= )|и(?= [а-я]+(?: (?:[^а-я]|(?:в|во|на|по|за|с|со|из|у|о|об|при|от|до|для|без) )|$))) (позже|позднее|далее|дальше|после|новее|раньше|ранее|старше)(?= |$)/u
/** «с понедельника по среду»: the last such consecutive days, and those not yet over. */
const spanTo = (from: LineDays, to: LineDays, on: string): { range: Days; next?: Days } | undefined => {
  const [first, last] = [daysOf(from.range, on), daysOf(to.range, on)]
  const range = spanOfDays(first, last) ?? (to.next && spanOfDays(first, to.next))
  if (!range) return undefined
  const ahead = from.next && (spanOfDays(from.next, last) ?? (to.next && spanOfDays(from.next, to.next)))
  const next = from.next && range.max >= on ? range : ahead
  return { range, ...(next && { next }) }
}

/** «поступили вчера и сегодня решены»: the second day is of another verb. */
const ofVerb = /^ (?!слуша|назнач|заседа)[а-я]{3,}(?:л[аио]?|н[ыоа]|[уюяа]т|[еи]т)(?:с[ья])?(?= |$)/u
/** «завтра и послезавтра», «в понедельник и вторник»: one filter only if the days follow each other. */
const joinedTo = (line: string, one: LineDays, read: ReadDays, on: string): LineDays | { lost: number } | undefined => {
  const join = /^ (?:и|или) /u.exec(line.slice(one.length))
  const from = one.length + (join?.[0].length ?? 0)
  const other = join && read(line.slice(from), on).best
  if (!other || ofVerb.test(line.slice(from + other.length))) return undefined
  const length = from + other.length
  const range = nextDays(daysOf(one.range, on), daysOf(other.range, on))
  const next = one.next && other.next && nextDays(one.next, other.next)
  if (range) return { length, range, ...(next && { next }), isAhead: range.max > on && next === undefined }
  return { lost: length }
}

export const boundedDays: (read: ReadDays) => ReadDays = read => (line, on) => {
  // «окружающей среды»: a weekday only after «с», «до», «после», «по».
  const plainly = /^(?:прошлой )?среды(?= |$)/u.test(line) ? { lost: 0 } : read(line, on)
  let { best, lost } = plainly
  const offer = (one: LineDays | undefined, isLost: number): void => {
    if (one && one.length > (best?.length ?? 0)) best = one
    lost = Math.max(lost, one ? 0 : isLost)
  }
  const orElse = (one: LineDays | undefined): void => {
    const found = one && orLater.exec(line.slice(one.length))
    if (!one || !found) return
    const isLater = !/^(раньше|ранее|старше)$/.test(found[1] ?? '')
    const of = ({ min, max }: Days): Days => (isLater ? { min, max: lastDay } : { min: firstDay, max })
    offer(withBound(one.length + found[0].length, one, on, of), 0)
  }
  orElse(best)
  const joined = best && joinedTo(line, best, read, on)
  if (joined) offer('lost' in joined ? undefined : joined, 'lost' in joined ? joined.lost : 0)
  for (const { side, pattern } of [{ side: undefined, pattern: partAlone }, ...leads]) {
    const lead = pattern.exec(line)
    if (!lead) continue
    const [{ length }, which] = lead
    const rest = line.slice(length)
    const inner = read(rest, on)
    const own = inner.best ?? (which ? currentAt(rest, on) : undefined)
    if (!own || own.length < inner.lost) {
      offer(undefined, inner.lost > 0 ? length + inner.lost : 0)
      continue
    }
    const to = length + own.length
    const within = side && inclusively.test(line.slice(to)) ? (inclusive[side] ?? side) : side
    const one = withBound(to, own, on, days => (within ? bound(within, days, which) : partOf(days, which ?? '')))
    const isAhead =
      inner.best === undefined &&
      (side === 'before' || side === 'to') &&
      one &&
      'max' in one.range &&
      one.range.max >= on
    offer(isAhead && 'max' in one.range ? { ...one, range: { min: on, max: one.range.max }, isAhead } : one, to)
    if (side === undefined) orElse(one)
    if (side !== 'since' || which) continue
    const now = tillNow.exec(line.slice(to))
    if (now)
      offer(
        withBound(to + now[0].length, own, on, ({ min }) => (min <= on ? { min, max: on } : undefined)),
        to,
      )
    const till = /^ (?:по|до) /u.exec(line.slice(to))
    const end = till && read(line.slice(to + till[0].length), on).best
    const span = till && end && spanTo(own, end, on)
    if (till && end) {
      const length = to + till[0].length + end.length
      offer(span ? { length, ...span } : undefined, length)
    }
  }
  return { ...(best && { best }), lost: lost > (best?.length ?? 0) ? lost : 0 }
}

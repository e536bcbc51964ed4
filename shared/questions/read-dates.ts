import { addDays, addMonths, firstDay, lastDay } from '../domain/dates.ts'
import { type DateRange, daysOf, type RelativeRange } from '../domain/relative-dates.ts'
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
import { lineFrom, linePattern, type Token } from './words.ts'

/** Days in a question. An end that is open is the first or the last day a filter takes. */

export type DateFound = { to: number; range: DateRange; isAhead: boolean; isOneDay: boolean }

const unit =
  'день|дня|дней|дни|сутки|суток|недел[а-я]+|месяц[а-я]*|квартал[а-я]*|год|года|лет|полгода|полугода|полугоди[еяй]'
type Unit = 'day' | 'month'
/** In days or in months. */
const unitOf = (written: string): readonly [Unit, number] =>
  /^(д|сут)/.test(written)
    ? ['day', 1]
    : /^недел/.test(written)
      ? ['day', 7]
      : /^месяц/.test(written)
        ? ['month', 1]
        : /^квартал/.test(written)
          ? ['month', 3]
          : /^пол/.test(written)
            ? ['month', 6]
            : ['month', 12]
/** As the product's own ranges count them: the last seven days have today. */
const back = (on: string, n: number, [kind, size]: readonly [Unit, number]): string =>
  kind === 'day' ? addDays(on, 1 - n * size) : addMonths(on, -n * size)

const named = (relative: RelativeRange): DateRange => ({ relative })

const byName: readonly (readonly [string, RelativeRange])[] = [
  ['(?:за )?сегодня|сегодняшн[а-я]+', 'today'],
  ['(?:за )?вчера|вчерашн[а-я]+', 'yesterday'],
  ['(?:на )?завтра|завтрашн[а-я]+', 'tomorrow'],
  ['(?:(?:на|за) )?(?:этой|эту|текущ[а-я]+) недел[юеи]', 'this_week'],
  ['(?:(?:на|за) )?прошл[а-я]+ недел[юеи]', 'last_week'],
  ['(?:на )?(?:следующ|будущ)[а-я]+ недел[юе]', 'next_week'],
  ['(?:(?:в|за) )?(?:этот|этом|этого|текущ[а-я]+) месяц[ае]?', 'this_month'],
  ['(?:(?:в|за) )?прошл[а-я]+ месяц[ае]?', 'last_month'],
  ['в (?:следующ|будущ)[а-я]+ месяц[ае]?', 'next_month'],
  ['с начала года|(?:(?:в|за|с начала) )?(?:этот|этом|этого|текущ[а-я]+) год[ау]?', 'this_year'],
  ['(?:(?:в|за) )?прошл[а-я]+ год[ау]?', 'last_year'],
]
/** Ranges that move with the calendar where the product has one of that length. */
const moving: Readonly<Record<string, RelativeRange>> = {
  'back day 7': 'last_7_days',
  'back day 30': 'last_30_days',
  'back day 90': 'last_90_days',
  'back day 365': 'last_365_days',
  'back month 1': 'last_30_days',
  'back month 12': 'last_365_days',
  'ahead day 7': 'next_7_days',
  'ahead day 30': 'next_30_days',
  'ahead month 1': 'next_30_days',
}

/** «с прошлого года», «до этой недели»: the range has that end alone. */
const sided: readonly (readonly [string, Reader])[] = byName.map(([source, relative]) => [
  `(с|со|после|до|раньше|по(?= (?:прошл|текущ)(?:ый|ую) | эт(?:от|у) | вчера| сегодня))( начала)? (?:${source})(?: дня)?`,
  ([, way = '', isStart], on) => {
    const { min, max } = daysOf(named(relative), on)
    if (way === 'с' || way === 'со') return { min, max: lastDay }
    if (way === 'после') return { min: isStart ? min : addDays(max, 1), max: lastDay }
    return { min: firstDay, max: way === 'по' || relative === 'today' ? max : addDays(min, -1) }
  },
])
type Reader = (found: readonly (string | undefined)[], on: string) => DateRange | undefined
const severalUnits = /^(дни|дней|недели|недель|месяц(ы|ев)|квартал(ы|ов)|лет)$/
const lasting: Reader = ([, way, n, written = ''], on) => {
  const isAhead = way?.startsWith('ближ') ?? false
  const own = unitOf(written)
  const times = numeralOf(n)
  const size = times * own[1]
  // «за последние дни»: how many of them is not said.
  const isMany = /(ие|их|ими)$/.test(way ?? '') ? !/^(сут|пол)/.test(written) : severalUnits.test(written)
  if (n === undefined && isMany) return undefined
  if (!Number.isInteger(size) || size < 1 || size > 1200) return undefined
  const relative = moving[`${isAhead ? 'ahead' : 'back'} ${own[0]} ${size}`]
  if (relative !== undefined && !(own[0] === 'month' && size === 12 && times > 1)) return named(relative)
  if (isAhead) return { min: on, max: own[0] === 'day' ? addDays(on, size - 1) : addMonths(on, size) }
  return { min: back(on, times, own), max: on }
}
const parts: Readonly<Record<string, number>> = { перв: 1, втор: 2, трет: 3, четв: 4 }
const seasons: Readonly<Record<string, number>> = { весн: 3, лет: 6, осен: 9 }
const at = (text = '', table: Readonly<Record<string, number>>): number =>
  Object.entries(table).find(([stem]) => text.startsWith(stem))?.[1] ?? 0

const readers: readonly (readonly [RegExp, Reader])[] = (
  [
    ...byName.map(([source, relative]): [string, Reader] => [source, () => named(relative)]),
    ...sided,
    [`(?:(?:за|в) )?(последн[а-я]+|ближайш[а-я]+)(?: (${count}))? (${unit})`, lasting],
    [`за()(?: (${count}))? (${unit})`, lasting],
    [
      `(старше|моложе|не старше)(?: (${count}))? (${unit})`,
      ([, way, n, written = ''], on) => {
        const own = unitOf(written)
        const day = own[0] === 'day' ? addDays(on, -numeralOf(n) * own[1]) : addMonths(on, -numeralOf(n) * own[1])
        if (way === 'старше') return { min: firstDay, max: addDays(day, -1) }
        return { min: way === 'моложе' ? addDays(day, 1) : day, max: on }
      },
    ],
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
      `(?:(?:в|за) )?(перв[а-я]+|втор[а-я]+|трет[а-я]+|четв[а-я]+) (квартал|полугоди)[а-я]* ${ofYear}`,
      ([, part, kind, y]) => {
        const [n, size] = [at(part, parts), kind === 'квартал' ? 3 : 6]
        return n * size <= 12 ? months(Number(y), (n - 1) * size + 1, n * size) : undefined
      },
    ],
    [
      `(весн|лет|осен)(?:ой|ом|ью) ${ofYear}`,
      ([, season, y]) => months(Number(y), at(season, seasons), at(season, seasons) + 2),
    ],
    [`(?:(?:в|за|от|на) )?${anyPoint}`, ([, whole]) => pointDays(whole)],
  ] as readonly (readonly [string, Reader])[]
).map(([source, read]) => [linePattern(source), read])

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

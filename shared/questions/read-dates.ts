import { addDays, addMonths, firstDay, firstYear, lastDay, lastYear, monthEnd } from '../domain/dates.ts'
import type { DateRange, Days, RelativeRange } from '../domain/relative-dates.ts'
import { lineFrom, linePattern, type Token } from './words.ts'

/** Days in a question. An end that is open is the first or the last day a filter takes. */

export type DateFound = { to: number; range: DateRange; isAhead: boolean; isOneDay: boolean }

const monthStems = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма[йяею]',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
]
const monthName = monthStems.map(stem => (stem.startsWith('ма[') ? stem : `${stem}[а-я]*`)).join('|')
const monthOf = (name: string): number => monthStems.findIndex(stem => new RegExp(`^${stem}`).test(name)) + 1

// biome-ignore format: a table reads best as one
const numerals: Readonly<Record<string, number>> = {
  один: 1, одного: 1, одну: 1, два: 2, две: 2, двух: 2, три: 3, трех: 3, четыре: 4, четырех: 4, пять: 5, пяти: 5, шесть: 6, шести: 6,
  семь: 7, семи: 7, восемь: 8, восьми: 8, девять: 9, девяти: 9, десять: 10, десяти: 10, двенадцать: 12, пол: 0.5, полтора: 1.5,
}
const count = `\\d{1,4}|${Object.keys(numerals).join('|')}`
export const numeralOf = (written: string | undefined): number =>
  written === undefined ? 1 : (numerals[written] ?? Number(written))

const year = '(?:19|20|21)\\d\\d'
const ofYear = `(${year})(?: год[а-я]*| г(?: \\.)?)?`
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

/** A day, a month, a quarter or a year: with its first and last day. */
const point = [
  `(?:(?<d>\\d{1,2}\\.\\d{1,2}\\.${year})(?: г(?: \\.)?)?)`,
  `(?<iso>${year}-\\d\\d-\\d\\d)`,
  `(?<dm>\\d{1,2} (?:${monthName}) ${ofYear.replace('(', '(?:')})`,
  `(?<my>(?:${monthName}) ${ofYear.replace('(', '(?:')})`,
  `(?<y>${ofYear.replace('(', '(?:')})`,
].join('|')
const unnamed = (source: string): string => source.replace(/\(\?<\w+>/g, '(?:')
const anyPoint = `(${unnamed(point)})`
const pointPattern = new RegExp(`^(?:${point})$`, 'u')

const dayAt = (y: number, m: number, d: number): Days | undefined => {
  const day = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  const isReal = m >= 1 && m <= 12 && d >= 1 && day <= monthEnd(`${day.slice(0, 7)}-01`)
  return isReal && y >= firstYear && y <= lastYear ? { min: day, max: day } : undefined
}
const months = (y: number, from: number, to: number): Days => ({
  min: `${y}-${String(from).padStart(2, '0')}-01`,
  max: monthEnd(`${y}-${String(to).padStart(2, '0')}-01`),
})
const yearIn = (text: string): number => Number(new RegExp(`(?<!\\d)${year}`).exec(text)?.[0])

const pointDays = (text = ''): Days | undefined => {
  const { d, iso, dm, my, y } = pointPattern.exec(text)?.groups ?? {}
  if (d !== undefined) {
    const [day = 0, month = 0, own = 0] = d.split('.').map(Number)
    return dayAt(own, month, day)
  }
  if (iso !== undefined) {
    const [own = 0, month = 0, day = 0] = iso.split('-').map(Number)
    return dayAt(own, month, day)
  }
  if (dm !== undefined) {
    const [day, month = ''] = dm.split(' ')
    return dayAt(yearIn(dm), monthOf(month), Number(day))
  }
  if (my !== undefined) return months(yearIn(my), monthOf(my), monthOf(my))
  return y === undefined ? undefined : months(yearIn(y), 1, 12)
}

const between = (from: Days | undefined, to: Days | undefined): Days | undefined =>
  from && to && from.min <= to.max ? { min: from.min, max: to.max } : undefined
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

type Reader = (found: readonly (string | undefined)[], on: string) => DateRange | undefined
const lasting: Reader = ([, way, n, written = ''], on) => {
  const isAhead = way?.startsWith('ближ') ?? false
  const own = unitOf(written)
  const times = numeralOf(n)
  const size = times * own[1]
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
    [`(?:(?:за|в) )?(последн[а-я]+|ближайш[а-я]+)(?: (${count}))? (${unit})`, lasting],
    [`за()(?: (${count}))? (${unit})`, lasting],
    [
      `(старше|моложе|не старше)(?: (${count}))? (${unit})`,
      ([, way, n, written = ''], on) => {
        const own = unitOf(written)
        const day = own[0] === 'day' ? addDays(on, -numeralOf(n) * own[1]) : addMonths(on, -numeralOf(n) * own[1])
        return way === 'старше' ? { min: firstDay, max: day } : { min: day, max: on }
      },
    ],
    // «с 1 по 15 мая 2024», «с 1 марта по 5 мая 2025 года»
    [
      `(?:с|со) (\\d{1,2}) (?:по|до) (\\d{1,2} (${monthName}) ${ofYear})`,
      ([, d, end, month = '', y]) => between(dayAt(Number(y), monthOf(month), Number(d)), pointDays(end)),
    ],
    [
      `(?:с|со) (\\d{1,2}) (${monthName}) (?:по|до) (\\d{1,2} (?:${monthName}) ${ofYear})`,
      ([, d, month = '', end, y]) => between(dayAt(Number(y), monthOf(month), Number(d)), pointDays(end)),
    ],
    [`(?:(?:в|за|с|со|от) )?${anyPoint} – ${anyPoint}`, ([, from, to]) => between(pointDays(from), pointDays(to))],
    [`(?:с|со|от) ${anyPoint} (?:по|до) ${anyPoint}`, ([, from, to]) => between(pointDays(from), pointDays(to))],
    [
      `(?:(?:с|за|в) )?(${monthName}) (?:по|–) (${monthName}) ${ofYear}`,
      ([, from = '', to = '', y]) =>
        monthOf(from) <= monthOf(to) ? months(Number(y), monthOf(from), monthOf(to)) : undefined,
    ],
    [
      `(?:(?:в|за) )?(${year})(?: – |-)(${year})(?: год[а-я]*| гг?(?: \\.)?)?`,
      ([, from, to]) => between(pointDays(from), pointDays(to)),
    ],
    // Days have no gaps: only what stands in a row can be one filter.
    [
      `(?:(?:в|за) )?(${year}(?: , ${year})*) и (${year})(?: год[а-я]*)?`,
      ([, before = '', to = '']) => {
        const all = [...before.split(' , '), to].map(Number)
        const isRow = all.every((one, n) => n === 0 || one === (all[n - 1] ?? 0) + 1)
        return isRow ? between(pointDays(String(all[0])), pointDays(to)) : undefined
      },
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
      `(?:не позже|не позднее|по(?= \\d{1,2}[ .])) ${anyPoint}`,
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

export const dateAt = (tokens: readonly Token[], start: number, on: string): DateFound | undefined => {
  const { line, endOf } = lineFrom(tokens, start)
  let best: DateFound | undefined
  for (const [pattern, read] of readers) {
    const found = pattern.exec(line)
    const range = found ? read(found, on) : undefined
    if (!found || !range) continue
    const to = endOf(found[0].length)
    if (best && best.to >= to) continue
    const isAhead = 'relative' in range ? ahead.includes(range.relative) : range.min > on && range.max < lastDay
    best = { to, range, isAhead, isOneDay: 'min' in range && range.min === range.max }
  }
  return best
}

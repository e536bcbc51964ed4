import { addDays, addMonths, firstDay, lastDay } from '../domain/dates.ts'
import type { DateRange, RelativeRange } from '../domain/relative-dates.ts'
import { count, monthName, months, numeralOf, year } from './day-points.ts'

/** Days relative to today, and named days. */
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
/** As in the product's relative ranges: the last seven days include today. */
const back = (on: string, n: number, [kind, size]: readonly [Unit, number]): string =>
  kind === 'day' ? addDays(on, 1 - n * size) : addMonths(on, -n * size)

const named = (relative: RelativeRange): DateRange => ({ relative })

const byName: readonly (readonly [string, RelativeRange])[] = [
  ['(?:(?:за|на) )?сегодня|(?:на )?сегодняшн[а-я]+(?: день| дня)?', 'today'],
  ['(?:за )?вчера|вчерашн[а-я]+(?: день| дня)?', 'yesterday'],
  ['(?:на )?завтра|завтрашн[а-я]+(?: день| дня)?', 'tomorrow'],
  ['(?:(?:на|за) )?(?:этой|эту|текущ[а-я]+) недел[юеи]', 'this_week'],
  ['(?:(?:на|за) )?(?:прошл|минувш|прошедш|истекш)[а-я]+ недел[юеия]', 'last_week'],
  ['(?:на )?(?:следующ[а-я]+|будущ[а-я]+|след(?: \\.)?) недел[юе]', 'next_week'],
  ['(?:(?:в|за) )?(?:этот|этом|этого|текущ[а-я]+) месяц[ае]?', 'this_month'],
  ['(?:(?:в|за) )?(?:прошл|минувш|прошедш|истекш)[а-я]+ месяц[ае]?', 'last_month'],
  ['(?:в|на) (?:следующ|будущ)[а-я]+ месяц[ае]?', 'next_month'],
  ['с начала года|(?:(?:в|за|с начала) )?(?:этот|этом|этого|текущ[а-я]+) год[ау]?', 'this_year'],
  ['(?:(?:в|за) )?(?:прошл|минувш|прошедш|истекш)[а-я]+ год[ау]?', 'last_year'],
]
/** Relative ranges of the product, by length. */
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

export type DaysReader = (found: readonly (string | undefined)[], on: string) => DateRange | undefined
const severalUnits = /^(дни|дней|недели|недель|месяц(ы|ев)|квартал(ы|ов)|лет)$/
/** Of days or months. */
const isSize = (size: number): boolean => Number.isInteger(size) && size >= 1 && size <= 1200
const daysFrom = (on: string, n: string | undefined, written = '', step: 1 | -1 = 1): DateRange | undefined => {
  const size = numeralOf(n) * unitOf(written)[1]
  const day = addDays(on, step * size)
  return isSize(size) ? { min: day, max: day } : undefined
}
const lasting: DaysReader = ([, way, n, written = ''], on) => {
  const isAhead = /^(ближ|предст|гряд)/.test(way ?? '')
  const own = unitOf(written)
  const times = numeralOf(n)
  const size = times * own[1]
  // «за последние дни»: the number is missing.
  const isMany = /(ие|их|ими)$/.test(way ?? '') ? !/^(сут|пол)/.test(written) : severalUnits.test(written)
  if (n === undefined && isMany) return undefined
  if (!isSize(size)) return undefined
  const relative = moving[`${isAhead ? 'ahead' : 'back'} ${own[0]} ${size}`]
  if (relative !== undefined && !(own[0] === 'month' && size === 12 && times > 1)) return named(relative)
  if (isAhead) return { min: on, max: own[0] === 'day' ? addDays(on, size - 1) : addMonths(on, size) }
  return { min: back(on, times, own), max: on }
}

export const namedReaders: readonly (readonly [string, DaysReader])[] = [
  ...byName.map(([source, relative]): [string, DaysReader] => [source, () => named(relative)]),
  [
    `(?:(?:за|в|на) )?(последн[а-я]+|(?:минувш|прошедш|истекш|прошл)(?:ие|их|ую)|ближайш[а-я]+|предстоящ[а-я]+|грядущ[а-я]+)(?: (${count}))? (${unit})`,
    lasting,
  ],
  // «первые три месяца 2025»; «последняя неделя октября» is not the last seven days.
  [
    `(?:(?:за|в) )?(перв|последн)[а-я]+ (${count}) месяц[а-я]* (${year})(?: год[а-я]*)?`,
    ([, which, n, y]) => {
      const size = numeralOf(n)
      if (!Number.isInteger(size) || size < 1 || size > 12) return undefined
      return which === 'перв' ? months(Number(y), 1, size) : months(Number(y), 13 - size, 12)
    },
  ],
  [
    `(?:(?:за|в|на) )?последн[а-я]+(?: (?:${count}))? (?:${unit}) (?:${monthName}|${year})(?: ${year})?(?: год[а-я]*)?`,
    () => undefined,
  ],
  [
    '(?:с|после) начала (?:сво|войны|спецоперации|вторжения)(?! (?:в|на) (?:чечн|сири|афган|грузи|осети|абхаз|донбасс|газ))',
    () => ({ min: '2022-02-24', max: lastDay }),
  ],
  [
    'до начала (?:сво|войны|спецоперации|вторжения)(?! (?:в|на) (?:чечн|сири|афган|грузи|осети|абхаз|донбасс|газ))',
    () => ({ min: firstDay, max: '2022-02-23' }),
  ],
  // «через неделю», «три дня назад»; a month or year from now is no single day.
  [`через(?: (${count}))? (день|дня|дней|недел[а-я]+)`, ([, n, written], on) => daysFrom(on, n, written)],
  [`(?:(${count}) )?(день|дня|дней|недел[а-я]+) назад`, ([, n, written], on) => daysFrom(on, n, written, -1)],
  // «за 1 полугодие» means the first half-year; «за неделю до суда» does not end today.
  [`за()(?! [1-4] (?:квартал|полугодие)(?: |$))(?: (${count}))? (${unit})(?! (?:до|перед|после) )`, lasting],
  [
    `(больше|более|свыше|меньше|менее)(?: чем)?(?: (${count}))? (${unit}) назад`,
    ([, way = '', n, written = ''], on) => {
      const own = unitOf(written)
      const size = numeralOf(n) * own[1]
      if (!isSize(size)) return undefined
      const day = own[0] === 'day' ? addDays(on, -size) : addMonths(on, -size)
      return way.startsWith('мен') ? { min: addDays(day, 1), max: on } : { min: firstDay, max: addDays(day, -1) }
    },
  ],
  [
    '(?:(?:в|за) )?позапрошл(?:ый|ом|ого) год[ау]?',
    (_, on) => {
      const first = `${Number(on.slice(0, 4)) - 2}-01-01`
      return { min: first, max: addDays(addMonths(first, 12), -1) }
    },
  ],
  [
    `(старше|моложе|не старше)(?: (${count}))? (${unit})`,
    ([, way, n, written = ''], on) => {
      const own = unitOf(written)
      const size = numeralOf(n) * own[1]
      // «старше 2015 года» refers to a year.
      if (!isSize(size)) return undefined
      const day = own[0] === 'day' ? addDays(on, -size) : addMonths(on, -size)
      if (way === 'старше') return { min: firstDay, max: addDays(day, -1) }
      return { min: way === 'моложе' ? addDays(day, 1) : day, max: on }
    },
  ],
]

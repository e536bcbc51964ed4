import { addDays, weekdayOf, yearOf } from '../domain/dates.ts'
import type { Days } from '../domain/relative-dates.ts'
import { dayAt, monthName, monthOf, months, nextDays, spanOfDays } from './day-points.ts'
import { linePattern } from './words.ts'

/** Days without a year: the last past ones and the next ones. */
type TwiceFound = { last: Days; next: Days }
type OfYear = (found: readonly (string | undefined)[], year: number) => Days | undefined

// Nouns only: «Октябрьский», «Ноябрьск» and «мартовский» are no months.
const noun = [
  ...['январ', 'феврал', 'апрел', 'июн', 'июл', 'сентябр', 'октябр', 'ноябр', 'декабр'].map(stem => `${stem}[ьяею]`),
  ...['март', 'август'].map(stem => `${stem}[аеу]?`),
  'ма[йяею]',
].join('|')
/** No following word gives the year or continues the list. */
const noYear = `(?! (?:и|или|,|–|по|до) (?:${noun})| (?:прошл|позапрошл|этого|того|текущ|следующ|будущ|нынешн|ближайш)| (?:,|\\() (?:19|20|21)\\d\\d| (?:19|20|21)\\d\\d| \\d\\d(?: |$))`

const ordinals: Readonly<Record<string, number>> = { перв: 1, втор: 2, трет: 3, четв: 4, iii: 3, ii: 2, iv: 4, i: 1 }
export const ordinal = '(перв[а-я]+|втор[а-я]+|трет[а-я]+|четв[а-я]+|[1-4]|i{1,3}|iv)'
export const partOfYear = (part = '', kind: string | undefined, year: number): Days | undefined => {
  const n = Number(part) || (Object.entries(ordinals).find(([stem]) => part.startsWith(stem))?.[1] ?? 0)
  const size = kind?.startsWith('кв') ? 3 : 6
  return n > 0 && n * size <= 12 ? months(year, (n - 1) * size + 1, n * size) : undefined
}
const seasons: Readonly<Record<string, number>> = { весн: 3, лет: 6, осен: 9 }
export const season = '(весн|лет|осен)(?:ой|ом|ью|а|о|ь|у|ы|и)'
const yearsFrom: Readonly<Record<string, number>> = {
  позапрошлого: -2,
  прошлого: -1,
  этого: 0,
  нынешнего: 0,
  текущего: 0,
  следующего: 1,
  будущего: 1,
}
const ofThatYear = new RegExp(
  `(?<= |^)((?:${monthName}|квартала?|кв|полугоди[а-я]|половин[а-я]|весн[а-я]+|лет(?:о|ом|а|у|е)|осен[а-я]+)(?: \\.)?) (${Object.keys(yearsFrom).join('|')}) года(?= |$)`,
  'gu',
)
/** «с марта по май прошлого года»: the year by number, as long as the words it replaces, since their end tells a token. */
export const withYearsOf = (line: string, on: string): string =>
  line.replace(ofThatYear, (all, part: string, which: string) =>
    `${part} ${Number(yearOf(on)) + (yearsFrom[which] ?? 0)} года`.padEnd(all.length, 'а'),
  )
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
/** «вторая декада марта» */
export const decade = '(?:(?:в|во|за) )?(перв|втор|трет)[а-я]+ декад[а-я]+'
export const decadeOf = (part = '', month = '', year: number): Days => {
  const whole = months(year, monthOf(month), monthOf(month))
  const n = ['перв', 'втор', 'трет'].indexOf(part)
  return { min: addDays(whole.min, n * 10), max: n === 2 ? whole.max : addDays(whole.min, n * 10 + 9) }
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
    [
      `между (\\d{1,2})(?: (${noun}))? и (\\d{1,2}) (${noun})${noYear}`,
      ([, a, m, b, n], y) => spanOfDays(day(a, m ?? n, y), day(b, n, y)),
    ],
    [
      `(?:(?:в|за|на) )?(\\d{1,2}) (?:и|или) (\\d{1,2}) (${noun})${noYear}`,
      ([, a, b, m], y) => nextDays(day(a, m, y), day(b, m, y)),
    ],
    [`(\\d{1,2})-(\\d{1,2}) (${noun})${noYear}`, ([, a, b, m], y) => spanOfDays(day(a, m, y), day(b, m, y))],
    [`(?:(?:в|во|за) )?(перв|втор)[а-я]+ половин[а-я]+ (${noun})${noYear}`, ([, part, m], y) => halfOf(part, m, y)],
    [`${decade} (${noun})${noYear}`, ([, part, m], y) => decadeOf(part, m, y)],
    [`(?:(?:с|за|в) )?(${noun}) (?:по|–) (${noun})${noYear}`, ([, from, to], y) => row(from, to, y)],
    [
      `(?:(?:в|за) )?(${noun}) и (${noun})${noYear}`,
      ([, from = '', to = ''], y) => (monthOf(to) === monthOf(from) + 1 ? row(from, to, y) : undefined),
    ],
    [`(?:(?:в|во|за) )?${ordinal} (квартал|полугоди)[а-я]*${noYear}`, ([, part, kind], y) => partOfYear(part, kind, y)],
    [`(?:(?:в|во|за) )?${ordinal} (половин)[а-я]* года${noYear}`, ([, part, kind], y) => partOfYear(part, kind, y)],
    [`нового года${noYear}`, (_, y) => day('1', 'январь', y)],
    [`майских(?: праздников)?${noYear}`, (_, y) => spanOfDays(day('1', 'май', y), day('11', 'май', y))],
    [`(?:за )?${season}${noYear}`, ([, own], y) => seasonOf(own, y)],
  ] as readonly (readonly [string, OfYear])[]
).map(([source, read]) => [linePattern(source), read])
const weekdays = [
  'воскресень[еяю]',
  'понедельник[ау]?',
  'вторник[ау]?',
  'сред[уы]',
  'четверг[ау]?',
  'пятниц[уые]',
  'суббот[уые]',
]
const onWeekday = linePattern(`(?:(?:в|во|на|за) )?(${weekdays.join('|')})`)
/** «в понедельник»: today, if it is one. */
const weekdayNear = (name = '', on: string, step: 1 | -1): Days => {
  const wanted = weekdays.findIndex(one => new RegExp(`^${one}$`, 'u').test(name))
  let day = on
  while (weekdayOf(day) % 7 !== wanted) day = addDays(day, step)
  return { min: day, max: day }
}
const onLastWeekday = linePattern(`(?:(?:в|во|на|за) )?прошл[а-я]+ (${weekdays.join('|')})`)
/** «в прошлую среду»: that of the week before, or the last one. */
export const lastWeekday = (line: string, on: string): { length: number; range: Days; other?: Days } | undefined => {
  const found = onLastWeekday.exec(line)
  if (!found) return undefined
  const last = weekdayNear(found[1], addDays(on, -1), -1).min
  const before = weekdayNear(found[1], addDays(on, -weekdayOf(on)), -1).min
  const day = (one: string): Days => ({ min: one, max: one })
  return { length: found[0].length, range: day(before), ...(last !== before && { other: day(last) }) }
}
const onWeekend = linePattern(
  '(?:(?:в|на|за) )?(эт[а-я]+ |прошл[а-я]+ |прошедш[а-я]+ |минувш[а-я]+ |последн[а-я]+ |следующ[а-я]+ |ближайш[а-я]+ |будущ[а-я]+ )выходны(?:е|х)',
)
/** «на прошлых выходных»; «в выходные» alone may mean all weekends. */
const weekend = (line: string, on: string): { length: number; found: TwiceFound } | undefined => {
  const found = onWeekend.exec(line)
  if (!found) return undefined
  const saturday = addDays(on, 6 - weekdayOf(on))
  const from = (day: string): Days => ({ min: day, max: addDays(day, 1) })
  const isPast = /^(прош|мин|посл)/.test(found[1] ?? '')
  const isNext = /^(след|буд)/.test(found[1] ?? '') && saturday <= on
  // During the weekend, the last one is the previous, and the next one the following.
  const own = from(addDays(saturday, isPast ? -7 : isNext ? 7 : 0))
  return { length: found[0].length, found: { last: own, next: own } }
}

/** `length`: of the match. */
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
  return best ?? weekend(line, on)
}
const seasonBefore = linePattern(`(?:(?:в|за) )?прошл[а-я]+ ${season}`)
/** In autumn «прошлым летом» may be this year's or last year's summer. */
export const lastSeason = (line: string, on: string): { length: number; range: Days; other?: Days } | undefined => {
  const found = seasonBefore.exec(line)
  if (!found) return undefined
  const year = Number(yearOf(on))
  const [own, before] = [seasonOf(found[1], year), seasonOf(found[1], year - 1)]
  return { length: found[0].length, ...(own.max < on ? { range: own, other: before } : { range: before }) }
}

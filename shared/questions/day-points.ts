import { addDays, firstYear, lastYear, monthEnd } from '../domain/dates.ts'
import type { Days } from '../domain/relative-dates.ts'

/** Days, months and years in a question. */
export const monthStems = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма[йяею]м?',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
]
export const monthName = monthStems.map(stem => (stem.startsWith('ма[') ? stem : `${stem}[а-я]*`)).join('|')
export const monthOf = (name: string): number => monthStems.findIndex(stem => new RegExp(`^${stem}`).test(name)) + 1

// biome-ignore format: a table reads best as one
const numerals: Readonly<Record<string, number>> = {
  один: 1, одного: 1, одну: 1, два: 2, две: 2, двух: 2, три: 3, трех: 3, четыре: 4, четырех: 4, пять: 5, пяти: 5, шесть: 6, шести: 6,
  семь: 7, семи: 7, восемь: 8, восьми: 8, девять: 9, девяти: 9, десять: 10, десяти: 10, двенадцать: 12, двенадцати: 12,
  пятнадцать: 15, пятнадцати: 15, двадцать: 20, двадцати: 20, тридцать: 30, тридцати: 30, сорок: 40, сорока: 40, пятьдесят: 50, пятидесяти: 50,
  двое: 2, трое: 3, четверо: 4, пятеро: 5, семеро: 7, одиннадцать: 11, тринадцать: 13, четырнадцать: 14, шестнадцать: 16, семнадцать: 17, восемнадцать: 18, девятнадцать: 19, шестьдесят: 60, семьдесят: 70, восемьдесят: 80, девяносто: 90,
  сто: 100, ста: 100, двести: 200, триста: 300, пятьсот: 500, полтора: 1.5, полторы: 1.5, полутора: 1.5, пол: 0.5,
}
export const numeralWords = Object.keys(numerals)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
export const count = `\\d{1,4}|${numeralWords}`
export const numeralOf = (written: string | undefined): number =>
  written === undefined ? 1 : (numerals[written] ?? Number(written))

export const year = '(?:19|20|21)\\d\\d'
export const ofYear = `(${year})(?: год[а-я]*| г(?: \\.)?)?`
/** A day, month, quarter or year, by its first and last day. */
const point = [
  `(?:(?<d>\\d{1,2}\\.\\d{1,2}\\.${year})(?: г(?: \\.)?)?)`,
  `(?<iso>${year}-\\d\\d-\\d\\d)`,
  `(?<dm>\\d{1,2} (?:${monthName}) ${ofYear.replace('(', '(?:')})`,
  `(?<my>(?:${monthName}) ${ofYear.replace('(', '(?:')})`,
  `(?<y>${ofYear.replace('(', '(?:')})`,
].join('|')
const unnamed = (source: string): string => source.replace(/\(\?<\w+>/g, '(?:')
export const anyPoint = `(${unnamed(point)})`
const pointPattern = new RegExp(`^(?:${point})$`, 'u')

export const dayAt = (y: number, m: number, d: number): Days | undefined => {
  const day = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  const isReal = m >= 1 && m <= 12 && d >= 1 && day <= monthEnd(`${day.slice(0, 7)}-01`)
  return isReal && y >= firstYear && y <= lastYear ? { min: day, max: day } : undefined
}
export const months = (y: number, from: number, to: number): Days => ({
  min: `${y}-${String(from).padStart(2, '0')}-01`,
  max: monthEnd(`${y}-${String(to).padStart(2, '0')}-01`),
})
const yearIn = (text: string): number => Number(new RegExp(`(?<!\\d)${year}`).exec(text)?.[0])

export const pointDays = (text = ''): Days | undefined => {
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

export const spanOfDays = (from: Days | undefined, to: Days | undefined): Days | undefined =>
  from && to && from.min <= to.max ? { min: from.min, max: to.max } : undefined
/** «5 и 6 декабря»: days that follow each other are one filter, others are two. */
export const nextDays = (one: Days | undefined, other: Days | undefined): Days | undefined =>
  one && other && addDays(one.max, 1) === other.min ? { min: one.min, max: other.max } : undefined

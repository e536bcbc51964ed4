import type { PenaltyUnit } from '#shared/domain/outcomes.ts'
import { isNumeral, matchAt, numberAt, scaleOf } from './numerals.ts'

/** Amounts with a unit: «30 000 (тридцать тысяч) рублей», «десять суток», «500 рублей 00 копеек». */
type Measure = 'rubles' | 'days' | 'hours' | 'months' | 'years' | 'weeks'
export type Amount = {
  value: number
  start: number
  end: number
  contradicts: boolean
  /** A limit the law allows («до», «от», «не менее»), unless a penalty is reduced to it. */
  limit: 'to' | 'other' | undefined
}

const units: Readonly<Record<Measure, RegExp>> = {
  rubles: /(?:российских )?(?:руб(?:л\p{L}+|\.)?(?!\p{L})|р(?=[\s.,;)]|$))/uy,
  days: /(?:календарн\p{L}+ )?(?:сут(?:ок|ки|кам|ками)?|дн(?:ей|я|ям|ями)|день)(?!\p{L})/uy,
  hours: /(?:час(?:ов|а|ам|ами)?\.?|ч(?=[\s.,;)]|$))(?!\p{L})/uy,
  weeks: /недел(?:я|и|ю|ь|ям)(?!\p{L})/uy,
  months: /мес(?:яц(?:а|ев|у|ам|ем|ами)?|\.)?(?!\p{L})/uy,
  years: /(?:лет|год(?:а|у|ам|ами|ом)?|г\.?)(?!\p{L})/uy,
}
/** What courts write instead of an amount they hide. */
export const mask =
  /<[^<>\n]{0,60}>|\{[^{}\n]{0,40}\}|\*{2,}|…|\.{3,}|_{2,}|\[[^\]\n]{0,40}\]|\((?:данные )?изъят[^)\n]{0,20}\)|\/(?:данные )?изъят[^/\n]{0,20}\/|(?<!\p{L})(?:фио ?\d*|ф\.и\.о\. ?\d*|х{2,}|x{2,}|изъято|скрыто|обезличено|сумма)(?!\p{L})/gu

const isInKopecks = /^\d[\d ]{2,}[-–—=]\d\d *$/

const maxValue = 10_000_000_000

const gapAt = /[ \n]*/y
const endingAt = /[-–—]? ?(?:ти|х|ми|го|й|м|мя|е|ю)(?!\p{L})|[-–—](?:и|а|у)(?!\p{L})/uy
const bracketAt = /\(([^()]{0,120})\)/y
const wordAt = /\p{L}+/uy
const kopecksAt = /[ \n]*(\d{1,2})[ \n]*(?:\([^()]{0,40}\)[ \n]*)?коп/y
const begins = /\d|(?<!\p{L})\p{L}+/gu
/** «1/2 года» is not two years. */
const denominatorAt = / ?\/ ?\d+/y
const limitBefore =
  /(?:^|[ \n])(до|от|с|не (?:менее|более|свыше|выше|ниже)|свыше|выше|(?:минимального|низшего|нижнего) (?:размера|предела)(?: штрафа)?(?: в)?)[ \n]+$/
const maxLimitLength = 36

const skip = (text: string, at: number): number => at + (matchAt(gapAt, text, at)?.[0].length ?? 0)

function amountAt(clause: string, start: number, unit: Measure): Amount | undefined {
  const number = numberAt(clause, start)
  if (number === undefined) return undefined
  let { value, end } = number
  end += matchAt(endingAt, clause, end)?.[0].length ?? 0
  end = skip(clause, end)
  const before = matchAt(bracketAt, clause, end)
  if (before !== undefined) end = skip(clause, end + before[0].length)
  const word = matchAt(wordAt, clause, end)?.[0] ?? ''
  const times = scaleOf(word)
  if (times !== undefined) end = skip(clause, end + word.length + (clause[end + word.length] === '.' ? 1 : 0))
  // «30 тыс. (тридцать тысяч) рублей»
  const after = times === undefined || before !== undefined ? undefined : matchAt(bracketAt, clause, end)
  if (after !== undefined) end = skip(clause, end + after[0].length)
  const inside = (before ?? after)?.[1]?.trim() ?? ''
  const again = numberAt(inside, 0)
  // «30 (тридцать) тысяч», but «30 000 (тридцать) тысяч» has said it already.
  if (times !== undefined && (before === undefined || again === undefined || again.value * times !== value))
    value *= times
  const named = matchAt(units[unit], clause, end)
  const inBracket = again === undefined ? undefined : matchAt(units[unit], inside, skip(inside, again.end))
  if (
    named === undefined &&
    inBracket === undefined &&
    !(unit === 'rubles' && isInKopecks.test(clause.slice(start, end)))
  )
    return undefined
  end += named?.[0].length ?? 0
  const kopecks = unit === 'rubles' ? matchAt(kopecksAt, clause, end) : undefined
  if (kopecks !== undefined) value = Math.floor(value) + Number(kopecks[1]) / 100
  if (value > maxValue) return undefined
  const said = again?.value
  const contradicts = said !== undefined && Math.floor(said) !== Math.floor(value) && said * (times ?? 1) !== value
  return { value, start, end, contradicts, limit: limitOf(clause, start) }
}

/** In months, a day as a thirtieth: «2 (два) года 6 (шесть) месяцев», «полтора года», «полгода», «3 месяца и 10 дней». */
const inMonths: readonly (readonly [Measure, number])[] = [
  ['years', 12],
  ['months', 1],
  ['weeks', 7 / 30],
  ['days', 1 / 30],
]
const maxYears = 60
const joint = /[ \n,]*(?:и[ \n]+)?/y
const halfYear = /(?:полгода|полугода|полугодие)(?!\p{L})/uy

function termAt(clause: string, start: number): Amount | undefined {
  const half = matchAt(halfYear, clause, start)
  if (half !== undefined)
    return { value: 6, start, end: start + half[0].length, contradicts: false, limit: limitOf(clause, start) }
  let term: Amount | undefined
  let next = start
  for (const [measure, months] of inMonths) {
    const piece = amountAt(clause, next, measure)
    if (piece === undefined) continue
    if (measure === 'years' && piece.value > maxYears) return undefined
    const value = (term?.value ?? 0) + piece.value * months
    term = {
      value,
      start,
      end: piece.end,
      contradicts: piece.contradicts || (term?.contradicts ?? false),
      limit: term === undefined ? piece.limit : term.limit,
    }
    const again = matchAt(repeated, clause, skip(clause, piece.end))
    next = again === undefined ? piece.end : skip(clause, piece.end) + again[0].length
    next += matchAt(joint, clause, next)?.[0].length ?? 0
  }
  return term === undefined ? undefined : { ...term, value: Math.round(term.value * 100) / 100 }
}
const repeated = /\([^()]{0,40}\)/y

const limitOf = (clause: string, start: number): Amount['limit'] => {
  const limit = limitBefore.exec(clause.slice(Math.max(0, start - maxLimitLength), start))?.[1]
  return limit === undefined ? undefined : limit === 'до' ? 'to' : 'other'
}

const hoursOfDay = 24
const withHours = /^[ ,]{1,2}(?:и )?(\d{1,2}) (?:\([^()]{0,30}\) ?)?час(?:а|ов)?\.?(?!\p{L}| ?\d)/u
/** «48 часов ареста» are days too. */
const dayAt = (clause: string, start: number): Amount | undefined => {
  const days = amountAt(clause, start, 'days')
  if (days !== undefined) {
    // «1 сутки 12 часов», but not «5 суток с 12 часов 30 минут»
    const rest = withHours.exec(clause.slice(days.end, days.end + 60))
    if (rest === null) return days
    const value = days.value + Number(rest[1]) / hoursOfDay
    return { ...days, value: Math.round(value * 100) / 100, end: days.end + rest[0].length }
  }
  const hours = amountAt(clause, start, 'hours')
  return hours === undefined || /^ ?\d{1,2} (?:мин|час)/.test(clause.slice(hours.end, hours.end + 10))
    ? undefined
    : { ...hours, value: Math.round((hours.value / hoursOfDay) * 100) / 100 }
}
const readAt: Readonly<Record<PenaltyUnit, (clause: string, start: number) => Amount | undefined>> = {
  rubles: (clause, start) => amountAt(clause, start, 'rubles'),
  hours: (clause, start) => amountAt(clause, start, 'hours'),
  days: dayAt,
  months: termAt,
}

/** Letters that a scanner took digits for, before the number in words: «З (трое)», «1О (десять)», «2 ООО (две тысячи)»; beside digits: «5ОО рублей». */
const misread = /(?<![\p{L}\d])[\dзоб]{1,12}(?: [\dзоб]{3})*(?= ?\((\p{L}+))/gu
const misreadAlone =
  /(?<![\p{L}\d])(?:(?=\d*[зо])(?=[зо]*\d)[\dзо]{2,9}(?: [\dо]{3}){0,2}|\d{1,3}(?: [\dо]{3}){1,2}|(?<=(?:на|срок|сроком|сроком на|размере) )з)(?= (?:руб|сут(?:ок|ки)|час|лет|год|мес))/gu
const digits: Readonly<Record<string, string>> = { з: '3', о: '0', б: '6' }
/** «штраф «30 000» рублей» */
const quoted = /[«"“]( ?\d[\d ]{0,12})[»"”](?= ?(?:\(|\p{L}))/gu
const withDigits = (said: string): string => {
  const clause = said.replace(quoted, ' $1 ')
  return /[зоб]/.test(clause)
    ? clause
        .replace(misread, (written, word: string) => (isNumeral(word) ? inDigits(written) : written))
        .replace(misreadAlone, inDigits)
    : clause
}
const inDigits = (written: string): string => written.replace(/[зоб]/g, letter => digits[letter] ?? letter)
/** «1б00 рублей», «l000»: what is only half read is no amount. */
const glued = /\d\p{L}$|[a-z]$/u

export function amountsIn(said: string, unit: PenaltyUnit): Amount[] {
  const clause = withDigits(said)
  const amounts: Amount[] = []
  begins.lastIndex = 0
  for (let found = begins.exec(clause); found !== null; found = begins.exec(clause)) {
    const isDigit = /\d/.test(found[0])
    const isWord = !isDigit && (isNumeral(found[0]) || (unit === 'months' && found[0].startsWith('пол')))
    const isGlued = isDigit && glued.test(clause.slice(Math.max(0, found.index - 2), found.index))
    const amount = (isDigit && !isGlued) || isWord ? readAt[unit](clause, found.index) : undefined
    if (amount !== undefined) {
      amounts.push(amount)
      begins.lastIndex = amount.end
    } else if (isDigit) {
      const end = numberAt(clause, found.index)?.end ?? begins.lastIndex
      begins.lastIndex = end + (matchAt(denominatorAt, clause, end)?.[0].length ?? 0)
    }
  }
  return amounts
}

import { isNumeral, numberAt, scaleOf } from './numerals.ts'

/** Amounts with their unit in a clause: «30 000 (тридцать тысяч) рублей», «десять суток», «500 рублей 00 копеек». */
export type Unit = 'rubles' | 'days' | 'hours'
export type Amount = {
  value: number
  start: number
  /** Digits and words say different things. */
  contradicts: boolean
  /** A limit of what the law allows («до», «от», «не менее»), unless a penalty is being reduced to it. */
  limit: 'to' | 'other' | undefined
}

const units: Readonly<Record<Unit, RegExp>> = {
  rubles: /(?:российских )?(?:руб(?:л\p{L}+|\.)?(?!\p{L})|р(?=[\s.,;)]|$))/uy,
  days: /(?:календарн\p{L}+ )?(?:сут(?:ок|ки|кам)?|дн(?:ей|я)|день)(?!\p{L})/uy,
  hours: /час(?:ов|а)?(?!\p{L})/uy,
}
/** What a court puts in the place of an amount it hides. */
export const mask =
  /<[^<>\n]{0,60}>|\*{2,}|…|\.{3,}|_{2,}|\[[^\]\n]{0,40}\]|\((?:данные )?изъят[^)\n]{0,20}\)|\/(?:данные )?изъят[^/\n]{0,20}\/|(?<!\p{L})(?:фио ?\d*|х{2,}|x{2,}|изъято|скрыто|обезличено|сумма)(?!\p{L})/gu

/** No court imposes more; a longer number is no amount. */
const largest = 10_000_000_000

const gapAt = /[ \n]*/y
const endingAt = /-(?:ти|и|х|ми|ми|го|й)(?!\p{L})/uy
const bracketAt = /\(([^()]{0,120})\)/y
const wordAt = /\p{L}+/uy
const kopecksAt = /[ \n]*(\d{1,2})[ \n]*(?:\([^()]{0,40}\)[ \n]*)?коп/y
const begins = /\d|(?<!\p{L})\p{L}+/gu
const limitBefore = /(?:^|[ \n])(до|от|с|не (?:менее|более|свыше|выше|ниже)|свыше|выше)[ \n]+$/
/** A limit stands right before its number. */
const longestLimit = 14

const after = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
const skip = (text: string, at: number): number => at + (after(gapAt, text, at)?.[0].length ?? 0)

function amountAt(clause: string, start: number, unit: Unit): (Amount & { end: number }) | undefined {
  const number = numberAt(clause, start)
  if (number === undefined) return undefined
  let { value, end } = number
  end += after(endingAt, clause, end)?.[0].length ?? 0
  end = skip(clause, end)
  const bracket = after(bracketAt, clause, end)
  const inside = bracket?.[1]?.trim() ?? ''
  const again = numberAt(inside, 0)
  if (bracket !== undefined) end = skip(clause, end + bracket[0].length)
  const word = after(wordAt, clause, end)?.[0] ?? ''
  const times = scaleOf(word)
  if (times !== undefined) {
    // «30 (тридцать) тысяч», but «30 000 (тридцать) тысяч» has said it already.
    if (again === undefined || again.value * times !== value) value *= times
    end = skip(clause, end + word.length + (clause[end + word.length] === '.' ? 1 : 0))
  }
  const named = after(units[unit], clause, end)
  const inBracket = again === undefined ? undefined : after(units[unit], inside, skip(inside, again.end))
  if (named === undefined && inBracket === undefined) return undefined
  end += named?.[0].length ?? 0
  const kopecks = unit === 'rubles' ? after(kopecksAt, clause, end) : undefined
  if (kopecks !== undefined) value = Math.floor(value) + Number(kopecks[1]) / 100
  if (value > largest) return undefined
  const said = again?.value
  const contradicts = said !== undefined && Math.floor(said) !== Math.floor(value) && said * (times ?? 1) !== value
  const limit = limitBefore.exec(clause.slice(Math.max(0, start - longestLimit), start))?.[1]
  return { value, start, end, contradicts, limit: limit === undefined ? undefined : limit === 'до' ? 'to' : 'other' }
}

export function amountsIn(clause: string, unit: Unit): Amount[] {
  const amounts: Amount[] = []
  begins.lastIndex = 0
  for (let found = begins.exec(clause); found !== null; found = begins.exec(clause)) {
    const isDigit = /\d/.test(found[0])
    const amount = isDigit || isNumeral(found[0]) ? amountAt(clause, found.index, unit) : undefined
    if (amount !== undefined) {
      amounts.push(amount)
      begins.lastIndex = amount.end
    } else if (isDigit) begins.lastIndex = numberAt(clause, found.index)?.end ?? begins.lastIndex
  }
  return amounts
}

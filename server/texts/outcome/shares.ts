import { numberAt } from './numerals.ts'

/** «с удержанием 10 (десяти) % заработка», «из заработной платы 15 процентов». */
const percentWord = /(?:\([^()]{0,40}\) ?)?(?:%|процент)/y
export function percentOf(clause: string): number | null {
  for (const { index } of clause.matchAll(/\d|(?<!\p{L})(?=пят|десят|пятнадцат|двадцат)\p{L}/gu)) {
    if (/\d/.test(clause[index - 1] ?? '')) continue
    const number = numberAt(clause, index)
    if (number === undefined) continue
    percentWord.lastIndex =
      number.end + (/^(?:-?(?:ти|и))? ?/u.exec(clause.slice(number.end, number.end + 4))?.[0].length ?? 0)
    if (percentWord.test(clause)) return number.value
  }
  return null
}

/** «пятикратной», «10-кратной», «в двойном размере»: how many times a sum. */
const times: readonly (readonly [RegExp, number])[] = [
  [/двойн(?:ой|ом|ого)|двукратн/, 2],
  [/трехкратн|тройн/, 3],
  [/четырехкратн/, 4],
  [/пятикратн/, 5],
  [/шестикратн/, 6],
  [/семикратн/, 7],
  [/восьмикратн/, 8],
  [/девятикратн/, 9],
  [/пятнадцатикратн/, 15],
  [/двадцатипятикратн/, 25],
  [/двадцатикратн/, 20],
  [/тридцатикратн/, 30],
  [/сорокакратн/, 40],
  [/пятидесятикратн/, 50],
  [/шестидесятикратн/, 60],
  [/семидесятикратн/, 70],
  [/восьмидесятикратн/, 80],
  [/девяностократн/, 90],
  [/стократн/, 100],
  [/десятикратн/, 10],
]
export function multipleOf(clause: string): number | null {
  if (!/кратн|двойн|тройн/.test(clause)) return null
  const digits = /(\d{1,3})(?:-|–)? ?(?:ти|х|и)?-?кратн/.exec(clause)?.[1]
  return digits !== undefined ? Number(digits) : (times.find(([words]) => words.test(clause))?.[1] ?? null)
}

/** «1/2 суммы», «одной второй размера», «половины стоимости»: a part of a sum that stands beside it. */
export const isFraction =
  /\d ?\/ ?\d+(?: \([^()]{0,40}\))? (?:\p{L}+ ){0,2}(?:сумм|размер|стоимост|величин)|(?<!\p{L})одн(?:ой|у) (?:втор|треть|четверт|пят|десят)\p{L}+ |половин\p{L} (?:\p{L}+ ){0,2}(?:сумм|размер|стоимост)/u
const comesTo =
  /(?<!\p{L})(?:составля|составит|то есть|а именно|равн\p{L}{1,2} |что соответствует|в сумме|т\. ?е\.)|[–—-] ?(?=\d)/u
/** From where a sum is told that was counted from another. */
export const resultAt = (clause: string): number => {
  const found = comesTo.exec(clause)
  return found === null ? Number.POSITIVE_INFINITY : found.index
}

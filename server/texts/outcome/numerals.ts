/** Numbers in normalized text, in digits and words: «30 000», «30.000», «тридцать тысяч», «двух тысяч пятисот»; shares and multiples. */
type ReadNumber = { value: number; end: number }

// biome-ignore format: a numeral a row, in the cases it occurs in
const forms: readonly (readonly [number, string])[] = [
  [1, 'один одна одно одни одного одной одних одну одним одному'], [2, 'два две двух двое двоих двумя двум'],
  [3, 'три трех трое троих тремя трем'], [4, 'четыре четырех четверо четверых четырьмя четырем'], [5, 'пять пяти пятеро пятью'],
  [6, 'шесть шести шестью'], [7, 'семь семи семью'], [8, 'восемь восьми восемью восьмью'], [9, 'девять девяти девятью'],
  [10, 'десять десяти десятью'], [11, 'одиннадцать одиннадцати одиннадцатью'], [12, 'двенадцать двенадцати двенадцатью'],
  [13, 'тринадцать тринадцати тринадцатью'], [14, 'четырнадцать четырнадцати четырнадцатью'], [15, 'пятнадцать пятнадцати пятнадцатью'],
  [16, 'шестнадцать шестнадцати шестнадцатью'], [17, 'семнадцать семнадцати семнадцатью'], [18, 'восемнадцать восемнадцати восемнадцатью'],
  [19, 'девятнадцать девятнадцати девятнадцатью'], [20, 'двадцать двадцати двадцатью'], [30, 'тридцать тридцати тридцатью'], [40, 'сорок сорока'],
  [50, 'пятьдесят пятидесяти'], [60, 'шестьдесят шестидесяти'], [70, 'семьдесят семидесяти'],
  [80, 'восемьдесят восьмидесяти'], [90, 'девяносто девяноста'], [100, 'сто ста'], [200, 'двести двухсот'],
  [300, 'триста трехсот'], [400, 'четыреста четырехсот'], [500, 'пятьсот пятисот'], [600, 'шестьсот шестисот'],
  [700, 'семьсот семисот'], [800, 'восемьсот восьмисот'], [900, 'девятьсот девятисот'], [1.5, 'полтора полторы полутора'],
]
const numerals = new Map(forms.flatMap(([value, words]) => words.split(' ').map(word => [word, value] as const)))
export const scaleOf = (word: string): number | undefined =>
  /^тыс(?:яч(?:а|и|у|ей|е|ам|ах|ь)?)?$/.test(word)
    ? 1000
    : /^(?:млн|миллион(?:а|ов)?)$/.test(word)
      ? 1_000_000
      : undefined
/** «тысяча рублей», but not «<…> тысяч рублей». */
const whole = new Set(['тысяча', 'тысячу', 'миллион'])

const wordAt = /\p{L}+/uy
const halfAt = / с половиной(?!\p{L})/uy
const gapAt = /[ \n]+/y
/** What a sticky pattern finds at this very place. */
export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function numberInWords(plain: string, at: number): ReadNumber | undefined {
  let [total, group, end] = [0, 0, 0]
  let [within, below] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let place = at; ; ) {
    const word = matchAt(wordAt, plain, place)?.[0]
    if (word === undefined) break
    const value = numerals.get(word)
    const half = value !== undefined && value < 20 ? matchAt(halfAt, plain, place + word.length) : undefined
    const times = scaleOf(word)
    if (value !== undefined && value < within) {
      group += value
      within = value >= 100 ? 100 : value >= 20 ? 10 : 1
      if (half !== undefined) group += 0.5
    } else if (times !== undefined && times < below && (group > 0 || (total === 0 && whole.has(word)))) {
      total += (group || 1) * times
      group = 0
      within = 1000
      below = times
    } else break
    end = place + word.length + (half?.[0].length ?? 0)
    if (times !== undefined && word.length < 4 && plain[end] === '.') end += 1
    place = end + (matchAt(gapAt, plain, end)?.[0].length ?? 0)
    if (place === end) break
  }
  return end === 0 ? undefined : { value: total + group, end }
}

const digitsAt = /\d{1,3}(?:[ .,'’]\d{3})+(?!\d)|\d{1,12}/y
/** After a dash only of money: «10-15 суток» is a range. */
const hundredthsAt =
  / ?[,.] ?(\d{2})(?!\d)| ?[-–—=] ?(\d{2})(?!\d)(?! ?(?:\([^()]{0,40}\) ?)?(?:сут|час|дн|лет|год|мес|процент|%))/y
/** «1,5»; with a space only where the noun shows that it is no list: «1, 5 года», but «1, 5 лет». */
const tenthsAt = /[,.](\d)(?!\d|[,.]\d)| ?[,.] ?([05-9])(?= (?:года|месяца|процента)(?!\p{L}))/uy

function numberInDigits(plain: string, at: number): ReadNumber | undefined {
  const found = matchAt(digitsAt, plain, at)
  if (found === undefined) return undefined
  const end = at + found[0].length
  const integer = Number(found[0].replace(/\D/g, ''))
  const tenths = matchAt(tenthsAt, plain, end)
  if (tenths !== undefined) return { value: integer + Number(tenths[1] ?? tenths[2]) / 10, end: end + tenths[0].length }
  const hundredths = matchAt(hundredthsAt, plain, end)
  const value = integer + Number(hundredths?.[1] ?? hundredths?.[2] ?? 0) / 100
  return { value, end: end + (hundredths?.[0].length ?? 0) }
}

export const numberAt = (plain: string, at: number): ReadNumber | undefined =>
  numberInDigits(plain, at) ?? numberInWords(plain, at)
export const isNumeral = (word: string): boolean => numerals.has(word) || whole.has(word)

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

/** «пятикратной», «10-кратной», «в двойном размере». */
const times: readonly (readonly [RegExp, number])[] = [
  [/двойн(?:ой|ом|ого)|двукратн/, 2],
  [/трехкратн|тройн/, 3],
  [/четырехкратн/, 4],
  // Before the word it ends in.
  [/двадцатипятикратн/, 25],
  [/пятикратн/, 5],
  [/шестикратн/, 6],
  [/семикратн/, 7],
  [/восьмикратн/, 8],
  [/девятикратн/, 9],
  [/пятнадцатикратн/, 15],
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
  const digits = inDigits.exec(clause)?.[1]
  if (digits === undefined) return times.find(([words]) => words.test(clause))?.[1] ?? null
  const multiple = Number(digits.replace(' ', '').replace(',', '.'))
  return multiple > 0 && multiple <= maxMultiple ? multiple : null
}
/** «10-кратной», «10-ти кратной», «3-х кратном» */
const inDigits = /(?<![\d.,])(\d{1,3} \d{3}|\d+(?:[.,]\d+)?) ?[-–—]? ?(?:ти|х|и|ка|а|та)? ?[-–—]? ?кратн/
const maxMultiple = 1_000

/** «1/2 суммы», «одной второй размера», «половины стоимости»: a fraction of a sum beside it. */
export const isFraction =
  /\d ?\/ ?\d+(?: \([^()]{0,40}\))? (?:\p{L}+ ){0,2}(?:сумм|размер|стоимост|величин)|(?<!\p{L})одн(?:ой|у) (?:втор|треть|четверт|пят|десят)\p{L}+ |половин\p{L} (?:\p{L}+ ){0,2}(?:сумм|размер|стоимост)/u
const comesTo =
  /(?<!\p{L})(?:составля|составит|то есть|а именно|равн\p{L}{1,2} |что соответствует|в сумме|т\. ?е\.)|[–—-] ?(?=\d)/u
export const resultAt = (clause: string): number => {
  const found = comesTo.exec(clause)
  return found === null ? Number.POSITIVE_INFINITY : found.index
}

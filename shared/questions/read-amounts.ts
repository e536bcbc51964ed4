import type { PenaltyUnit } from '../domain/outcomes.ts'
import type { ValueOf } from '../filters/field.ts'
import { numeralOf, numeralWords } from './day-points.ts'
import { lineFrom, linePattern, type Token } from './words.ts'

/**
 * Amounts in a question. `unit`: the unit named with the number, with years converted to months; absent when none was
 * named.
 */
export type AmountSaid = ValueOf['amountRange']
export type AmountFound = {
  to: number
  amount: AmountSaid
  unit: PenaltyUnit | undefined
  isDays: boolean
  isPrecise: boolean
  /** Years, usually of imprisonment; `isPrison`: stated explicitly. */
  years?: { isPrison: boolean; isMost: boolean }
}

/** Amounts have two decimals: «больше 5» begins at 5.01. */
const step = 0.01
const round = (value: number): number => Math.round(value * 100) / 100

const number = `(?:\\d+(?:\\.\\d+)?|полмиллиона|миллион[а-я]*|тысяч[аиу]|${numeralWords})`
const scale =
  '(?: тысяч[а-я]*| тыщ[а-я]*| тыс(?: \\.)?| т(?: \\.)?(?= р)| тр(?: \\.)?| штук| млн(?: \\.)?| миллион[а-я]*)?'
const unit =
  '(?: рубл[а-я]+| руб(?: \\.)?| р(?: \\.)?| ₽| сут[а-я]*(?: \\.)?| день| дн[а-я]+| час(?!т)[а-я]*(?: обязательных(?! работ))?| ч(?: \\.)?(?! \\d)| недел[а-я]+| месяц[а-я]*| мес(?: \\.)?| год| года| годов| годам| лет)?(?: колонии| тюрьмы)?'
/** «2 года 6 месяцев» */
const andMonths = `(?:(?<= года?| лет)(?: и)? (\\d{1,2}|${numeralWords}) мес[а-я]*)?`
const one = `(${number})(${scale})(${unit})${andMonths}`

const sizes: readonly (readonly [RegExp, number])[] = [
  [/^ ?(т|штук)/, 1_000],
  [/^ ?м/, 1_000_000],
]
/** A unit and its multiplier. `isDays`: calendar days, which no penalty is measured in. */
type UnitWord = { unit: PenaltyUnit; times: number; isDays: boolean }
const unitWords: readonly (readonly [RegExp, UnitWord])[] = [
  [/^ ?(р|₽)/, { unit: 'rubles', times: 1, isDays: false }],
  [/^ ?сут/, { unit: 'days', times: 1, isDays: false }],
  [/^ ?д/, { unit: 'days', times: 1, isDays: true }],
  [/^ ?нед/, { unit: 'days', times: 7, isDays: true }],
  [/^ ?ч/, { unit: 'hours', times: 1, isDays: false }],
  [/^ ?полугода/, { unit: 'months', times: 6, isDays: false }],
  [/^ ?мес/, { unit: 'months', times: 1, isDays: false }],
  [/^ ?(год|лет)/, { unit: 'months', times: 12, isDays: false }],
]
const unitIn = (written = ''): UnitWord | undefined => unitWords.find(([pattern]) => pattern.test(written))?.[1]
const sizeOf = (written = '', scaled = '', times = 1): number =>
  (written === ''
    ? 1
    : written === 'полмиллиона'
      ? 500_000
      : written.startsWith('миллион')
        ? 1_000_000
        : /^тысяч[аиу]/.test(written)
          ? 1_000
          : numeralOf(written)) *
  (sizes.find(([pattern]) => pattern.test(scaled))?.[1] ?? 1) *
  times

const monthsOf = (written: string | undefined): number => (written ? numeralOf(written) : 0)

type Bound = 'over' | 'under' | 'least' | 'most'
type Shape = 'both' | 'exact' | Bound | readonly [Bound, Bound]
const bounds: Readonly<Record<Bound, string>> = {
  over: '(?:больше|более|свыше|выше|дольше|длиннее|превыша[а-я]+)(?: чем)?(?: на| за)?',
  under: '(?:меньше|менее|ниже|быстрее|короче)(?: чем)?(?: за)?',
  least: '(?:не меньше|не менее|не ниже|минимум|начиная с|от)(?: чем)?(?: на)?',
  most: '(?:не больше|не более|не выше|не свыше|не дольше|максимум|в пределах|не превыша[а-я]+|до)(?: чем)?(?: за)?',
}
/** «больше 2, но меньше 5 лет», «не больше 5 и не меньше 2 лет» */
const twoBounds = (['over', 'least'] as const).flatMap(low =>
  (['under', 'most'] as const).flatMap((high): (readonly [string, Shape])[] =>
    [[low, high] as const, [high, low] as const].map(pair => [
      `${bounds[pair[0]]} ${one}(?: ,)?(?: и| но| а| однако)? ${bounds[pair[1]]} ${one}`,
      pair,
    ]),
  ),
)
const shapes: readonly (readonly [string, Shape])[] = [
  ...twoBounds,
  [`от ${one} до ${one}`, 'both'],
  [`от ${one} до()()( года| полугода)()`, 'both'],
  [`от(?= года до)()()( года)() до ${one}(?: лет)?`, 'both'],
  [`с ${one} (?:до|по) ${one}`, 'both'],
  [`${one} – ${one}`, 'both'],
  [`(\\d+)()()()-(\\d+)(${scale})(${unit})()`, 'both'],
  [`${bounds.over} ${one}`, 'over'],
  [`${bounds.under} ${one}`, 'under'],
  [`${bounds.least} ${one}`, 'least'],
  [`(?:на |за )?${one} (?:и|или) (?:больше|более|выше|дольше)`, 'least'],
  [`${bounds.most} ${one}`, 'most'],
  [`(?:на |за )?${one} (?:и|или) (?:меньше|менее|ниже|быстрее)`, 'most'],
  [`(?:ровно )?(?:на |в |к )?${one}`, 'exact'],
  ['(?:на)()()( год| полгода| месяц)()', 'exact'],
  // «до года», «свыше полугода»
  ['(?:больше|более|свыше|дольше|длиннее)()()( года| месяца| полугода)()', 'over'],
  ['(?:меньше|менее|быстрее|короче)(?: чем)?(?: за)?()()( года?| месяца?| полугода| недел[юи])()', 'under'],
  ['(?:не меньше|не менее|от)()()( года| месяца| полугода)()', 'least'],
  ['(?:не больше|не более|не свыше|до)()()( года| месяца| полугода)()', 'most'],
]
const before =
  '(?:(?:в размере|размером|(?:дали|дал|дала|получил[аи]?|приговорил[аи]?|приговорен[аы]?)(?= (?:от |до |к |на |не |больше |меньше |более |менее |свыше )*\\S+ (?:год|года|годам|лет)(?: |$))|на сумму|на срок|сроком на|срок(?:и|ов|ами|ом|а)?|по(?= \\S+ (?:тыс|тыщ|руб|сут))) )?'
const readers = shapes.map(([source, shape]) => ({ pattern: linePattern(`${before}(?:${source})`), shape }))

const rangeOf = (shape: Shape, value: number, end: number): AmountSaid => {
  if (typeof shape !== 'string') return { ...rangeOf(shape[0], value, value), ...rangeOf(shape[1], end, end) }
  const ranges: Readonly<Record<typeof shape, AmountSaid>> = {
    both: { min: value, max: end },
    over: { min: round(value + step) },
    under: { max: round(value - step) },
    least: { min: value },
    most: { max: value },
    exact: { min: value, max: value },
  }
  return ranges[shape]
}
const isTurned = ({ min = 0, max = Infinity }: AmountSaid): boolean => min > max

export const amountAt = (tokens: readonly Token[], at: number): AmountFound | undefined => {
  const { line, endOf } = lineFrom(tokens, at)
  let best: AmountFound | undefined
  for (const { pattern, shape } of readers) {
    const found = pattern.exec(line)
    if (!found) continue
    const [, first, firstScale, firstUnit, firstMonths, second, secondScale, secondUnit, secondMonths] = found
    // «от 10 до 50 тысяч рублей»: the unit of the second number applies to the first.
    const named = unitIn(secondUnit || firstUnit)
    const own = unitIn(firstUnit || secondUnit)
    const value = sizeOf(first, firstScale || secondScale, own?.times) + monthsOf(firstMonths)
    const end = sizeOf(second, secondScale, named?.times) + monthsOf(secondMonths)
    const to = endOf(found[0].length)
    const inYears = /^ (?:год|лет)/.test(secondUnit || firstUnit || '')
    // «от 50 до 30 тысяч»: the range is invalid.
    const amount = rangeOf(shape, value, end)
    if (isTurned(amount)) return undefined
    if ((own && named && own.unit !== named.unit) || (best && best.to >= to)) continue
    if (shape === 'under' && value <= 0) continue
    // «20.25 сутки»: days and hours are whole numbers, so 20.25 is an article.
    if (/^(days|hours)$/.test(named?.unit ?? '') && !Number.isInteger(value)) continue
    best = {
      to,
      amount,
      unit: named?.unit,
      isDays: named?.isDays ?? false,
      isPrecise: shape !== 'exact' || found[0].startsWith('ровно') || named !== undefined || firstScale !== '',
      ...(inYears && {
        years: {
          isPrison: / (колонии|тюрьмы)$/.test(found[0]) || /^(срок|дал|получил|приговор)/.test(found[0]),
          isMost: shape === 'most' || shape === 'under',
        },
      }),
    }
  }
  return best
}

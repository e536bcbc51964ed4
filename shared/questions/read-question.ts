import type { Codex } from '../domain/codex.ts'
import type { Dimension } from '../domain/pivot.ts'
import { today } from '../domain/relative-dates.ts'
import { caseFields, defendantFields } from '../filters/case-fields.ts'
import type { Names } from '../filters/describe.ts'
import type { AnyValues } from '../filters/field.ts'
import { measuredBy } from '../filters/measured-kinds.ts'
import { assemble } from './assemble.ts'
import { withUnreadBeside } from './beside.ts'
import { joinArticles } from './join-articles.ts'
import { type Choice, cachingNames, type Part } from './pieces.ts'
import type { AmountSaid } from './read-amounts.ts'
import type { QuestionReading, QuestionView, Reading, ReadQuestion, Understood, Unread } from './reading.ts'
import { scan } from './scan.ts'
import { mergeValues } from './steps.ts'
import { type Token, tokensOf } from './words.ts'

const mostReadings = 4

/** Parses a question into filters by rules alone, so that the same words give everybody the same filters. */
export const readQuestion: ReadQuestion = async (text, source = {}, on = today()) => {
  const tokens = tokensOf(text)
  const pieces = withUnreadBeside(await scan(text, tokens, cachingNames(source), on), tokens)
  const parts = assemble(pieces, tokens, on)
  const narrowed = ofOneCodex(joinArticles(parts))
  const [first, ...others] = choosings(narrowed)
    .map(chosen => readingOf(text, tokens, narrowed, chosen))
    // «наркотики больше 8 лет»: the reading with fewer unread words is more likely.
    .toSorted((one, other) => unreadLength(one) - unreadLength(other))
  const readings: QuestionReading['readings'] = [first ?? readingOf(text, tokens, narrowed, []), ...others]
  return { ...readings[0], readings }
}

const unreadLength = ({ unread }: Reading): number => unread.reduce((sum, { words }) => sum + words.length, 0)

/** Only УК has suspended terms. */
const typeIn = (values: AnyValues) => values.type ?? (values.penalty_suspended === true ? '2' : undefined)
/** «дискредитация по КоАП»: a named codex excludes articles of the other one. */
const ofOneCodex = (parts: readonly Part[]): readonly Part[] => {
  const named = parts.flatMap(part =>
    part.kind === 'values' && part.choices.length === 1 ? [typeIn(part.choices[0].values)] : [],
  )
  const type = named.find(value => value !== undefined)
  const codex: Codex | undefined = type === '1' ? 'koap' : type === '2' ? 'uk' : undefined
  // «сколько посадили за госизмену»: the codex of the articles also determines that of the penalties.
  const [ofArticles, ...more] = new Set(
    parts.flatMap(part => (part.kind === 'values' && part.choices.length === 1 ? (part.choices[0].codex ?? []) : [])),
  )
  return parts.map(part => {
    const isPenalty = part.kind === 'values' && 'penalty_type' in part.choices[0].values
    const own = codex ?? (isPenalty && more.length === 0 ? ofArticles : undefined)
    if (own === undefined || part.kind !== 'values' || !part.choices.some(choice => choice.codex === own)) return part
    const [first, ...others] = part.choices.filter(choice => choice.codex === own)
    return first ? { ...part, choices: [first, ...others] } : part
  })
}

/** Indexes of choices per part: all first choices, then variants that differ in one part. */
const choosings = (parts: readonly Part[]): number[][] => {
  const plain = parts.map(() => 0)
  const others = parts.flatMap((part, n) =>
    part.kind === 'values' ? part.choices.slice(1).map((_, other) => plain.with(n, other + 1)) : [],
  )
  return [plain, ...others].slice(0, mostReadings)
}

const readingOf = (
  text: string,
  tokens: readonly Token[],
  parts: readonly Part[],
  chosen: readonly number[],
): Reading => {
  const said = ({ from, to }: Part) => {
    const [start, end] = [tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0]
    return { from: start, to: end, words: text.slice(start, end) }
  }
  const understood: Understood[] = []
  const unread: { part: Part; why?: string }[] = []
  const told: string[] = []
  const chosenOf: Choice[] = []
  let values: AnyValues = {}
  let names: Names = {}
  const take = (part: Part, more: AnyValues, why = 'Этот фильтр уже задан другими словами вопроса.'): void => {
    const merged = mergeValues(values, more)
    if (merged) {
      values = merged
      understood.push({ ...said(part), values: more })
    } else unread.push({ part, why })
  }
  for (const [n, part] of parts.entries()) {
    if (part.kind === 'unread') unread.push({ part, ...(part.why && { why: part.why }) })
    if (part.kind === 'view') understood.push({ ...said(part), values: {} })
    if (part.kind !== 'values') continue
    const choice: Choice = part.choices[chosen[n] ?? 0] ?? part.choices[0]
    chosenOf.push(choice)
    if (part.choices.length > 1 && choice.told) told.push(choice.told)
    if (choice.names) names = withNames(names, choice.names)
    take(part, choice.values)
  }
  for (const part of parts) {
    if (part.kind !== 'amount') continue
    const own = amountValues(part, values, isOfUk(chosenOf))
    if (own) take(part, own)
    else unread.push({ part, why: 'Не сказано, чего столько: назовите вид наказания или единицу.' })
  }
  const isPenaltyTold = Object.keys(values).some(name => /^penalty_(type|amount|suspended)/.test(name))
  for (const part of parts) {
    if (part.kind !== 'sentenced' || isPenaltyTold) continue
    if (part.ofPenalty.alone) take(part, part.ofPenalty.alone)
    else unread.push({ part, why: 'Осуждают и без наказания, а наказание не всегда известно: такого фильтра нет.' })
  }
  return {
    understood: understood.toSorted((a, b) => a.from - b.from),
    unread: joinUnread(text, tokens, unread),
    values,
    names,
    view: viewOf(parts, values),
    differs: told.join(', '),
  }
}
const isOfUk = (choices: readonly Choice[]): boolean =>
  choices.some(({ codex, values }) => codex === 'uk' || values.type === '2' || values.penalty_suspended === true) &&
  !choices.some(({ codex, values }) => codex === 'koap' || values.type === '1')
const withNames = (names: Names, more: Names): Names => ({
  ...names,
  ...Object.fromEntries(Object.entries(more).map(([key, own]) => [key, { ...names[key], ...own }])),
})

/**
 * «228.1, 19 лет» may be an age. The unit follows the requested penalties; «суток» without one means arrest, «часов»
 * works.
 */
const amountValues = (
  { found: { amount, unit, isDays, years }, ofTerm, isNear, isNamed, isAlone }: Extract<Part, { kind: 'amount' }>,
  values: AnyValues,
  isOfUk: boolean,
): AnyValues | undefined => {
  if (ofTerm) return unit === 'days' || unit === 'months' ? { days_to_result: inDays(amount, unit) } : undefined
  const { kinds } = caseFields.penalty_amount
  if (years && values.penalty_type === undefined && (years.isPrison || (isAlone && isOfUk && isTerm(amount))))
    return { penalty_type: ['imprisonment'], penalty_amount: amount }
  // «женщины до 18 лет»: years and bare numbers belong to a penalty only right next to it, or next to something without
  // an age: «исправработы по 157 больше 6 месяцев».
  const isTermOfIt = unit === 'months' && isAlone && values.penalty_type !== undefined && isTerm(amount)
  if ((unit === undefined || unit === 'months') && !isNear && !isTermOfIt) return undefined
  if (values.penalty_type !== undefined) {
    const measured = measuredBy(kinds, values)
    const own = measured?.unit
    // «арест или штраф больше 100 тысяч»: the amount would exclude arrests.
    if (
      !isNamed &&
      measured &&
      Array.isArray(values.penalty_type) &&
      measured.kinds.length < values.penalty_type.length
    )
      return undefined
    return own !== undefined && (unit === undefined || unit === own) && !(isDays && own !== 'days')
      ? { penalty_amount: amount }
      : undefined
  }
  if (unit === 'rubles' && isNear) return { penalty_amount: amount }
  if (unit === 'days' && !isDays) return { penalty_type: ['arrest'], penalty_amount: amount }
  return unit === 'hours' ? { penalty_type: ['works'], penalty_amount: amount } : undefined
}

/**
 * Typical ages of children, victims and pensioners are not terms of imprisonment; nor are numbers above the legal
 * maximum.
 */
const isTerm = ({ min, max }: AmountSaid): boolean => {
  const [from, to] = [Math.floor(min ?? 0) / 12, Math.ceil(max ?? min ?? 0) / 12]
  if (min === undefined) return !ages.has(to) && to <= 25
  const isAge =
    min === max ? from >= 12 && from !== 25 : (from >= 14 && to <= 18 && from !== 15) || [14, 16, 18, 21].includes(from)
  return !isAge && to <= 30
}
/** «до 14 лет», «младше 18 лет» */
const ages: ReadonlySet<number> = new Set([1, 2, 12, 14, 16, 17, 18, 21, 23])
/** «дольше полугода»: converted to calendar days of a case. */
const inDays = ({ min, max }: AmountSaid, unit: string): AmountSaid => {
  const days = (size: number): number => {
    const whole = Math.round(size)
    const length = Math.floor(whole / 12) * 365 + (whole % 12 === 6 ? 183 : (whole % 12) * 30)
    return Math.round((length + size - whole) * 100) / 100
  }
  if (unit === 'days') return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  return { ...(min !== undefined && { min: days(min) }), ...(max !== undefined && { max: days(max) }) }
}

const prepositions = new Set('в во на за с со у о об по из от до для не без кроме ли'.split(' '))
/** Unread words with their preposition and filler words between them. */
const joinUnread = (
  text: string,
  tokens: readonly Token[],
  found: readonly { part: Part; why?: string }[],
): Unread[] => {
  const spans: { from: number; to: number; why?: string }[] = []
  for (const { part, why } of found.toSorted((a, b) => a.part.from - b.part.from)) {
    const from = prepositions.has(tokens[part.from - 1]?.text ?? '') ? part.from - 1 : part.from
    const last = spans.at(-1)
    if (last && last.to >= from && last.why === why) last.to = part.to
    else spans.push({ from, to: part.to, ...(why && { why }) })
  }
  return spans.map(({ from, to, why }) => {
    const [start, end] = [tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0]
    return { from: start, to: end, words: text.slice(start, end), ...(why && { why }) }
  })
}

const comparable: Readonly<Record<string, Dimension>> = {
  regions: 'regions',
  court: 'court',
  judge: 'judge',
  codex_articles: 'article',
}
/**
 * The most specific view: «таблица по регионам и годам» names both, «сравни Москву и Петербург» uses the filter with
 * several values.
 */
const viewOf = (parts: readonly Part[], values: AnyValues): QuestionView => {
  const views = parts.filter(part => part.kind === 'view')
  const tables = views.flatMap(({ view, isGeneral }) => (view.kind === 'table' && !isGeneral ? [view] : []))
  const metrics = tables.flatMap(view => view.metrics ?? [])
  const [rows, columns] = [...new Set([...tables.filter(view => !view.metrics), ...tables].map(view => view.rows))]
  if (rows !== undefined)
    return {
      kind: 'table',
      rows,
      ...(columns !== undefined && metrics.length === 0 && { columns }),
      ...(metrics.length > 0 && { metrics }),
    }
  const compared = Object.entries(comparable).find(([key]) => {
    const own = values[key]
    return (
      Array.isArray(own) &&
      own.length > 1 &&
      parts.filter(part => part.kind === 'values' && key in part.choices[0].values).length > 1
    )
  })
  if (views.some(({ isCompared }) => isCompared) && compared) return { kind: 'table', rows: compared[1] }
  const [view] = views
  if (!view) return { kind: 'list' }
  const own: object = defendantFields
  return view.view.kind === 'people' && Object.keys(values).some(name => !(name.replace(/_not$/, '') in own))
    ? { kind: 'list' }
    : view.view
}

import {
  certainEnough,
  type PenaltyState,
  type PenaltyType,
  type PenaltyUnit,
  penaltyTypes,
  stands,
  unitOf,
} from './outcomes.ts'
import { lowerFirst, plural, showNumber } from './wording.ts'

export type WordedPenalty = {
  type: string
  value: number | null
  hidden: boolean
  by_text: boolean
  additional: boolean
  suspended: boolean
  probation_months: number | null
  percent: number | null
  multiple: number | null
  state: PenaltyState
  certainty: number
}

/** A penalty with only kind and amount. */
export const barePenalty = {
  additional: false,
  suspended: false,
  probation_months: null,
  percent: null,
  multiple: null,
  state: 'imposed',
  certainty: 1,
} as const satisfies Partial<WordedPenalty>

const space = '\u00a0'
const otherWords: Readonly<Record<string, string>> = {
  criminal_arrest: 'арест',
  disciplinary_unit: 'содержание в дисциплинарной воинской части',
}
/** For the middle of a sentence; only kinds that name a penalty. */
export const penaltyKinds: Readonly<Record<string, string>> = Object.fromEntries(
  penaltyTypes
    .filter(({ value }) => value !== 'no_data' && value !== 'error')
    .map(({ value, label }) => [value, otherWords[value] ?? lowerFirst(label)]),
)

const unnamed = 'другое наказание'

const shownIn: Readonly<Record<PenaltyUnit, (value: number) => string>> = {
  rubles: value => `${showNumber(value)}${space}₽`,
  days: value => `${showNumber(value)}${space}${countedUnit('days', value)}`,
  hours: value => `${showNumber(value)}${space}${countedUnit('hours', value)}`,
  months: value => showMonths(value),
}
type Forms = readonly [one: string, few: string, many: string]
const fullMonths: readonly [Forms, Forms, Forms] = [
  ['год', 'года', 'лет'],
  ['месяц', 'месяца', 'месяцев'],
  ['день', 'дня', 'дней'],
]
const shortMonths: readonly [Forms, Forms, Forms] = [fullMonths[0], ['мес.', 'мес.', 'мес.'], ['дн.', 'дн.', 'дн.']]
const monthsAfterFrom: readonly [Forms, Forms, Forms] = [
  ['года', 'лет', 'лет'],
  ['месяца', 'месяцев', 'месяцев'],
  ['дня', 'дней', 'дней'],
]
/** «2 года 6 месяцев»; a fraction of a month is shown in days. */
function showMonths(value: number, [years, months, days] = fullMonths): string {
  // Thirty days per month, as terms are stored.
  const all = Math.round(value * 30)
  const parts = [
    [Math.floor(all / 360), years],
    [Math.floor(all / 30) % 12, months],
    [all % 30, days],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, forms]) => `${count}${space}${plural(count, forms)}`)
    .join(space)
}

const afterTo: Readonly<Record<PenaltyUnit, readonly [one: string, many: string]>> = {
  rubles: ['₽', '₽'],
  days: ['суток', 'суток'],
  hours: ['часа', 'часов'],
  months: ['месяца', 'месяцев'],
}
const ofCount: Readonly<Record<PenaltyUnit, readonly [one: string, few: string, many: string]>> = {
  rubles: ['₽', '₽', '₽'],
  days: ['сутки', 'суток', 'суток'],
  hours: ['час', 'часа', 'часов'],
  months: ['месяц', 'месяца', 'месяцев'],
}
/** «21 час», «2,5 месяца» */
export const countedUnit = (unit: PenaltyUnit, value: number): string =>
  Number.isInteger(value) ? plural(value, ofCount[unit]) : ofCount[unit][1]
/** After «от 6», «до 21» */
export const unitWord = (unit: PenaltyUnit, value: number): string => {
  const [one, many] = afterTo[unit]
  return Number.isInteger(value) ? plural(value, [one, many, many]) : one
}

export const penaltyAmount = ({ type, value }: Pick<WordedPenalty, 'type' | 'value'>): string => {
  const unit = unitOf(type)
  return value === null || unit === null ? '' : shownIn[unit](value)
}

/** After «от», «до»: «1 года 2 месяцев», «21 суток», «21 часа». */
export const amountAfterFrom = ({ type, value }: { type: string; value: number }): string => {
  const unit = unitOf(type)
  if (unit === null) return ''
  return unit === 'months' ? showMonths(value, monthsAfterFrom) : `${showNumber(value)}${space}${unitWord(unit, value)}`
}

export const shortAmount = (penalty: Pick<WordedPenalty, 'type' | 'value'>): string =>
  penalty.value !== null && unitOf(penalty.type) === 'months'
    ? showMonths(penalty.value, shortMonths)
    : penaltyAmount(penalty)

/** «лишение свободы 2 года 6 месяцев условно, испытательный срок 3 года», «вероятно, арест 5 суток». */
export const penaltyText = (penalty: WordedPenalty): string => {
  const { type, by_text, hidden, suspended, multiple, certainty, state } = penalty
  const kind = penaltyKinds[type] ?? penaltyTypes.find(({ value }) => value === type)?.label ?? type
  const words =
    type === 'no_data' && by_text
      ? unnamed
      : [
          [kind, penaltyAmount(penalty), suspended && 'условно'].filter(Boolean).join(' '),
          multiple !== null && penalty.value === null && `в ${showNumber(multiple)}-кратном размере`,
          hidden && 'размер скрыт судом',
          ...penaltyConditions(penalty),
          state === 'annulled' && 'отменено',
          state === 'released' && 'с освобождением от наказания',
        ]
          .filter(Boolean)
          .join(', ')
  return isProbable({ certainty }) ? `вероятно, ${words}` : words
}
const penaltyConditions = ({
  percent,
  probation_months: probation,
}: Pick<WordedPenalty, 'percent' | 'probation_months'>): string[] => [
  ...(percent === null ? [] : [`удержание ${showNumber(percent)}${space}%`]),
  ...(probation === null ? [] : [`испытательный срок ${showMonths(probation)}`]),
]
export const isProbable = ({ certainty }: Pick<WordedPenalty, 'certainty'>): boolean => certainty < certainEnough

/** The most severe first. */
// biome-ignore format: an order reads best as a row
const gravest: readonly PenaltyType[] = [
  'life_imprisonment', 'imprisonment', 'disciplinary_unit', 'criminal_arrest', 'forced_labour', 'restriction',
  'corrective_works', 'arrest', 'deportation', 'works', 'suspension', 'military_restriction', 'disqualification',
  'deprivation', 'visit_ban', 'title_loss', 'fine', 'confiscation', 'caution', 'court_fine',
]
const weights: ReadonlyMap<string, number> = new Map(gravest.map((type, at) => [type, at]))
const weightOf = (one: WordedPenalty): number =>
  (weights.get(one.type) ?? gravest.length) + (one.additional ? 100 : 0) + (stands(one) ? 0 : 1000)
export const byWeight = <P extends WordedPenalty>(penalties: readonly P[]): P[] =>
  penalties.toSorted((a, b) => weightOf(a) - weightOf(b))

/** The whole sentence of one person: «лишение свободы 3 года и штраф 500 000 ₽». */
export const sentenceText = (penalties: readonly WordedPenalty[], textOf = penaltyText): string => {
  const words = byWeight(penalties).map(textOf)
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return words.some(one => one.includes(',')) ? words.join('; ') : `${words.slice(0, -1).join(', ')} и${space}${last}`
}

/** In place of a name, for somebody whom the case does not list. */
export const otherPerson = 'другое лицо'

export type OfPerson<P> = { person: string | null; penalties: P[] }
export const byPerson = <P extends { person: string | null }>(penalties: readonly P[]): OfPerson<P>[] =>
  [...Map.groupBy(penalties, ({ person }) => person)].map(([person, own]) => ({ person, penalties: own }))

/**
 * A line per person: «лишение свободы 3 года и штраф 500 000 ₽ (дополнительное)». `isOfSeveral`: the case has several
 * accused, so lines start with names.
 */
export function penaltyList(
  penalties: readonly (WordedPenalty & { person: string | null })[],
  isOfSeveral: boolean,
): string[] {
  return [...Map.groupBy(penalties, ({ person }) => (isOfSeveral || person === otherPerson ? person : null))].map(
    ([person, own]) => {
      const words = sentenceText(own, one =>
        one.additional ? `${penaltyText(one)} (дополнительное)` : penaltyText(one),
      )
      return person === null ? words : `${person}: ${words}`
    },
  )
}

import {
  certainEnough,
  type PenaltyState,
  type PenaltyType,
  type PenaltyUnit,
  penaltyTypes,
  stands,
  unitOf,
} from './outcomes.ts'
import { plural, showNumber } from './wording.ts'

/** What is known of one penalty: of whom, how much, and how surely. */
export type WordedPenalty = {
  type: string
  /** In the unit of its type. */
  value: number | null
  hidden: boolean
  by_text: boolean
  /** Beside the main one: «лишение свободы на 3 года со штрафом». */
  additional: boolean
  suspended: boolean
  probation_months: number | null
  /** Of the earnings, withheld for the state. */
  percent: number | null
  /** So many times another sum. */
  multiple: number | null
  state: PenaltyState
  certainty: number
}

/** Of a penalty of which no more is told than its kind and amount. */
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
/** In the middle of a sentence; a kind that is not here names no penalty. */
export const penaltyKinds: Readonly<Record<string, string>> = {
  fine: 'штраф',
  arrest: 'арест',
  works: 'обязательные работы',
  caution: 'предупреждение',
  suspension: 'приостановление деятельности',
  deportation: 'выдворение',
  imprisonment: 'лишение свободы',
  life_imprisonment: 'пожизненное лишение свободы',
  forced_labour: 'принудительные работы',
  corrective_works: 'исправительные работы',
  restriction: 'ограничение свободы',
  criminal_arrest: 'арест',
  deprivation: 'лишение права',
  disqualification: 'дисквалификация',
  confiscation: 'конфискация',
  military_restriction: 'ограничение по военной службе',
  disciplinary_unit: 'содержание в дисциплинарной воинской части',
  title_loss: 'лишение звания',
  visit_ban: 'запрет на посещение соревнований',
  court_fine: 'судебный штраф',
}

/** What the text imposes and no kind has a word for: the quoted sentence says which. */
const unnamed = 'другое наказание'

const shownIn: Readonly<Record<PenaltyUnit, (value: number) => string>> = {
  rubles: value => `${showNumber(value)}${space}₽`,
  days: value => `${showNumber(value)}${space}${plural(value, ['сутки', 'суток', 'суток'])}`,
  hours: value => `${showNumber(value)}${space}${plural(value, ['час', 'часа', 'часов'])}`,
  months: value => showMonths(value),
}
type Forms = readonly [one: string, few: string, many: string]
const fullMonths: readonly [Forms, Forms, Forms] = [
  ['год', 'года', 'лет'],
  ['месяц', 'месяца', 'месяцев'],
  ['день', 'дня', 'дней'],
]
const shortMonths: readonly [Forms, Forms, Forms] = [fullMonths[0], ['мес.', 'мес.', 'мес.'], ['дн.', 'дн.', 'дн.']]
/** «2 года 6 месяцев»; a part of a month is told in days. */
export function showMonths(value: number, [years, months, days] = fullMonths): string {
  // Thirty days are a month: so a term is kept.
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
/** After «от 6», «до 21»: «месяцев», «часа». */
export const unitWord = (unit: PenaltyUnit, value: number): string => {
  const [one, many] = afterTo[unit]
  return Number.isInteger(value) ? plural(value, [one, many, many]) : one
}

export const penaltyAmount = ({ type, value }: Pick<WordedPenalty, 'type' | 'value'>): string => {
  const unit = unitOf(type)
  return value === null || unit === null ? '' : shownIn[unit](value)
}

/** Where room is scarce: «2 года 6 мес.». */
export const shortAmount = (penalty: Pick<WordedPenalty, 'type' | 'value'>): string =>
  penalty.value !== null && unitOf(penalty.type) === 'months'
    ? showMonths(penalty.value, shortMonths)
    : penaltyAmount(penalty)

/** «лишение свободы 2 года 6 месяцев условно, испытательный срок 3 года», «штраф, размер скрыт судом», «вероятно, арест 5 суток». */
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
/** On what it is imposed: «удержание 10 %», «испытательный срок 3 года». */
export const penaltyConditions = ({
  percent,
  probation_months: probation,
}: Pick<WordedPenalty, 'percent' | 'probation_months'>): string[] => [
  ...(percent === null ? [] : [`удержание ${showNumber(percent)}${space}%`]),
  ...(probation === null ? [] : [`испытательный срок ${showMonths(probation)}`]),
]
export const isProbable = ({ certainty }: Pick<WordedPenalty, 'certainty'>): boolean => certainty < certainEnough

/** Among penalties of one person the one that weighs most comes first: no other may stand for it. */
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

/** «лишение свободы 3 года и штраф 500 000 ₽»: all that one person got, in one line. */
export const sentenceText = (penalties: readonly WordedPenalty[], textOf = penaltyText): string => {
  const words = byWeight(penalties).map(textOf)
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return words.some(one => one.includes(',')) ? words.join('; ') : `${words.slice(0, -1).join(', ')} и${space}${last}`
}

/** In the place of a name: a penalty is told of somebody whom the case does not list. */
export const otherPerson = 'другое лицо'

/** Penalties of a case by whom they are of, as they come; `person: null`: it is not told whose. */
export type OfPerson<P> = { person: string | null; penalties: P[] }
export const byPerson = <P extends { person: string | null }>(penalties: readonly P[]): OfPerson<P>[] =>
  [...Map.groupBy(penalties, ({ person }) => person)].map(([person, own]) => ({ person, penalties: own }))

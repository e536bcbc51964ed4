import { showDate } from '../dates.ts'
import { appealedWords } from '../in-force.ts'
import { counted } from '../wording.ts'
import type { DeadlineKind, MissingFact } from './case-facts.ts'
import type { FoundEnd } from './complaint-end.ts'
import type { TermUnit } from './legal-term.ts'
import { legalTerms, type TermId } from './legal-terms.ts'

/** Deadlines in words. «До … включительно», because «до» alone is ambiguous. */
/** `not_before`: the start is unknown, and the day is the earliest possible. */
export type Certainty = 'told' | 'reckoned' | 'not_before'
type Dated = { kind: DeadlineKind; date: string; certainty: Certainty; hasCome: boolean; isFinal: boolean }

/** For a last day: what may be done until then. */
const until: Readonly<Partial<Record<DeadlineKind, string>>> = {
  complaint: 'Обжаловать до',
  appeal: 'Подать апелляционную жалобу до',
  cassation: 'Подать кассационную жалобу до',
  payment: 'Уплатить штраф до',
  discount: 'Заплатить со\u00a0скидкой, если она положена, до',
  limitation: 'Назначить наказание можно до',
}
const terms: Readonly<Record<DeadlineKind, string>> = {
  complaint: 'Срок обжалования',
  appeal: 'Срок апелляционной жалобы',
  cassation: 'Срок кассационной жалобы',
  payment: 'Срок уплаты штрафа',
  discount: 'Срок скидки, если она положена,',
  execution: 'Давность исполнения',
  limitation: 'Давность привлечения',
  repetition: 'Год повторности',
  force: 'Вступление в\u00a0силу',
  custody: 'Срок стражи',
  crime: 'Давность преступления',
}
/** What may have prolonged it, shown with a day that has passed. */
const unless: Readonly<Partial<Record<DeadlineKind, string>>> = {
  execution: ', если не\u00a0прерывалась и\u00a0не\u00a0приостанавливалась',
  limitation: ', если не\u00a0приостанавливалась',
  appeal: ' для тех, кто не\u00a0под стражей',
}
const isMale = (kind: DeadlineKind): boolean => !['execution', 'limitation', 'crime'].includes(kind)

export function deadlineTitle({ kind, date, certainty, hasCome, isFinal }: Dated): string {
  const day = showDate(date)
  if (kind === 'force') return forceTitle(day, certainty, hasCome, isFinal)
  if (certainty === 'not_before')
    return hasCome
      ? `${terms[kind]} ${isMale(kind) ? 'мог' : 'могла'} истечь с\u00a0${day}`
      : `${terms[kind]} истекает не\u00a0раньше ${day}`
  if (hasCome) return `${terms[kind]} ${isMale(kind) ? 'истёк' : 'истекла'} ${day}${unless[kind] ?? ''}`
  const act = until[kind]
  return act !== undefined ? `${act} ${day} включительно` : `${terms[kind]} истекает ${day}`
}

function forceTitle(day: string, certainty: Certainty, hasCome: boolean, isFinal: boolean): string {
  if (certainty === 'told') return hasCome ? `Вступило в\u00a0силу ${day}` : `Вступит в\u00a0силу ${day}`
  const unless = isFinal ? '' : hasCome ? ', если не\u00a0обжаловали' : ', если не\u00a0обжалуют'
  if (certainty === 'not_before')
    return `${hasCome ? 'Могло вступить в\u00a0силу с' : 'Вступает в\u00a0силу не\u00a0раньше'}\u00a0${day}${unless}`
  return `${hasCome ? 'Вступило' : 'Вступает'} в\u00a0силу ${day}${unless}`
}

/** A deadline without a day. `missing`: the fact that would give it one. */
export const untoldTitle = (kind: DeadlineKind, missing: MissingFact | undefined): string =>
  `${terms[kind]}: ${missing === undefined ? 'не\u00a0посчитать' : `укажите ${missingWords(kind, missing)}`}`
const missingWords = (kind: DeadlineKind, missing: MissingFact): string =>
  ({
    served: 'день вручения копии',
    act: kind === 'crime' ? 'день преступления и\u00a0его тяжесть' : 'день нарушения',
    severity: 'тяжесть преступления',
  })[missing]

const units: Readonly<Record<TermUnit, readonly [string, string, string]>> = {
  sutki: ['сутки', 'суток', 'суток'],
  calendar_days: ['день', 'дня', 'дней'],
  working_days: ['рабочий день', 'рабочих дня', 'рабочих дней'],
  months: ['месяц', 'месяца', 'месяцев'],
  years: ['год', 'года', 'лет'],
  hours: ['час', 'часа', 'часов'],
  none: ['', '', ''],
}
/** «10 дней» */
export function lengthOf(id: TermId): string {
  const term = legalTerms[id]
  return 'amount' in term ? counted(term.amount, units[term.unit]) : ''
}

export const earlierWords = ({ servedEarlier: day }: { servedEarlier: string | undefined }): string =>
  day === undefined
    ? ''
    : `; день вручения, который вы\u00a0указали, ${showDate(day)}, раньше решения и\u00a0не\u00a0учтён`

/** The consequence of the day of force, in a few words. */
export const sinceForce = (day: string): string => `если в\u00a0силе с\u00a0${showDate(day)}`

/** Why a complaint leaves the day of entry into force open. */
export const complainedWords = (
  what: string,
  { considered, outcome }: { considered: string | null; outcome: string | null },
  awaits: string,
): string => {
  const told = `${what} ${appealedWords(considered)}`
  if (outcome === null) return `${told}: день зависит от\u00a0${awaits}.`
  const day =
    considered === null
      ? 'день этого итога не\u00a0указан'
      : 'с\u00a0какого дня оно в\u00a0силе, из\u00a0этого не\u00a0ясно'
  return `${told}; итог на\u00a0карточке: «${outcome}», а\u00a0${day}.`
}

/** «; последний день, 9 мая 2026, нерабочий»; empty when the end was not moved. */
export const movedWords = ({ end, unmovedEnd, isExact }: FoundEnd): string => {
  if (end !== unmovedEnd) return `; последний день, ${showDate(unmovedEnd)}, нерабочий`
  return isExact ? '' : '; перенос с\u00a0выходного не\u00a0учтён: календарь этого года неизвестен'
}

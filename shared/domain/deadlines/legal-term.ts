import { addDays, addMonths } from '../dates.ts'
import { isDayOff } from '../days-off.ts'
import type { LawSourceId } from './law-sources.ts'

/** An edition of a procedural term as dated data, and the calculation of its end (КоАП, ст. 4.8; УПК, ст. 128). */
/** УК, ст. 15. */
export const crimeSeverities = {
  small: 'небольшой тяжести',
  medium: 'средней тяжести',
  grave: 'тяжкое',
  gravest: 'особо тяжкое',
} as const
export type CrimeSeverity = keyof typeof crimeSeverities
export type Confidence = 'high' | 'medium' | 'low'
export type TermUnit = 'sutki' | 'calendar_days' | 'working_days' | 'months' | 'years' | 'hours' | 'none'
export type LegalTerm = {
  of: TermGroup
  article: string
  /** The act that introduced this edition. */
  law?: string
  amount?: number
  /** By severity (УК, ст. 15), in the unit. */
  amounts?: Readonly<Record<CrimeSeverity, number>>
  unit: TermUnit
  firstDay?: 'next_day' | 'same_day' | 'disputed'
  endRule: 'next_working_day' | 'none' | 'excluded_by_law' | 'working_days_only' | 'not_a_term' | 'see_text'
  /** First and last day of the edition; absent when unknown or still open. */
  since?: string
  until?: string
  confidence: Confidence
  /** `unproved`: from memory; `unclear`: sources conflict. */
  status: 'in_force' | 'superseded' | 'unproved' | 'unclear'
  says: string
  /** Source of the days of the edition. */
  datesKnown: string
  starts?: string
  exceptions?: readonly string[]
  /** Why it is not calculated although its text is known. */
  notCalculated?: string
  sources: readonly LawSourceId[]
  /** What a lawyer has to review. */
  review?: string
}

export const termGroups = {
  complaint: 'Обжалование по КоАП',
  force: 'Вынесение и вступление в силу',
  fine: 'Штраф',
  execution: 'Исполнение',
  limitation: 'Давность привлечения (КоАП, ст. 4.5)',
  repetition: 'Повторность (КоАП, ст. 4.6)',
  proceedings: 'Рассмотрение дела и задержание',
  appeal: 'Апелляция по УПК',
  cassation: 'Кассация по УПК',
  custody: 'Стража и иные меры пресечения',
  crime: 'Сроки УК',
  counting: 'Как считают сроки',
} as const
export type TermGroup = keyof typeof termGroups

/** A term whose end can be calculated from a day. Hours are excluded: sites do not state the hour they run from. */
export type CountedTerm = LegalTerm & {
  amount: number
  unit: 'sutki' | 'calendar_days' | 'working_days' | 'months' | 'years'
  firstDay: 'next_day' | 'same_day' | 'disputed'
  notCalculated?: never
}
type TermEnd = { end: string; unmovedEnd: string; isExact: boolean }

/** The only place that decides whether a term is computed; undefined when it is. */
export function whyNotCounted({
  status,
  confidence,
  notCalculated,
}: Pick<LegalTerm, 'status' | 'confidence' | 'notCalculated'>): string | undefined {
  if (status === 'unproved') return 'текст закона не проверен'
  if (status === 'unclear' || confidence === 'low') return 'источники неполны или расходятся'
  return notCalculated
}

/** Cached: many cases of a list share the first day of their terms. */
const found = new WeakMap<CountedTerm, Map<string, TermEnd>>()
const mostDays = 5_000

/** When the first day is disputed, the earlier reading is used. */
export function endOf(term: CountedTerm, start: string): TermEnd {
  const ends = found.get(term) ?? new Map<string, TermEnd>()
  const known = ends.get(start)
  if (known !== undefined) return known
  const end = endFrom(term, start)
  if (ends.size >= mostDays) ends.clear()
  found.set(term, ends.set(start, end))
  return end
}

function endFrom(term: CountedTerm, start: string): TermEnd {
  const { amount, unit, firstDay, endRule } = term
  if (unit === 'working_days') return afterWorkingDays(start, amount)
  const before = firstDay === 'next_day' ? 0 : 1
  const unmovedEnd =
    unit === 'months' || unit === 'years'
      ? addDays(addMonths(start, unit === 'years' ? 12 * amount : amount), -before)
      : addDays(start, amount - before)
  if (endRule !== 'next_working_day') return { end: unmovedEnd, unmovedEnd, isExact: true }
  const end = workingDayFrom(unmovedEnd)
  return { end: end ?? unmovedEnd, unmovedEnd, isExact: end !== undefined }
}

function workingDayFrom(day: string): string | undefined {
  let at = day
  while (isDayOff(at) === true) at = addDays(at, 1)
  return isDayOff(at) === undefined ? undefined : at
}

function afterWorkingDays(start: string, amount: number): TermEnd {
  let end = start
  let isExact = true
  for (let left = amount; left > 0; ) {
    end = addDays(end, 1)
    const isOff = isDayOff(end)
    if (isOff === undefined) isExact = false
    if (isOff !== true) left -= 1
  }
  return { end, unmovedEnd: end, isExact }
}

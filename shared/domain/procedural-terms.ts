import { addDays, addMonths } from './dates.ts'
import { isDayOff } from './days-off.ts'

/** Procedural terms as dated data with sources, and how their end is found (КоАП, ст. 4.8; УПК, ст. 128). */
export type Confidence = 'high' | 'medium' | 'low'
type ProceduralTerm = {
  id: string
  source: string
  amount: number
  unit: 'sutki' | 'calendar_days' | 'working_days' | 'months' | 'years'
  firstDay: 'next_day' | 'same_day'
  endRule: 'next_working_day' | 'none' | 'excluded_by_law'
  since?: string
  until?: string
  confidence: Confidence
  status: 'in_force' | 'superseded' | 'unproved'
}
type TermEnd = { end: string; unmovedEnd: string; isExact: boolean }

// biome-ignore format: the conditions of a term in one line
export const proceduralTerms = {
  complaintSutki: {
    id: 'koap-30.3-sutki', amount: 10, unit: 'sutki', firstDay: 'next_day', endRule: 'none', since: '2002-07-01', until: '2024-10-28', confidence: 'high', status: 'superseded',
    source: 'КоАП, ст. 30.3 ч. 1 (Федеральный закон от 30.12.2001 № 195-ФЗ)',
  },
  complaint: {
    id: 'koap-30.3', amount: 10, unit: 'calendar_days', firstDay: 'next_day', endRule: 'next_working_day', since: '2024-10-29', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 30.3 ч. 1 (Федеральный закон от 29.10.2024 № 364-ФЗ)',
  },
  electionComplaint: {
    id: 'koap-30.3-election', amount: 5, unit: 'calendar_days', firstDay: 'next_day', endRule: 'next_working_day', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 30.3 ч. 3: ст. 5.1–5.25, 5.45–5.52, 5.56, 5.58, 5.69 (с какого дня, не найдено)',
  },
  payment: {
    id: 'koap-32.2', amount: 60, unit: 'calendar_days', firstDay: 'next_day', endRule: 'next_working_day', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 32.2 ч. 1 (с какого дня — по памяти, 2013 год)',
  },
  discount: {
    id: 'koap-32.2-25', amount: 30, unit: 'calendar_days', firstDay: 'next_day', endRule: 'next_working_day', since: '2025-01-01', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 32.2 ч. 1.3 (Федеральный закон от 26.12.2024 № 490-ФЗ)',
  },
  prosecutionByJudge: {
    id: 'koap-4.5-days', amount: 90, unit: 'calendar_days', firstDay: 'same_day', endRule: 'excluded_by_law', since: '2023-04-25', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 4.5 ч. 1, судья (Федеральный закон от 14.04.2023 № 122-ФЗ)',
  },
  prosecutionByOfficial: {
    id: 'koap-4.5-days', amount: 60, unit: 'calendar_days', firstDay: 'same_day', endRule: 'excluded_by_law', since: '2023-04-25', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 4.5 ч. 1, орган или должностное лицо (Федеральный закон от 14.04.2023 № 122-ФЗ)',
  },
  prosecutionOnRoads: {
    id: 'koap-4.5-road', amount: 1, unit: 'years', firstDay: 'same_day', endRule: 'excluded_by_law', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 4.5 ч. 1: ст. 12.8, 12.24, 12.26, 12.27 ч. 3, 12.30 ч. 2 (с какого дня, не найдено)',
  },
  appeal: {
    id: 'upk-389.4', amount: 15, unit: 'sutki', firstDay: 'next_day', endRule: 'next_working_day', since: '2023-01-09', confidence: 'high', status: 'in_force',
    source: 'УПК, ст. 389.4 ч. 1 (Федеральный закон от 29.12.2022 № 608-ФЗ; день вступления — по памяти)',
  },
  cassation: {
    id: 'upk-401.3', amount: 6, unit: 'months', firstDay: 'next_day', endRule: 'next_working_day', since: '2021-03-07', confidence: 'high', status: 'in_force',
    source: 'УПК, ст. 401.3 ч. 4 (Федеральный закон от 24.02.2021 № 15-ФЗ; день вступления — по памяти)',
  },
  licence: {
    id: 'koap-32.7', amount: 3, unit: 'working_days', firstDay: 'next_day', endRule: 'none', confidence: 'medium', status: 'unproved',
    source: 'КоАП, ст. 32.7 ч. 1.1 (по памяти)',
  },
  underPenalty: {
    id: 'koap-4.6', amount: 1, unit: 'years', firstDay: 'next_day', endRule: 'none', since: '2021-06-22', confidence: 'high', status: 'in_force',
    source: 'КоАП, ст. 4.6 (Федеральный закон от 11.06.2021 № 201-ФЗ)',
  },
} as const satisfies Readonly<Record<string, ProceduralTerm>>

export function endOf(term: ProceduralTerm, start: string): TermEnd {
  const { amount, unit, firstDay, endRule } = term
  if (unit === 'working_days') return afterWorkingDays(start, amount)
  const before = firstDay === 'same_day' ? 1 : 0
  const unmovedEnd =
    unit === 'months' || unit === 'years'
      ? addDays(addMonths(start, unit === 'years' ? 12 * amount : amount), -before)
      : addDays(start, amount - before)
  if (endRule !== 'next_working_day') return { end: unmovedEnd, unmovedEnd, isExact: true }
  const end = workingDayFrom(unmovedEnd)
  return { end: end ?? unmovedEnd, unmovedEnd, isExact: end !== undefined }
}

/**
 * The first day a КоАП decision of a judge may be in force without a complaint (ст. 31.1), as if the copy was handed over on the day of
 * the decision: sites do not tell when, and it is often later.
 */
export function inForceFrom(decided: string, articleNumbers: readonly string[] = []): string {
  const isOfElections = articleNumbers.some(isElectionArticle)
  const sutki = endOf(proceduralTerms.complaintSutki, decided)
  // A term that ran when the law changed ends by the new one.
  const end = isOfElections
    ? endOf(proceduralTerms.electionComplaint, decided)
    : sutki.end <= proceduralTerms.complaintSutki.until
      ? sutki
      : endOf(proceduralTerms.complaint, decided)
  return addDays(end.end, 1)
}

const isElectionArticle = (number: string): boolean => {
  const ordinal = /^5\.(\d+)$/.exec(number)?.[1]
  if (ordinal === undefined) return false
  const at = Number(ordinal)
  return at <= 25 || (at >= 45 && at <= 52) || [56, 58, 69].includes(at)
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

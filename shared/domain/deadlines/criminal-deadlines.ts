import { addDays, showDate } from '../dates.ts'
import { type CalculatedDeadline, type DeadlineSubject, toldForce } from './calculated-deadline.ts'
import type { CaseFacts } from './case-facts.ts'
import { appealEnd } from './complaint-end.ts'
import { earlierWords, lengthOf, movedWords, sinceForce } from './deadline-words.ts'
import { endOf } from './legal-term.ts'
import { legalTerms } from './legal-terms.ts'
import { crimeLimitation } from './limitation.ts'

/**
 * Deadlines of a criminal case of first instance for one subject. Facts that sites never state are listed as missing.
 */
export function criminalDeadlines(facts: CaseFacts, subject: DeadlineSubject): CalculatedDeadline[] {
  const { decided } = subject
  if (decided === null) return subject.result === null ? [custody, crimeLimitation(facts, subject)] : []
  const force = forceOf(subject, decided)
  return [
    ...(subject.inForce !== null && subject.served === undefined ? [] : appeal(subject, decided)),
    force,
    ...cassation(facts, force),
  ]
}

const custody: CalculatedDeadline = {
  kind: 'custody',
  term: 'upk-109',
  whyNot: 'сайты не\u00a0сообщают, под стражей\u00a0ли лицо и\u00a0с\u00a0какого дня',
  assumption: () => 'Не\u00a0считаем: сайты не\u00a0сообщают, под стражей\u00a0ли лицо и\u00a0с\u00a0какого дня.',
}
function appeal(subject: DeadlineSubject, decided: string): CalculatedDeadline[] {
  const { review, served } = subject
  if (review !== 'none' || decided < legalTerms['upk-389.4-10'].since) return []
  const found = appealEnd(decided)
  return [
    {
      kind: 'appeal',
      term: found.term,
      date: found.end,
      unmoved: found.unmovedEnd,
      certainty: found.isExact ? 'reckoned' : 'not_before',
      brief: () => `кто не\u00a0под стражей: от\u00a0${showDate(decided)}`,
      assumption: () =>
        `${lengthOf(found.term)} со\u00a0дня решения, ${showDate(decided)}; кто под стражей, считает от\u00a0вручения копии${movedWords(found)}${earlierWords(subject)}.${changeWords(decided, found.end)}${inCustody(served)}`,
      ...(served === undefined && { missing: 'served' as const }),
    },
  ]
}
/** For those in custody the term runs from the service of the copy (УПК, ст. 389.4). */
function inCustody(served: string | undefined): string {
  if (served === undefined) return ''
  const later = appealEnd(served)
  return ` Если осуждённый под стражей и\u00a0копия вручена ему ${showDate(served)}, срок для него до ${showDate(later.end)} включительно${movedWords(later)}.${changeWords(served, later.end)}`
}
/** It is disputed which edition applies to a term that was running when the law changed. */
const changeWords = (from: string, end: string): string =>
  from < legalTerms['upk-389.4'].since && end >= legalTerms['upk-389.4'].since
    ? ' Срок шёл, когда закон изменился: по\u00a0новой редакции он 15\u00a0суток.'
    : ''

function forceOf(subject: DeadlineSubject, decided: string): CalculatedDeadline {
  // Of the same day as the cited edition.
  const found = appealEnd(decided)
  const base = { kind: 'force', term: found.term } as const
  const told = toldForce(base, subject, { what: 'Решение', awaits: 'апелляции', reviewed: 'Апелляция рассмотрена' })
  if (told) return told
  if (decided < legalTerms['upk-389.4-10'].since)
    return {
      ...base,
      whyNot: 'срок обжалования до\u00a02013\u00a0года не\u00a0проверен',
      assumption: () => 'Срок обжалования до\u00a02013\u00a0года не\u00a0проверен.',
    }
  return {
    ...base,
    date: addDays(found.end, 1),
    unmoved: addDays(found.unmovedEnd, 1),
    // Those in custody receive their copies later.
    certainty: 'not_before',
    brief: () => 'если никто не\u00a0под стражей и\u00a0не\u00a0обжалует',
    assumption: () =>
      `На\u00a0следующий день после срока апелляции; кто под стражей, считает его от\u00a0вручения копии${movedWords(found)}.`,
  }
}

export function cassation(
  { isByMagistrate }: Pick<CaseFacts, 'isByMagistrate'>,
  force: CalculatedDeadline,
): CalculatedDeadline[] {
  if (force.date === undefined || force.date < legalTerms['upk-401.3'].since) return []
  const term = 'upk-401.3'
  const found = { term, ...endOf(legalTerms[term], force.date) } as const
  const doubt = isByMagistrate ? ' Для решений мировых судей порядок в\u00a02026\u00a0году мог измениться.' : ''
  return [
    {
      kind: 'cassation',
      term,
      date: found.end,
      unmoved: found.unmovedEnd,
      certainty: force.certainty === 'told' && found.isExact ? 'reckoned' : 'not_before',
      brief: () => `кто не\u00a0под стражей: ${sinceForce(force.date)}`,
      assumption: () =>
        `${lengthOf(term)}, если решение в\u00a0силе с\u00a0${showDate(force.date)}${force.certainty === 'told' ? ', как на\u00a0карточке' : ''}; кто под стражей, считает от\u00a0вручения копии${movedWords(found)}.${doubt}`,
    },
  ]
}

import { addDays, showDate } from '../dates.ts'
import { outcomeKind, reviewKind } from '../outcome-kinds.ts'
import { type CalculatedDeadline, type DeadlineSubject, toldForce } from './calculated-deadline.ts'
import type { CaseFacts } from './case-facts.ts'
import { complaintEnd, type FoundEnd } from './complaint-end.ts'
import { earlierWords, lengthOf, movedWords, sinceForce } from './deadline-words.ts'
import { type CountedTerm, endOf } from './legal-term.ts'
import { legalTerms, type TermId } from './legal-terms.ts'
import { limitationEnd, limitationTerm } from './limitation.ts'

/** Deadlines of a КоАП case of first instance for one subject. */
export function koapDeadlines(facts: CaseFacts, subject: DeadlineSubject): CalculatedDeadline[] {
  const { decided } = subject
  if (decided === null) return subject.result === null ? [limitation(facts, subject)] : []
  if (decided < legalTerms['koap-30.3-sutki'].since) return []
  const force = forceOf(facts, subject, decided)
  const isPunished = punishes(facts, subject)
  return [
    ...(subject.inForce !== null && subject.served === undefined ? [] : complaint(facts, subject, decided)),
    force,
    ...(isPunished ? afterPunishing(facts, subject, decided, force) : []),
  ]
}

export const numbersOf = ({ articles }: CaseFacts): string[] => articles.map(({ article_number }) => article_number)

function complaint(facts: CaseFacts, subject: DeadlineSubject, decided: string): CalculatedDeadline[] {
  if (subject.review !== 'none') return []
  // The movement does not say whose copy was served: another person's does not prolong the term.
  const start = startOf({ served: null }, subject, decided)
  const found = complaintEnd(start.day, numbersOf(facts))
  return [
    {
      kind: 'complaint',
      term: found.term,
      date: found.end,
      unmoved: found.unmovedEnd,
      certainty: start.isCertain && found.isExact ? 'reckoned' : 'not_before',
      brief: () => `если копия вручена ${showDate(start.day)}`,
      assumption: () =>
        `${lengthOf(found.term)}, ${start.words()}${movedWords(found)}.${subject.served === undefined ? toldCopy(facts, decided) : ''}`,
      ...(!start.isCertain && { missing: 'served' as const }),
    },
  ]
}

/** The term if the served copy was theirs. */
function toldCopy(facts: CaseFacts, decided: string): string {
  const { served } = facts
  if (served === null || served <= decided) return ''
  const { end } = complaintEnd(served, numbersOf(facts))
  return ` По\u00a0движению дела копию вручили ${showDate(served)}; кому, карточка не\u00a0сообщает. Если этому лицу, срок до ${showDate(end)} включительно.`
}

/** The assumed day of service of the copy. */
export function startOf({ served: told }: Pick<CaseFacts, 'served'>, subject: DeadlineSubject, decided: string) {
  const { served } = subject
  if (served !== undefined)
    return { day: served, isCertain: true, words: () => `если копия вручена ${showDate(served)}` }
  if (told !== null && told >= decided)
    return {
      day: told,
      isCertain: false,
      words: () =>
        `если копия вручена ${showDate(told)}, как в\u00a0движении дела; кому она вручена, карточка не\u00a0сообщает${earlierWords(subject)}`,
    }
  return {
    day: decided,
    isCertain: false,
    words: () =>
      `если копия вручена в\u00a0день решения, ${showDate(decided)}; день вручения этому лицу на\u00a0карточке не\u00a0указан${earlierWords(subject)}`,
  }
}

function forceOf(facts: CaseFacts, subject: DeadlineSubject, decided: string): CalculatedDeadline {
  const base = { kind: 'force', term: 'koap-31.1' } as const
  const told = toldForce(base, subject, {
    what: 'Постановление',
    awaits: 'решения по\u00a0жалобе',
    reviewed: 'Решение по\u00a0жалобе вынесено',
  })
  if (told) return told
  const start = startOf(facts, subject, decided)
  const found = complaintEnd(start.day, numbersOf(facts))
  // Who was served later may complain later.
  const later =
    start.isCertain && facts.lastServed !== null && facts.lastServed > start.day ? facts.lastServed : undefined
  const isAllServed = start.isCertain && later === undefined
  const ofOthers = (): string => {
    if (!start.isCertain) return ''
    return later === undefined
      ? ', а\u00a0другим участникам не\u00a0позже'
      : `; по\u00a0движению дела копию вручили и\u00a0${showDate(later)}`
  }
  return {
    ...base,
    date: addDays(found.end, 1),
    unmoved: addDays(found.unmovedEnd, 1),
    certainty: isAllServed && found.isExact ? 'reckoned' : 'not_before',
    brief: () =>
      `если не\u00a0обжалуют, а\u00a0${isAllServed ? 'копии вручены не\u00a0позже' : 'копия вручена'} ${showDate(start.day)}`,
    assumption: () =>
      `На\u00a0следующий день после срока жалобы, ${start.words()}${ofOthers()}${movedWords(found)}.${decided < firstOfPoint4 ? '' : ' Для части дел порядок иной (п.\u00a04): его текст не\u00a0проверен.'}`,
    ...(!start.isCertain && { missing: 'served' as const }),
  }
}

/** КоАП, ст. 31.1 п. 4 (425-ФЗ); its text was not read. */
const firstOfPoint4 = '2023-08-15'

/** The penalty is certainly this person's, or that of the only person whom the case may be about. */
function punishes({ accused, rolesUnknown, penalties }: CaseFacts, { result, ordinal }: DeadlineSubject): boolean {
  const own = penalties.filter(one => one.isCertain && !one.ofOther && one.person !== null && one.person === ordinal)
  const isAlone = accused.length === 1 && rolesUnknown === 0
  return own.length > 0 || (isAlone && result !== null && outcomeKind(result) === 'penalty')
}

function afterPunishing(
  facts: CaseFacts,
  subject: DeadlineSubject,
  decided: string,
  force: CalculatedDeadline,
): CalculatedDeadline[] {
  const repetition: CalculatedDeadline[] = decided < legalTerms['koap-4.6-old'].since ? [] : [repetitionFrom(decided)]
  // A penalty that a complaint may keep out of force punishes nobody yet.
  if (force.date === undefined) return hasStood(subject) ? repetition : []
  const since = () =>
    `если постановление в\u00a0силе с\u00a0${showDate(force.date)}${force.certainty === 'told' ? ', как на\u00a0карточке' : ''}`
  const fromForce = (
    kind: 'payment' | 'execution',
    term: TermId & ('koap-32.2' | 'koap-31.9'),
    more: string,
  ): CalculatedDeadline => {
    const found = ended(term, force.date)
    return {
      kind,
      term,
      date: found.end,
      unmoved: found.unmovedEnd,
      certainty: force.certainty === 'not_before' || !found.isExact ? 'not_before' : 'reckoned',
      brief: () => `${sinceForce(force.date)}, ${more}`,
      assumption: () => `${lengthOf(term)}, ${since()}, ${more}${movedWords(found)}.`,
      ...(force.missing !== undefined && { missing: force.missing }),
    }
  }
  const fine = isFined(facts, subject) && force.date >= firstOfSixtyDays
  return [
    ...repetition,
    ...(fine ? discount(facts, decided) : []),
    ...(fine ? [fromForce('payment', 'koap-32.2', 'без отсрочки и\u00a0рассрочки')] : []),
    ...(force.date >= firstOfTwoYears
      ? [fromForce('execution', 'koap-31.9', 'без перерывов и\u00a0приостановок')]
      : []),
  ]
}
const hasStood = ({ review }: DeadlineSubject): boolean =>
  review !== 'none' &&
  'considered' in review &&
  review.outcome !== null &&
  ['upheld', 'changed'].includes(reviewKind(review.outcome))
function repetitionFrom(decided: string): CalculatedDeadline {
  const { end, unmovedEnd } = endOf(legalTerms['koap-4.6'], decided)
  return {
    kind: 'repetition',
    term: decided <= legalTerms['koap-4.6-old'].until ? 'koap-4.6-old' : 'koap-4.6',
    date: end,
    unmoved: unmovedEnd,
    certainty: 'not_before',
    brief: () => `если исполнено ${showDate(decided)}`,
    assumption: () =>
      `Год идёт от\u00a0исполнения наказания, а\u00a0его день сайты не\u00a0сообщают; раньше дня решения, ${showDate(decided)}, его не\u00a0исполнить.`,
  }
}

/** The first days of these editions are from memory: a year around them is skipped. */
const firstOfSixtyDays = '2014-01-01'
const firstOfTwoYears = '2011-01-01'

/** With deportation the fine is due the next day (ст. 32.2 ч. 1.1). */
function isFined({ accused, penalties }: CaseFacts, { ordinal }: DeadlineSubject): boolean {
  const own = penalties.filter(
    one => one.isCertain && !one.ofOther && (one.person === ordinal || (one.person === null && accused.length === 1)),
  )
  return own.some(({ type }) => type === 'fine') && !own.some(({ type }) => type === 'deportation')
}

function discount({ articles }: CaseFacts, decided: string): CalculatedDeadline[] {
  if (articles.length === 0 || !articles.every(({ article_number }) => article_number.startsWith('12.'))) return []
  const term = decided >= legalTerms['koap-32.2-25'].since ? 'koap-32.2-25' : 'koap-32.2-50'
  if (decided < legalTerms['koap-32.2-50'].since) return []
  const found = ended(term, decided)
  return [
    {
      kind: 'discount',
      term,
      date: found.end,
      unmoved: found.unmovedEnd,
      certainty: found.isExact ? 'reckoned' : 'not_before',
      brief: () => `кроме повторных и\u00a0тяжких; вынесено ${showDate(decided)}`,
      assumption: () =>
        `${lengthOf(term)} со\u00a0дня вынесения, ${showDate(decided)}; за\u00a0повторные и\u00a0тяжкие нарушения скидки нет${movedWords(found)}.`,
    },
  ]
}

const ended = (term: 'koap-32.2' | 'koap-31.9' | 'koap-32.2-25' | 'koap-32.2-50', start: string): FoundEnd => {
  const counted: CountedTerm = legalTerms[term]
  return { term, ...endOf(counted, start) }
}

function limitation({ articles }: CaseFacts, { act }: DeadlineSubject): CalculatedDeadline {
  const { term, whyNot } = limitationTerm(articles)
  if (whyNot !== undefined)
    return { kind: 'limitation', term, whyNot, assumption: () => `Срок зависит от\u00a0статьи: ${whyNot}.` }
  if (act === undefined)
    return {
      kind: 'limitation',
      term,
      missing: 'act',
      assumption: () => 'День нарушения сайты не\u00a0сообщают. Укажите его, и\u00a0мы посчитаем.',
    }
  const found = limitationEnd(term, act.day)
  const reading = found.later === undefined ? '' : `; по\u00a0другому прочтению закона до ${showDate(found.later)}`
  return {
    kind: 'limitation',
    term: found.term,
    date: found.end,
    unmoved: found.unmovedEnd,
    certainty: found.later === undefined ? 'reckoned' : 'not_before',
    brief: () => `если нарушение было ${showDate(act.day)}, не\u00a0длилось и\u00a0дело у\u00a0судьи`,
    assumption: () =>
      `${lengthOf(found.term)}, если нарушение совершено ${showDate(act.day)}, не\u00a0длилось и\u00a0дело рассматривает судья; день нарушения\u00a0— первый${reading}.${'review' in legalTerms[term] ? ' Нет ли для этой статьи особого срока, не\u00a0проверено.' : ''}`,
  }
}

import { showDate } from '../dates.ts'
import { isOfWhatIsInForce } from '../number-index.ts'
import { isAnnullingInPart, reviewKind } from '../outcome-kinds.ts'
import { type CalculatedDeadline, type DeadlineSubject, toldByCard } from './calculated-deadline.ts'
import type { CaseFacts } from './case-facts.ts'
import { complaintEnd } from './complaint-end.ts'
import { cassation } from './criminal-deadlines.ts'
import { lengthOf, movedWords } from './deadline-words.ts'
import { numbersOf, startOf } from './koap-deadlines.ts'

/** Deadlines from a case of second instance that left a decision standing: entry into force, and further complaint. */
export function reviewDeadlines(facts: CaseFacts, subject: DeadlineSubject): CalculatedDeadline[] {
  const { decided } = subject
  if (decided === null) return []
  if (facts.type === 2) {
    const force = inForceAtOnce(
      facts,
      subject,
      decided,
      'Апелляционное решение вступает в\u00a0силу в\u00a0день вынесения',
    )
    // A district court heard the appeal against a magistrate.
    const isByMagistrate = facts.courtLevel === 'district' || facts.courtLevel === 'garrison'
    return [force, ...cassation({ isByMagistrate }, force)]
  }
  const ofJudge = 'Решение по\u00a0жалобе на\u00a0постановление судьи вступает в\u00a0силу сразу'
  return mayBeOfOfficial(facts)
    ? [
        ...(subject.inForce !== null && subject.served === undefined
          ? []
          : [furtherComplaint(facts, subject, decided)]),
        inForceAtOnce(
          facts,
          subject,
          decided,
          `${ofJudge}, а\u00a0на\u00a0постановление должностного лица\u00a0— после срока жалобы`,
        ),
      ]
    : [
        inForceAtOnce(
          facts,
          subject,
          decided,
          `${ofJudge}, и\u00a0срока для следующей жалобы нет (КоАП, ст.\u00a030.12)`,
        ),
      ]
}

/** Undefined when they are calculated. */
export function whyNoneOfReview(facts: CaseFacts): string | undefined {
  if (isOfWhatIsInForce(facts.caseNumber, facts.courtLevel))
    return 'Пересматривается то, что уже в\u00a0силе: сроки считаем по\u00a0делу первой инстанции.'
  const results = [facts.result, ...facts.accused.map(({ result }) => result)].filter(result => result !== null)
  const isDated = facts.decided !== null || facts.accused.some(({ decided }) => decided !== null)
  if (!isDated)
    return results.length === 0
      ? 'Решения второй инстанции ещё\u00a0нет: сроки считаем по\u00a0делу первой инстанции.'
      : 'День решения второй инстанции на\u00a0карточке не\u00a0указан: сроки считаем по\u00a0делу первой инстанции.'
  const isStanding = results.length > 0 && results.every(stands)
  if (!isStanding || facts.isInQuestion || facts.reviews.length > 0)
    return 'Сроки считаем по\u00a0делу первой инстанции.'
  return undefined
}

const stands = (result: string): boolean =>
  ['upheld', 'changed'].includes(reviewKind(result)) && !isAnnullingInPart(result)

/**
 * District courts review officials and magistrates; a magistrate's case would be linked. Higher courts review judges
 * (КоАП, ст. 30.1).
 */
const mayBeOfOfficial = ({ courtLevel, isFirstKnown }: CaseFacts): boolean =>
  (courtLevel === 'district' || courtLevel === 'garrison' || courtLevel === undefined) && !isFirstKnown

const inForceAtOnce = (
  { type }: CaseFacts,
  { inForce }: DeadlineSubject,
  decided: string,
  words: string,
): CalculatedDeadline => {
  const base = { kind: 'force', term: type === 1 ? 'koap-31.1' : 'upk-401.3', isFinal: true } as const
  return inForce !== null
    ? { ...base, date: inForce, unmoved: inForce, certainty: 'told', ...toldByCard }
    : {
        ...base,
        date: decided,
        unmoved: decided,
        certainty: 'not_before',
        brief: () => `решение от\u00a0${showDate(decided)}`,
        assumption: () =>
          `${words}; решение от\u00a0${showDate(decided)}, день вступления на\u00a0карточке не\u00a0указан.`,
      }
}

/** КоАП, ст. 30.9: by the rules for the decision itself. */
function furtherComplaint(facts: CaseFacts, subject: DeadlineSubject, decided: string): CalculatedDeadline {
  const start = startOf({ served: null }, subject, decided)
  const found = complaintEnd(start.day, numbersOf(facts))
  return {
    kind: 'complaint',
    term: 'koap-30.9',
    date: found.end,
    unmoved: found.unmovedEnd,
    certainty: start.isCertain && found.isExact ? 'reckoned' : 'not_before',
    brief: () => `если постановление не\u00a0судьи, а\u00a0копия вручена ${showDate(start.day)}`,
    assumption: () =>
      `${lengthOf(found.term)}, если жаловались на\u00a0постановление должностного лица и\u00a0${start.words()}${movedWords(found)}. На\u00a0постановление судьи второй жалобы нет.`,
    ...(!start.isCertain && { missing: 'served' as const }),
  }
}

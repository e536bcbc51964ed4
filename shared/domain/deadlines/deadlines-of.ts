import { addDays, addMonths, firstDay, showDate } from '../dates.ts'
import { isDayOff } from '../days-off.ts'
import { inForceByCard } from '../in-force.ts'
import { isMaterialNumber, isOfWhatIsInForce } from '../number-index.ts'
import { endsOnMerits, isAnnulling, isAnnullingInPart, reviewKind } from '../outcome-kinds.ts'
import type { CalculatedDeadline, Deadline, DeadlineSubject, FoundDeadline } from './calculated-deadline.ts'
import type { AccusedFacts, CaseFacts, OwnFactKind } from './case-facts.ts'
import { criminalDeadlines } from './criminal-deadlines.ts'
import { custodyDeadlines } from './custody.ts'
import { type Certainty, deadlineTitle, untoldTitle } from './deadline-words.ts'
import { koapDeadlines } from './koap-deadlines.ts'
import { reviewDeadlines, whyNoneOfReview } from './review-deadlines.ts'

/** Deadlines of a case by its known facts; every day comes with its grounds. */
export function deadlinesOf(facts: CaseFacts, today: string): { deadlines: Deadline[]; note: string | null } {
  const { deadlines, note } = findDeadlines(facts, today)
  return { deadlines: deadlines.map(worded), note }
}
export const worded = <One extends FoundDeadline>({ words, ...one }: One) => ({ ...one, ...words() })

type FoundDeadlines = { deadlines: FoundDeadline[]; note: string | null }
/** `isAsked`: restricts the result to these days (`withinDays`). */
export function findDeadlines(
  facts: CaseFacts,
  today: string,
  isAsked: (one: MaybeDated) => boolean = () => true,
): FoundDeadlines {
  const people = Math.max(facts.accused.length, 1)
  const held = custodyDeadlines(facts, today)
  const custody = held.filter(isAsked)
  const note = whyNone(facts)
  if (note !== undefined) return { deadlines: inOrder(joined(custody, people), today), note }
  const calculate = facts.stage === 2 ? reviewDeadlines : facts.type === 1 ? koapDeadlines : criminalDeadlines
  const deadlines = subjectsOf(facts).flatMap(subject =>
    calculate(facts, subject)
      .filter(one => isAsked(one) && !(one.kind === 'custody' && held.some(mayBeOf(subject))))
      .map(one => found(one, people > 1 ? subject.ordinal : null, today)),
  )
  return { deadlines: inOrder(joined([...custody, ...deadlines], people), today), note: null }
}

/** When a term is or may be stated, the remark that sites state none is omitted. */
const mayBeOf =
  ({ ordinal }: DeadlineSubject) =>
  ({ person }: FoundDeadline): boolean =>
    person === null || person === ordinal

/**
 * Cases without deadlines from `today` to `until`: those whose decision and stated day of force are both within these
 * days, without facts entered by the reader and without terms of custody. Lists of thousands of cases skip them unread.
 */
export function settledDays(today: string, until: string): Record<'koap' | 'koapReview' | 'criminal', DaysBetween[]> {
  const ago = (months: number): string => addMonths(today, -months)
  // Without known days off the end of a term is only its earliest day, and is shown for another year.
  const isKnown = [today, ago(12)].every(day => isDayOff(day) !== undefined)
  const before = (months: number): DaysBetween => ({ from: firstDay, to: addDays(ago(months), -1) })
  // Short terms are over, and the year of repetition, which is shown from its last day on, is not near. Months differ
  // by three days.
  const between = { from: addDays(addMonths(until, -12), 4), to: ago(3) }
  return {
    koap: [before(25), ...(isKnown && between.from <= between.to ? [between] : [])],
    koapReview: [before(1)],
    criminal: [before(isKnown ? 7 : 19)],
  }
}
type DaysBetween = { from: string; to: string }

type MaybeDated = { date?: string | null | undefined; certainty?: Certainty | null | undefined }
/** From today to `until`, or possibly still running: earliest possible days within the last year. */
export const withinDays = (today: string, until: string) => {
  const yearAgo = addMonths(today, -12)
  return ({ date, certainty }: MaybeDated): boolean =>
    typeof date === 'string' && date <= until && date >= (certainty === 'not_before' ? yearAgo : today)
}

function whyNone(facts: CaseFacts): string | undefined {
  if (isMaterialNumber(facts.caseNumber, facts.courtLevel))
    return 'Это материал, а\u00a0не\u00a0дело: сроков по\u00a0нему не\u00a0считаем.'
  if (facts.stage === 2) return whyNoneOfReview(facts)
  const reviewed = [facts.appealResult, ...facts.reviews.map(one => one.result)]
  if (reviewed.some(annuls)) return 'Решение отменено: сроков по\u00a0нему нет.'
  if (facts.isInQuestion)
    return 'Возможно, решение отменено: похожее дело второй инстанции с\u00a0этим не\u00a0связано.'
  if (reviewed.some(annulsInPart))
    return 'Решение отменено частично. В\u00a0какой части, суд не\u00a0сообщил, и\u00a0сроки не\u00a0посчитать.'
  const isEnded = facts.accused.some(({ result }) => result !== null) || facts.result !== null
  const isOnMerits = [facts.result, ...facts.accused.map(one => one.result)].some(endsOnMerits)
  const isForNobody = facts.accused.length > 1 && facts.accused.every(one => isWithoutMerits(facts, one))
  if ((isEnded && !isOnMerits && facts.penalties.length === 0) || isForNobody)
    return 'Дело окончено без решения по\u00a0существу: сроков по\u00a0нему не\u00a0считаем.'
  return undefined
}
/**
 * One of several accused whose own part ended without a decision on the merits; a penalty without a person may belong
 * to an accused without a result of their own.
 */
function isWithoutMerits({ result, penalties }: CaseFacts, one: AccusedFacts): boolean {
  const told = one.result ?? result
  if (told === null || endsOnMerits(told)) return false
  return !penalties.some(({ person }) => person === one.ordinal || (person === null && one.result === null))
}
const annuls = (title: string | null): boolean => title !== null && isAnnulling(title)
const annulsInPart = (title: string | null): boolean => title !== null && isAnnullingInPart(title)

/**
 * Several accused may have results and copies of their own; otherwise the case is the subject. A single accused
 * received the copy of the case; with several it is unknown who did.
 */
function subjectsOf(facts: CaseFacts): DeadlineSubject[] {
  const { accused, own } = facts
  const isAlone = accused.length < 2
  const review = reviewOf(facts)
  const factOf = (kind: OwnFactKind, person: number | null) =>
    own.find(fact => fact.kind === kind && fact.person === person)
  const subject = (ordinal: number | null, decided: string | null, result: string | null): DeadlineSubject => {
    const copy =
      (ordinal === null ? undefined : factOf('served', ordinal)) ?? (isAlone ? factOf('served', null) : undefined)
    const isEarlier = copy !== undefined && decided !== null && copy.day < decided
    const act = (ordinal === null ? undefined : factOf('act', ordinal)) ?? factOf('act', null)
    return {
      ordinal,
      decided,
      result,
      review,
      inForce: inForceByCard(facts.inForce, decided),
      served: isEarlier ? undefined : copy?.day,
      servedEarlier: isEarlier ? copy.day : undefined,
      act: act && { day: act.day, severity: act.severity ?? undefined },
    }
  }
  const [only, another] = accused
  if (only === undefined) return [subject(null, facts.decided, facts.result)]
  if (another === undefined) return [subject(only.ordinal, only.decided ?? facts.decided, only.result ?? facts.result)]
  return accused
    .filter(one => facts.stage === 2 || !isWithoutMerits(facts, one))
    .map(one => subject(one.ordinal, one.decided ?? facts.decided, one.result ?? facts.result))
}

/** A returned or withdrawn complaint delays nothing; cassation reviews what is in force. */
function reviewOf({ appealed, appealResult, reviews }: CaseFacts): DeadlineSubject['review'] {
  const complaints = reviews.filter(one => !isOfWhatIsInForce(one.case_number, one.courtLevel))
  const considered = complaints.filter(({ result }) => result === null || !isNotConsidered(result))
  const pending = considered.find(one => one.result_date === null)
  if (pending !== undefined) return { considered: appealed, outcome: pending.result }
  const ended = considered
    .flatMap(({ result_date }) => result_date ?? [])
    .toSorted()
    .at(-1)
  if (ended !== undefined) return { ended }
  if (appealResult !== null)
    return isNotConsidered(appealResult) ? 'none' : { considered: appealed, outcome: appealResult }
  return appealed !== null && complaints.length === 0 ? { considered: appealed, outcome: null } : 'none'
}
const isNotConsidered = (result: string): boolean => {
  const kind = reviewKind(result)
  return kind === 'returned' || kind === 'ended'
}

function found(one: CalculatedDeadline, person: number | null, today: string): FoundDeadline {
  const beside = {
    kind: one.kind,
    person,
    missing: one.missing ?? null,
    whyNot: one.whyNot ?? null,
    quote: null,
    isWhoseUnclear: false,
    term: one.term,
  }
  if (one.date === undefined)
    return {
      ...beside,
      date: null,
      certainty: null,
      unmoved: null,
      isPast: false,
      words: () => ({ title: untoldTitle(one.kind, one.missing), brief: '', assumption: one.assumption() }),
    }
  const { kind, date, certainty, isFinal = false } = one
  // The last day itself is not past; a day of entry into force has come.
  const hasCome = kind === 'force' ? date <= today : date < today
  // The earliest possible day tells nothing about the actual one.
  const isPast = hasCome && certainty !== 'not_before'
  const isMissed = isPast && certainty === 'reckoned' && kind === 'complaint'
  return {
    ...beside,
    date,
    certainty,
    unmoved: one.unmoved === date ? null : one.unmoved,
    isPast,
    words: () => ({
      title: deadlineTitle({ kind, date, certainty, hasCome, isFinal }),
      brief: `${one.brief()}${one.unmoved === date ? '' : `; перенос с\u00a0${showDate(one.unmoved)}`}`,
      assumption: isMissed ? `${one.assumption()} ${restored}` : one.assumption(),
    }),
  }
}

const restored = 'Пропущенный срок могут восстановить по\u00a0ходатайству (КоАП, ст.\u00a030.3 ч.\u00a02).'

/** A deadline equal for every accused is shown once, for the case. */
function joined(all: readonly FoundDeadline[], people: number): FoundDeadline[] {
  if (people === 1) return [...all]
  const same = Map.groupBy(all, one => JSON.stringify({ ...worded(one), person: null }))
  return [...same.values()].flatMap(group => {
    const [one] = group
    const whose = new Set(group.flatMap(({ person }) => person ?? []))
    return whose.size === people && one !== undefined ? [{ ...one, person: null }] : group
  })
}

/** Possibly passed ones follow those ahead, and precede those that have passed. */
const inOrder = (all: readonly FoundDeadline[], today: string): FoundDeadline[] => {
  const rank = ({ isPast, date }: FoundDeadline): number => (isPast ? 2 : date !== null && date < today ? 1 : 0)
  return all.toSorted(
    (one, other) => rank(one) - rank(other) || (one.date ?? '9999').localeCompare(other.date ?? '9999'),
  )
}

import { showDate } from '../dates.ts'
import { endsOnMerits, reviewKind } from '../outcome-kinds.ts'
import { notPunishing } from '../outcomes.ts'
import type { FoundDeadline } from './calculated-deadline.ts'
import type { AccusedFacts, CaseFacts, CustodyTold, PenaltyFacts } from './case-facts.ts'

/**
 * Terms of custody as stated by courts: the day, the quote and its source. Nothing is calculated, and a term is omitted
 * once a later decision about that person is known or possible.
 */
export function custodyDeadlines(facts: CaseFacts, today: string): FoundDeadline[] {
  if (facts.custody.length === 0 || !isStanding(facts)) return []
  const { custody, accused } = facts
  return distinct(custody.filter(one => one.of === 'held')).flatMap((one): FoundDeadline[] => {
    const tellOf = (person: number | null): FoundDeadline[] => {
      if (isSuperseded(one, person, facts)) return []
      const until = custody.some(other => contradicts(one, other, person)) ? null : one.until
      return [told(one, until, accused.length > 1 ? person : null, today)]
    }
    if (one.people.length === 0)
      return accused.some(person => isJudged(facts, person)) || isCaseJudged(facts) ? [] : tellOf(null)
    return accused
      .filter(person => one.people.includes(person.ordinal) && !isJudged(facts, person))
      .flatMap(({ ordinal }) => tellOf(ordinal))
  })
}

/** Result and note of one event may state the same term. */
const distinct = (all: readonly CustodyTold[]): CustodyTold[] => {
  const key = ({ by, people, until, day }: CustodyTold): string => JSON.stringify([by, people.toSorted(), until, day])
  return all.filter((one, at) => all.findIndex(other => key(other) === key(one)) === at)
}

/** A changed ruling no longer states its term; an outcome that is not understood leaves it unknown. */
const isStanding = ({ isInQuestion, appealResult, reviews, stage, result }: CaseFacts): boolean =>
  !isInQuestion &&
  [appealResult, ...reviews.map(review => review.result)].every(
    outcome => outcome === null || ['upheld', 'returned', 'ended'].includes(reviewKind(outcome)),
  ) &&
  !(stage === 1 && /отказ|без рассмотрени|возвра|прекра/iu.test(result ?? ''))

/**
 * A verdict or an end on the merits supersedes custody rulings; a case of second instance is not decided by its own
 * ruling.
 */
const isCaseJudged = ({ stage, result, penalties }: CaseFacts): boolean =>
  stage === 1 && (penalties.some(isPunishment) || endsOnMerits(result))
function isJudged(facts: CaseFacts, { ordinal, result }: AccusedFacts): boolean {
  if (facts.stage === 2) return false
  const decided = result ?? facts.result
  return (
    endsOnMerits(decided) ||
    facts.penalties.some(
      penalty => isPunishment(penalty) && (penalty.person === ordinal || (penalty.person === null && result === null)),
    )
  )
}
/** A text without a recognised outcome is not a verdict. */
const isPunishment = ({ type }: PenaltyFacts): boolean => !notPunishing.some(none => none === type)

/** With an unknown day, a superseding decision may be later. */
const isLater = (other: string | null, than: string | null): boolean => other === null || than === null || other >= than
/** `person`: whose term it is; null when unclear. Per person: a decision about one does not affect others. */
function isSuperseded(one: CustodyTold, person: number | null, { custody, firsts, accused }: CaseFacts): boolean {
  return (
    custody.some(
      other =>
        other !== one &&
        (other.of === 'ended'
          ? mayBeOf(person, other) && !isSameAct(one, other) && isLater(other.day, one.day)
          : isNewer(other, one, person, accused)),
    ) || firsts.some(({ result, decided }) => endsOnMerits(result) && isLater(decided, one.day))
  )
}
/** Within one document, the reader of its text has already resolved who is held and who is not. */
const isSameAct = (one: CustodyTold, other: CustodyTold): boolean =>
  one.by === 'decision' && other.by === 'decision' && one.day === other.day
const isOf = (person: number | null, { people }: CustodyTold, accused: readonly AccusedFacts[]): boolean =>
  person !== null
    ? people.includes(person)
    : people.length === 0 || (accused.length > 0 && accused.every(({ ordinal }) => people.includes(ordinal)))
/** A later term without a person may concern anybody. If the card repeats a term, the text has priority. */
const isNewer = (
  other: CustodyTold,
  one: CustodyTold,
  person: number | null,
  accused: readonly AccusedFacts[],
): boolean =>
  other.day !== null && one.day !== null && other.day !== one.day
    ? other.day > one.day && (other.people.length === 0 || isOf(person, other, accused))
    : isOf(person, other, accused) &&
      one.by === 'card' &&
      other.by === 'decision' &&
      (one.until === null || one.until === other.until)
const mayBeOf = (person: number | null, { people }: CustodyTold): boolean =>
  person === null || people.length === 0 || people.includes(person)
/** Contradictions within one text were resolved by its reader. */
const contradicts = (one: CustodyTold, other: CustodyTold, person: number | null): boolean =>
  other.of === 'held' &&
  (one.by === 'card' || other.by === 'card') &&
  other.until !== one.until &&
  other.until !== null &&
  one.until !== null &&
  (one.day === null || other.day === null || one.day === other.day) &&
  mayBeOf(person, other)

function told(one: CustodyTold, until: string | null, person: number | null, today: string): FoundDeadline {
  const { by, day, people, quote } = one
  const isPast = until !== null && until < today
  const isUnclear = people.length === 0
  return {
    kind: 'custody',
    person,
    date: until,
    certainty: until === null ? null : 'told',
    unmoved: null,
    isPast,
    missing: null,
    whyNot: null,
    quote,
    isWhoseUnclear: isUnclear,
    term: 'upk-109',
    words() {
      const source = `${by === 'decision' ? 'решении' : 'движении дела'}${day === null ? '' : by === 'decision' ? ` от\u00a0${showDate(day)}` : ` за\u00a0${showDate(day)}`}`
      return {
        title:
          until === null
            ? `Срок стражи назван в\u00a0${source}, но\u00a0день не\u00a0ясен`
            : `${isPast ? 'Был назван срок стражи' : 'Стража'} до\u00a0${showDate(until)}: так сказано в\u00a0${source}`,
        brief: `${isUnclear ? 'чей срок, не\u00a0ясно' : 'день назвал суд'}; проверьте, не\u00a0продлён\u00a0ли и\u00a0не\u00a0изменена\u00a0ли мера`,
        assumption: `${isUnclear ? 'Чей это срок, из\u00a0этих слов не\u00a0ясно. ' : ''}${until === null ? '' : 'День назвал суд, мы его не\u00a0считали. '}Продлили\u00a0ли срок и\u00a0не\u00a0изменили\u00a0ли меру позже, проверьте: суды сообщают об\u00a0этом не\u00a0всегда.`,
      }
    },
  }
}

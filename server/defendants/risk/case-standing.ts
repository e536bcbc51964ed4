import type { ClockDoubt } from '#shared/domain/clock-doubts.ts'
import { inForceFrom } from '#shared/domain/deadlines/complaint-end.ts'
import { inForceByCard } from '#shared/domain/in-force.ts'
import { isOfWhatIsInForce } from '#shared/domain/number-index.ts'
import {
  imposesPenalty,
  isAnnulling,
  isAnnullingInPart,
  outcomeKind,
  reviewKind,
} from '#shared/domain/outcome-kinds.ts'
import { notPunishing } from '#shared/domain/outcomes.ts'
import type { ArticleRef } from '#shared/domain/repeat-rule.ts'

/**
 * What a case of first instance means for repeat liability, by what sites say: proven, coming (not in force or under review), or nothing;
 * uncertainty is a doubt.
 */
export type ReviewOfCase = {
  case_number: string
  result: string | null
  result_date: string | null
  is_linked: boolean
  is_seen: boolean
}
export type PenaltyOfPerson = {
  type: string
  text: string
  /** `unknown`: not told, even when only one person is listed. */
  whose: 'person' | 'other' | 'unknown'
  is_certain: boolean
}
export type SeenCase = {
  result: string | null
  /** What the card tells of this person alone. */
  own_result: string | null
  /** The person's own, if told. */
  result_date: string | null
  result_valid_date: string | null
  /** The day on which a complaint was or will be considered, by the card. */
  appeal_date: string | null
  appeal_result: string | null
  articles: readonly ArticleRef[]
  penalties: readonly PenaltyOfPerson[]
  reviews: readonly ReviewOfCase[]
}
export type Proven = {
  is: 'proven'
  decided: string
  /** `isTold`: by the card; otherwise the earliest possible day. */
  inForce: { day: string; isTold: boolean }
  doubt?: ClockDoubt | undefined
}
export type RepeatEffect = Proven | { is: 'coming' } | { is: 'none' }

const endsOtherwise = /прекращ|возвращ|передач|подведомств|подсудн|без рассмотрения|присоедин|приостан|оправда/iu
/** Ambiguous: the complaint or the case ended. */
const unclearEnd = /^(?:производство )?прекращено$|^приостановлено$/iu

export function repeatEffectOf(one: SeenCase, today: string): RepeatEffect {
  const { result_date, reviews, articles } = one
  const result = one.result ?? one.own_result
  if (result === null && result_date === null) return { is: 'coming' }
  const hasPenalty = one.penalties.some(penalty => penalty.whose === 'person' && isSurelyPunishing(penalty))
  const isPunished =
    result === null ? hasPenalty : imposesPenalty(result) || (hasPenalty && !endsOtherwise.test(result))
  if (!isPunished || isSpared(one) || result_date === null) return { is: 'none' }
  const linked = reviews.filter(review => review.is_linked)
  const said = [one.appeal_result, ...linked.map(review => review.result)].filter(title => title !== null)
  if (said.some(isAnnulling)) return { is: 'none' }
  const onCard = openOnCard(one, result_date)
  const complaints = [...linked, ...onCard].filter(({ case_number }) => !isOfWhatIsInForce(case_number))
  if (complaints.some(isPending)) return { is: 'coming' }
  // A returned or withdrawn complaint does not delay entry into force.
  const considered = complaints.filter(review => review.result === null || !isNotConsidered(review.result))
  const reviewed = considered.flatMap(review => review.result_date ?? []).toSorted()
  const numbers = articles.map(({ article_number }) => article_number)
  const valid = inForceByCard(one.result_valid_date, result_date)
  const day = valid ?? reviewed.at(-1) ?? inForceFrom(result_date, numbers)
  if (day > today) return { is: 'coming' }
  const open = [...reviews, ...onCard].flatMap(review => {
    const doubt = doubtOf(review)
    return doubt === undefined ? [] : [{ doubt, review }]
  })
  // The reason must not reveal a review that the asker may not see.
  if (open.some(({ review }) => !review.is_seen)) return { is: 'none' }
  const doubts = open.map(one => one.doubt)
  const own = one.appeal_result === null ? undefined : leftOpenBy(one.appeal_result)
  const doubt = doubts.find(reason => reason === 'annulment_not_linked') ?? own ?? doubts[0]
  return { is: 'proven', decided: result_date, inForce: { day, isTold: valid !== null }, doubt }
}

export const isSpared = ({ own_result }: Pick<SeenCase, 'own_result'>): boolean =>
  own_result !== null && ['terminated', 'returned'].includes(outcomeKind(own_result))

/** A complaint of which only the card of this case tells, and no result. One before the decision was about an earlier one. */
function openOnCard(one: SeenCase, decided: string): ReviewOfCase[] {
  const { appeal_date: day, appeal_result, reviews } = one
  const valid = inForceByCard(one.result_valid_date, decided)
  if (appeal_result !== null || day === null || day < decided) return []
  // What is in force since then was left standing.
  if (valid !== null && valid >= day) return []
  const isThis = ({ is_linked, case_number, result, result_date }: ReviewOfCase): boolean =>
    is_linked &&
    !isOfWhatIsInForce(case_number) &&
    (result === null || result_date === null || result_date >= day || !isNotConsidered(result))
  return reviews.some(isThis)
    ? []
    : [{ case_number: '', result: null, result_date: day, is_linked: true, is_seen: true }]
}

/** What a review leaves uncertain: its result, or whether it is a review of this case. */
function doubtOf({ result, result_date, case_number, is_linked }: ReviewOfCase): ClockDoubt | undefined {
  const untold = result_date === null ? undefined : 'review_result_not_told'
  const open = result === null ? untold : leftOpenBy(result)
  if (is_linked) return open
  if (result !== null && isAnnulling(result)) return 'annulment_not_linked'
  const isPendingComplaint = result === null && result_date === null && !isOfWhatIsInForce(case_number)
  return open !== undefined || isPendingComplaint ? 'review_not_linked' : undefined
}
const leftOpenBy = (result: string): ClockDoubt | undefined =>
  unclearEnd.test(result) ? 'review_result_not_told' : isAnnullingInPart(result) ? 'annulled_in_part' : undefined

const isPending = ({ result, result_date }: ReviewOfCase): boolean => result === null && result_date === null
const isNotConsidered = (result: string): boolean => {
  const kind = reviewKind(result)
  return kind === 'returned' || kind === 'ended'
}

const isUnread = (type: string): boolean => type === 'no_data' || type === 'error'
const ownOf = ({ penalties }: Pick<SeenCase, 'penalties'>): PenaltyOfPerson[] =>
  penalties.filter(({ whose }) => whose === 'person')
const isSurelyPunishing = ({ type, is_certain }: PenaltyOfPerson): boolean =>
  is_certain && !notPunishing.some(none => none === type)
export const isPunishedPersonally = (one: Pick<SeenCase, 'penalties'>): boolean => ownOf(one).some(isSurelyPunishing)
/** The penalty, not a description of the driver: «лишённым права управления». */
const deprives =
  /(?<!без\s)(?<!\p{L})(?:лишени\p{L}{1,2}|лишить|лиш[её]н[ао]?)\s(?:специального\s)?права\s[^.;]{0,40}?управл/iu
/** Undefined: not told, or not certain. */
export function deprivesOfDriving(one: Pick<SeenCase, 'penalties'>): boolean | undefined {
  const own = ownOf(one)
  if (own.some(({ text, is_certain }) => is_certain && deprives.test(text))) return true
  return own.length === 0 || own.some(({ type, is_certain }) => !is_certain || isUnread(type)) ? undefined : false
}

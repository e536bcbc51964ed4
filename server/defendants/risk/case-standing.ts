import { reviewKind } from '#shared/domain/outcome-kinds.ts'
import { lastDayOf } from '#shared/domain/repeat-rule.ts'

/**
 * What a case of first instance says about a violation: it is proven, it may yet be, or it is not. Pure, and by what sites
 * say: a decision that is not in force, or is being reviewed, is coming and does not count yet.
 */
export type SeenCase = {
  result: string | null
  result_date: string | null
  result_valid_date: string | null
  appeal_result: string | null
  has_penalty: boolean
  /** Cases of second instance linked to it. */
  reviews: readonly { case_number: string; result: string | null; result_date: string | null }[]
}
export type Standing = { is: 'proven'; decided: string; inForce: string } | { is: 'coming' } | { is: 'none' }

const punishes = /назначени\p{L}* административного наказания|назначено (?:административное )?наказание/iu
const endsOtherwise = /прекращ|возвращ|передач|подведомств|подсудн|без рассмотрения|присоедин|приостан/iu
/** A review that ends the case itself, or grants the complaint in full, leaves nothing proven either. */
const overturns = /отмен|производство по делу прекращ|^удовлетворено$/iu
const leavesDecision = /без отмены постановления/iu
/** КоАП, ст. 30.3: a decision that nobody complains of comes into force when the time to complain has passed. */
const timeToComplain = { days: 11 }
/** КоАП, ст. 30.12: by such numbers courts review what is in force already; it stays so unless they quash it. */
const ofWhatIsInForce = /^(?:П?16|4[аА])-/

export function standingOf(one: SeenCase, today: string): Standing {
  const { result, result_date, reviews, has_penalty } = one
  if (result === null && result_date === null) return { is: 'coming' }
  const isPunished =
    result === null ? has_penalty : punishes.test(result) || (has_penalty && !endsOtherwise.test(result))
  if (!isPunished || result_date === null) return { is: 'none' }
  const said = [one.appeal_result, ...reviews.map(review => review.result)].filter(title => title !== null)
  if (said.some(title => overturns.test(title) && !leavesDecision.test(title))) return { is: 'none' }
  const complaints = reviews.filter(({ case_number }) => !ofWhatIsInForce.test(case_number))
  if (complaints.some(review => review.result === null && review.result_date === null)) return { is: 'coming' }
  // A complaint that was returned or withdrawn is none: the time to complain has passed as if nobody had.
  const considered = complaints.filter(({ result }) => result === null || !isNotConsidered(result))
  const reviewed = considered.flatMap(review => review.result_date ?? []).toSorted()
  const inForce = one.result_valid_date ?? reviewed.at(-1) ?? lastDayOf(timeToComplain, result_date)
  return inForce > today ? { is: 'coming' } : { is: 'proven', decided: result_date, inForce }
}

const isNotConsidered = (result: string): boolean => {
  const kind = reviewKind(result)
  return kind === 'returned' || kind === 'ended'
}

import type { Decision } from '../texts/decision.ts'

/**
 * What the text adds to a case. The site wins wherever it says something: a penalty on the card is the penalty, a result that
 * ends a case without one leaves none, a named advocate is the advocate. Pure.
 */
export type SaidBySite = {
  type: number
  stage: number
  /** Title of the result. */
  result: string | null
  hasPenalties: boolean
  hasAdvocate: boolean
}
export type TakenPenalty = { type: string; value: number | null; hidden: boolean; text: string }
export type Taken = { penalties: TakenPenalty[]; advocates: string[] }

/** Results that impose no penalty, and results that impose one, as sites write them; others say neither. */
const withoutPenalty =
  /прекращ|возвращ|возврат|передач|передан|подсудн|подведомств|без изменени|без рассмотрени|отмен|отозван|снято|присоедин|приостановл|медицинск/i
const withPenalty = /назначении административного наказания|приговор/i
/** Less sure than this is shown on the page of the case, and counts for nothing. */
const leastCertainty = 0.6

export function takeFromText({ outcome, facts }: Decision, site: SaidBySite): Taken {
  return {
    penalties: site.hasPenalties ? [] : penaltiesFrom(outcome, site),
    advocates: site.hasAdvocate ? [] : facts.counsel.map(({ name }) => name),
  }
}

function penaltiesFrom(read: Decision['outcome'], { result, stage }: SaidBySite): TakenPenalty[] {
  const says = result ?? ''
  if (withoutPenalty.test(says)) return []
  const text = read.evidence
  if (read.penalties.length > 0 && read.certainty >= leastCertainty)
    return read.penalties
      .filter(({ state }) => state !== 'annulled')
      .map(({ type, value, hidden, text: told }) => ({ type, value, hidden, text: told }))
  // That there was a penalty is certain, or nothing is: what it was could not be read.
  const unread = read.outcome === 'error' || read.penalties.length > 0
  if (stage === 1 && unread && (result === null || withPenalty.test(says)))
    return [{ type: 'error', value: null, hidden: false, text }]
  if (read.outcome !== 'no_data' || read.review !== null || !withPenalty.test(says)) return []
  // Prison, disqualification: a penalty that has no name among the product's; the sentence tells it.
  return [{ type: read.certainty < leastCertainty ? 'error' : 'no_data', value: null, hidden: false, text }]
}

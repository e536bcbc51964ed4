import { showDate } from '../dates.ts'
import { lowerFirst } from '../wording.ts'
import type { DeadlineKind, MissingFact } from './case-facts.ts'
import { type Certainty, complainedWords } from './deadline-words.ts'
import type { CrimeSeverity } from './legal-term.ts'
import type { TermId } from './legal-terms.ts'

export type CalculatedDeadline = {
  kind: DeadlineKind
  term: TermId
  /** The grounds of the day, or why there is none. Lazy: worded only when shown. */
  assumption: () => string
  missing?: MissingFact
  /** It can no longer be appealed. */
  isFinal?: boolean
} & (
  | {
      date: string
      certainty: Certainty
      unmoved: string
      /** The assumption in a few words, for a list: it is shown next to the day, so no condition may be omitted. */
      brief: () => string
      whyNot?: undefined
    }
  | { date?: undefined; brief?: undefined; certainty?: undefined; whyNot?: string | undefined }
)

/** Everything that is shown except the wording. */
export type FoundDeadline = {
  kind: DeadlineKind
  /** The ordinal of the accused whom it concerns. */
  person: number | null
  date: string | null
  certainty: Certainty | null
  /** The safe day, before it was moved from a day off. */
  unmoved: string | null
  isPast: boolean
  missing: MissingFact | null
  whyNot: string | null
  /** The court's words that state it. */
  quote: string | null
  /** It concerns one of the people of the case, but it is unclear whom. */
  isWhoseUnclear: boolean
  term: TermId
  /** Lazy: a page shows only some of thousands. */
  words: () => DeadlineWords
}
type DeadlineWords = { title: string; brief: string; assumption: string }
export type Deadline = Omit<FoundDeadline, 'words'> & DeadlineWords

export type DeadlineSubject = {
  decided: string | null
  result: string | null
  ordinal: number | null
  /** By the card. */
  inForce: string | null
  served: string | undefined
  /** A day of service that the reader told and that is before the decision: of an earlier decision, so it counts for nothing. */
  servedEarlier: string | undefined
  act: { day: string; severity: CrimeSeverity | undefined } | undefined
  /** `considered`: the day of the complaint by the card. From when the decision is in force is open. */
  review: 'none' | { considered: string | null; outcome: string | null } | { ended: string }
}

export const toldByCard = {
  brief: () => 'как на\u00a0карточке суда',
  assumption: () => 'День назван на\u00a0карточке суда.',
}
/** The day of entry into force by the card or a review. Undefined when it has to be calculated from the decision. */
export function toldForce(
  base: Pick<CalculatedDeadline, 'kind' | 'term'>,
  { inForce, review }: Pick<DeadlineSubject, 'inForce' | 'review'>,
  words: { what: string; awaits: string; reviewed: string },
): CalculatedDeadline | undefined {
  if (inForce !== null) return { ...base, date: inForce, unmoved: inForce, certainty: 'told', ...toldByCard }
  if (review === 'none') return undefined
  if ('considered' in review) return { ...base, assumption: () => complainedWords(words.what, review, words.awaits) }
  return {
    ...base,
    date: review.ended,
    unmoved: review.ended,
    certainty: 'not_before',
    isFinal: true,
    brief: () => `${lowerFirst(words.reviewed)} ${showDate(review.ended)}`,
    assumption: () => `${words.reviewed} ${showDate(review.ended)}; на\u00a0карточке день вступления не\u00a0указан.`,
  }
}

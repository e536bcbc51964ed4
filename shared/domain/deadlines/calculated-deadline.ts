import { showDate } from '../dates.ts'
import { lowerFirst } from '../wording.ts'
import type { CaseFacts, DeadlineKind, MissingFact } from './case-facts.ts'
import { type Certainty, complainedWords } from './deadline-words.ts'
import type { CrimeSeverity } from './legal-term.ts'
import type { TermId } from './legal-terms.ts'

/** One deadline as it is calculated: with a day, or with what keeps it from one. */
export type CalculatedDeadline = {
  kind: DeadlineKind
  term: TermId
  /** What the day rests on, or why there is none. Words are made for what is shown. */
  assumption: () => string
  missing?: MissingFact
  /** Nobody can complain of it any more. */
  isFinal?: boolean
} & (
  | {
      date: string
      certainty: Certainty
      unmoved: string
      /** The assumption in a few words, for a list of many: it stands beside the day, so that none of its conditions may be missing. */
      brief: () => string
      whyNot?: undefined
    }
  | { date?: undefined; brief?: undefined; certainty?: undefined; whyNot?: string | undefined }
)

/** With all that is shown of it but its words. */
export type FoundDeadline = {
  kind: DeadlineKind
  /** The ordinal of the accused whom alone it concerns. */
  person: number | null
  date: string | null
  certainty: Certainty | null
  /** Before it moved from a day off: the safe day. */
  unmoved: string | null
  isPast: boolean
  missing: MissingFact | null
  whyNot: string | null
  /** The words of the court that it is. */
  quote: string | null
  /** Of somebody in the case, it is not clear of whom. */
  isWhoseUnclear: boolean
  term: TermId
  /** Made only of what is shown: of a page of a list of thousands. */
  words: () => DeadlineWords
}
type DeadlineWords = { title: string; brief: string; assumption: string }
/** As it is shown. */
export type Deadline = Omit<FoundDeadline, 'words'> & DeadlineWords

/** Whom deadlines are calculated for: the case, or one of several accused. */
export type DeadlineSubject = {
  decided: string | null
  result: string | null
  ordinal: number | null
  served: string | undefined
  act: { day: string; severity: CrimeSeverity | undefined } | undefined
  /** `outcome`: of a complaint that was considered on a day that is not told. */
  review: 'none' | { filed: string | null; outcome: string | null } | { ended: string }
}

export const toldByCard = {
  brief: () => 'как на\u00a0карточке суда',
  assumption: () => 'День назван на\u00a0карточке суда.',
}
/** The day of force as the card or a review tells it. Undefined: it is to be calculated from the decision. */
export function toldForce(
  base: Pick<CalculatedDeadline, 'kind' | 'term'>,
  { inForce }: Pick<CaseFacts, 'inForce'>,
  review: DeadlineSubject['review'],
  words: { what: string; awaits: string; reviewed: string },
): CalculatedDeadline | undefined {
  if (inForce !== null) return { ...base, date: inForce, unmoved: inForce, certainty: 'told', ...toldByCard }
  if (review === 'none') return undefined
  if ('filed' in review) return { ...base, assumption: () => complainedWords(words.what, review, words.awaits) }
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

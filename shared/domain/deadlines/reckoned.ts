import type { DeadlineKind } from './case-facts.ts'
import type { Certainty } from './deadline-words.ts'
import type { TermId } from './legal-terms.ts'

/** One deadline as it is reckoned: with a day, or with what keeps it from one. */
export type Reckoned = {
  kind: DeadlineKind
  term: TermId
  /** What the day rests on, or why there is none. Words are made for what is shown. */
  assumption: () => string
  missing?: 'served' | 'act'
} & (
  | { date: string; certainty: Certainty; unmoved: string; whyNot?: undefined }
  | { date?: undefined; certainty?: undefined; whyNot?: string | undefined }
)

/** Whom deadlines are reckoned for: the case, or one of several accused. */
export type DeadlineSubject = {
  decided: string | null
  result: string | null
  ordinal: number | null
  served: string | undefined
  act: string | undefined
  /** `outcome`: of a complaint that was considered on a day that is not told. */
  review: 'none' | { filed: string | null; outcome: string | null } | { ended: string }
}

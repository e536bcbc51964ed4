import type { CourtLevel } from '../court-kinds.ts'
import type { ArticleRef } from '../repeat-rule.ts'
import type { CrimeSeverity } from './legal-term.ts'

/** What is known of a case when its deadlines are calculated: by court sites, and by whoever asks. */
/** The day of service of a copy; the day of the offence. */
export const ownFactKinds = ['served', 'act'] as const
export type OwnFactKind = (typeof ownFactKinds)[number]
/** `person`: the ordinal of an accused; null: of the case. `severity`: of a crime, beside its day. */
export type OwnFact = { kind: OwnFactKind; person: number | null; day: string; severity: CrimeSeverity | null }
/** What a reader has to tell before a deadline has a day. */
export type MissingFact = OwnFactKind | 'severity'

type Told = { decided: string | null; result: string | null }
/** An accused; what the court tells of them alone. */
export type AccusedFacts = Told & { ordinal: number }
/** Linked, and seen by the asker. */
type ReviewFacts = {
  case_number: string
  courtLevel: CourtLevel | undefined
  result: string | null
  result_date: string | null
}
export type PenaltyFacts = { type: string; person: number | null; isCertain: boolean; ofOther: boolean }
/** What a court said of custody. `people`: ordinals; empty: not clear whose. `day`: of the decision, or of the event of the card. */
export type CustodyTold = {
  of: 'held' | 'ended'
  until: string | null
  people: readonly number[]
  by: 'decision' | 'card'
  day: string | null
  quote: string
}
export type CaseFacts = Told & {
  type: 1 | 2
  stage: 1 | 2
  caseNumber: string
  courtLevel: CourtLevel | undefined
  /** The day of coming into force that the card tells. */
  inForce: string | null
  appealed: string | null
  appealResult: string | null
  /** A review that annuls is perhaps of this case. */
  isInQuestion: boolean
  isByMagistrate: boolean
  articles: readonly ArticleRef[]
  accused: readonly AccusedFacts[]
  /** People whose role is not told: any of them may be accused. */
  rolesUnknown: number
  penalties: readonly PenaltyFacts[]
  reviews: readonly ReviewFacts[]
  /** A linked case of first instance is seen by the asker. */
  isFirstKnown: boolean
  /** Those of first instance that are linked and seen. */
  firsts: readonly Told[]
  custody: readonly CustodyTold[]
  /** By the movement of the case, which does not tell to whom. */
  served: string | null
  own: readonly OwnFact[]
}

export const deadlineKinds = {
  complaint: 'Обжалование',
  force: 'Вступление в\u00a0силу',
  discount: 'Скидка',
  payment: 'Уплата штрафа',
  execution: 'Давность исполнения',
  limitation: 'Давность привлечения',
  repetition: 'Повторность',
  appeal: 'Апелляция',
  cassation: 'Кассация',
  custody: 'Стража',
  crime: 'Давность преступления',
} as const
export type DeadlineKind = keyof typeof deadlineKinds

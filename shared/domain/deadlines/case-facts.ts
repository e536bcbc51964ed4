import type { CourtLevel } from '../court-kinds.ts'
import type { ArticleRef } from '../repeat-rule.ts'
import type { CrimeSeverity } from './legal-term.ts'

/** Facts of a case for calculating its deadlines: from court sites and from the asker. */
/** The day a copy was served; the day of the offence. */
export const ownFactKinds = ['served', 'act'] as const
export type OwnFactKind = (typeof ownFactKinds)[number]
/** `person`: ordinal of an accused; null for the case. `severity`: of a crime, given with its day. */
export type OwnFact = { kind: OwnFactKind; person: number | null; day: string; severity: CrimeSeverity | null }
/** A fact that the reader has to enter before a deadline has a day. */
export type MissingFact = OwnFactKind | 'severity'

type Told = { decided: string | null; result: string | null }
/** An accused, with what the court states about them alone. */
export type AccusedFacts = Told & { ordinal: number }
/** A linked review visible to the asker. */
type ReviewFacts = {
  case_number: string
  courtLevel: CourtLevel | undefined
  result: string | null
  result_date: string | null
}
export type PenaltyFacts = { type: string; person: number | null; isCertain: boolean; ofOther: boolean }
/**
 * What a court decided on custody. `people`: ordinals; empty when unclear. `day`: of the decision, or of the event on
 * the card.
 */
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
  /** The day of entry into force by the card. */
  inForce: string | null
  /** The day on which a complaint was or will be considered, by the card. */
  appealed: string | null
  appealResult: string | null
  /** A possible review of this case annuls the decision. */
  isInQuestion: boolean
  isByMagistrate: boolean
  articles: readonly ArticleRef[]
  accused: readonly AccusedFacts[]
  /** People of unknown role: any of them may be accused. */
  rolesUnknown: number
  penalties: readonly PenaltyFacts[]
  reviews: readonly ReviewFacts[]
  /** A linked case of first instance is visible to the asker. */
  isFirstKnown: boolean
  /** Linked and visible cases of first instance. */
  firsts: readonly Told[]
  custody: readonly CustodyTold[]
  /** By the movement of the case, which does not say on whom. */
  served: string | null
  /** By the movement as well: somebody was served as late as this. */
  lastServed: string | null
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

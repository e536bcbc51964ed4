import type { ArticleRef } from '../repeat-rule.ts'

/** What is known of a case when its deadlines are reckoned: by court sites, and by whoever asks. */
export const ownFactKinds = { served: 'день вручения копии', act: 'день нарушения' } as const
export type OwnFactKind = keyof typeof ownFactKinds
/** `person`: the ordinal of an accused; null: of the case. */
export type OwnFact = { kind: OwnFactKind; person: number | null; day: string }

type Told = { decided: string | null; result: string | null }
/** An accused; what the court tells of them alone. */
export type AccusedFacts = Told & { ordinal: number }
/** Linked, and seen by the asker. */
export type ReviewFacts = { case_number: string; result: string | null; result_date: string | null }
export type PenaltyFacts = { type: string; person: number | null; isCertain: boolean; ofOther: boolean }
export type CaseFacts = Told & {
  type: 1 | 2
  stage: 1 | 2
  /** The day of coming into force that the card tells. */
  inForce: string | null
  appealed: string | null
  appealResult: string | null
  isAnnulled: boolean
  /** A review that annuls is perhaps of this case. */
  isInQuestion: boolean
  isByMagistrate: boolean
  articles: readonly ArticleRef[]
  accused: readonly AccusedFacts[]
  /** People whose role is not told: any of them may be accused. */
  rolesUnknown: number
  penalties: readonly PenaltyFacts[]
  reviews: readonly ReviewFacts[]
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
